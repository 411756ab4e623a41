import { useEffect, useState } from 'react'
import { useFormView } from '../form/form-context.tsx'
import type { RecoveredDrafts } from './recover-drafts.ts'
import type { FormKeeping } from './use-keeping.ts'

/**
 * Finds recoverable copies, except those in use by other windows. Restores this form's copy; if the server has newer
 * data or the user has typed already, the user decides.
 */
export function useRecoveredDrafts(
  form: { current: HTMLFormElement | null },
  { code, copies, keeper }: FormKeeping,
): [RecoveredDrafts, decided: () => void] {
  const view = useFormView()
  const [left, setLeft] = useState<RecoveredDrafts>({ all: [], found: null })
  useEffect(() => {
    let isOpen = true
    void copies?.left().then((all) => {
      if (isOpen && form.current && code)
        setLeft(code.recoverDrafts(form.current, { all, view, keeper: keeper.current }))
    })
    return () => void (isOpen = false)
  }, [code, copies, form, keeper, view])
  // Input typed before the script ran counts too, but only after copies were looked up, or it would overwrite them.
  useEffect(() => {
    if (copies && keeper.current?.isDirty()) form.current?.dispatchEvent(new Event('input', { bubbles: true }))
  }, [copies, form, keeper])
  return [left, () => setLeft({ ...left, found: null })]
}
