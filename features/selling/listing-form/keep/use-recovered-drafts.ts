import { useEffect, useState } from 'react'
import { pictureAltName } from '#features/core/listing-pictures/picture.ts'
import { useFormView } from '../form/form-context.tsx'
import { copyName, type FormView } from '../form/form-view.ts'
import { isTypedName, readTyped, sameTyped, typedEntries, type Typed } from '../form/typed-form.ts'
import { sendStep } from '../sections/details-section.tsx'
import { isOfNow, type RecoveredDraft } from './browser-copies.ts'
import type { FormKeeping } from './use-keeping.ts'

export interface FoundCopy {
  left: RecoveredDraft
  mine: Typed
}

export interface RecoveredDrafts {
  all: readonly RecoveredDraft[]
  found: FoundCopy | null
}

/**
 * Finds recoverable copies, except those in use by other windows. Restores this form's copy; if the server has newer
 * data or the user has typed already, the user decides.
 */
export function useRecoveredDrafts(
  form: { current: HTMLFormElement | null },
  { copies, keeper }: FormKeeping,
): [RecoveredDrafts, decided: () => void] {
  const view = useFormView()
  const [left, setLeft] = useState<RecoveredDrafts>({ all: [], found: null })
  useEffect(() => {
    let isOpen = true
    void copies?.left().then((all) => {
      if (!isOpen || !form.current) return
      const found = foundOf(all, view)
      const isAnswered = view.errors.length > 0 || view.conflict !== null
      const isNewer = found !== undefined && isOfNow(found.copy, view.hidden) && !keeper.current?.isDirty()
      if (found && !isAnswered && isNewer) restore(form.current, found.copy.typed)
      const mine = readTyped(new FormData(form.current))
      setLeft({ all, found: found && !isAnswered && !isNewer ? { left: found, mine } : null })
    })
    return () => void (isOpen = false)
  }, [copies, form, keeper, view])
  // Input typed before the script ran counts too, but only after copies were looked up, or it would overwrite them.
  useEffect(() => {
    if (keeper.current?.isDirty()) form.current?.dispatchEvent(new Event('input', { bubbles: true }))
  }, [form, keeper])
  return [left, () => setLeft({ ...left, found: null })]
}

/** A copy of this form that differs from the server's state; equal ones are deleted. */
function foundOf(all: readonly RecoveredDraft[], view: FormView): RecoveredDraft | undefined {
  const own = all.filter(({ name }) => name === copyName(view.hidden))
  const isKept = ({ copy }: RecoveredDraft) => view.isKept && sameTyped(copy.typed, view.typed)
  for (const each of own.filter(isKept)) each.forget()
  return own.find((each) => !isKept(each))
}

/** Submits the copy in place of the fields, so that the page is rendered from it. */
export function restore(form: HTMLFormElement | null, typed: Typed): void {
  if (!form) return
  for (const field of form.querySelectorAll<HTMLInputElement>('input[name], select[name], textarea[name]'))
    if (isTypedName(field.name) || field.name.startsWith(pictureAltName(''))) field.disabled = true
  for (const [name, value] of typedEntries(typed)) {
    const field = document.createElement('input')
    Object.assign(field, { type: 'hidden', name, value })
    form.append(field)
  }
  sendStep(form, 'restore')
}
