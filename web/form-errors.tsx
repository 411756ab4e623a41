import { useMemo } from 'react'
import { ErrorSummary } from '#shui/form/error-summary.tsx'
import { useTexts } from '#texts/context.tsx'

/** Error summary above a form. Keys are field ids; `form` means the whole form. */
export function FormErrors({ errors }: { errors: Readonly<Record<string, string | undefined>> | undefined }) {
  const { t } = useTexts()
  // Stable per answer: the summary takes the focus whenever it gets a new list.
  const listed = useMemo(
    () =>
      Object.entries(errors ?? {}).flatMap(([field, text]) =>
        text === undefined ? [] : field === 'form' ? { text } : { fieldId: field, text },
      ),
    [errors],
  )
  return <ErrorSummary title={t('form.errors')} errors={listed} />
}
