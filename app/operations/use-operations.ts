import { useCallback } from 'react'
import { useRevalidator } from '#web/router/router.ts'
import { useTexts } from '#texts/context.tsx'
import { useBackgroundSubmit } from '#web/use-background-submit.ts'

/** Runs the operations of operators' texts; their code is loaded with the first. Used inside the page's `ShuiProvider`. */
export function useOperations(): (name: string) => void {
  const { t } = useTexts()
  const { revalidate } = useRevalidator()
  const submit = useBackgroundSubmit()
  return useCallback(
    (name) => void import('./run-operation.ts').then((code) => code.runOperation(name, { t, submit, revalidate })),
    [t, submit, revalidate],
  )
}
