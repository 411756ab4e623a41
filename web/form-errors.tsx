import { useMemo } from 'react'
import { ErrorSummary } from '#shui/form/error-summary.tsx'
import { useTexts } from '#texts/context.tsx'

/** All that is wrong with a form, above it. The keys are the ids of the fields; `form` concerns all of it. */
export function FormErrors({ errors }: { errors: Readonly<Record<string, string | undefined>> | undefined }) {
  const { t } = useTexts()
  // One list an answer: the summary takes the focus whenever it gets another.
  const listed = useMemo(
    () =>
      Object.entries(errors ?? {}).flatMap(([field, text]) =>
        text === undefined ? [] : field === 'form' ? { text } : { fieldId: field, text },
      ),
    [errors],
  )
  return <ErrorSummary title={t('form.errors')} errors={listed} />
}
