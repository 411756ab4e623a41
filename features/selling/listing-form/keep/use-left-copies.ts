import { useEffect, useState } from 'react'
import { pictureAltName } from '#features/core/listing-pictures/picture.ts'
import { useFormView } from '../form/form-context.tsx'
import { copyName, type FormView } from '../form/form-view.ts'
import { isTypedName, readTyped, sameTyped, typedEntries, type Typed } from '../form/typed-form.ts'
import { sendStep } from '../sections/details-section.tsx'
import { isOfNow, type LeftCopy } from './browser-copies.ts'
import type { FormKeeping } from './use-keeping.ts'

/** What was left over of this form, and what the form said when it was found. */
export interface FoundCopy {
  left: LeftCopy
  mine: Typed
}

/** What this browser kept and could not send: all of it, and what somebody has to decide about. */
export interface LeftCopies {
  all: readonly LeftCopy[]
  found: FoundCopy | null
}

/**
 * What this browser kept and could not send, but for what another window is still at work on. What is of this form is brought
 * back; where the server has something newer, or something was typed before it was found, somebody decides.
 */
export function useLeftCopies(
  form: { current: HTMLFormElement | null },
  { copies, keeper }: FormKeeping,
): [LeftCopies, decided: () => void] {
  const view = useFormView()
  const [left, setLeft] = useState<LeftCopies>({ all: [], found: null })
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
  // What was typed before the script was there is typed as well: after what is left over was looked for, which it must not hide.
  useEffect(() => {
    if (keeper.current?.isDirty()) form.current?.dispatchEvent(new Event('input', { bubbles: true }))
  }, [form, keeper])
  return [left, () => setLeft({ ...left, found: null })]
}

/** What was left over of a form that the server lacks; what it has is forgotten. */
function foundOf(all: readonly LeftCopy[], view: FormView): LeftCopy | undefined {
  const own = all.filter(({ name }) => name === copyName(view.hidden))
  const isKept = ({ copy }: LeftCopy) => view.isKept && sameTyped(copy.typed, view.typed)
  for (const each of own.filter(isKept)) each.forget()
  return own.find((each) => !isKept(each))
}

/** Sends a kept copy in place of what the fields say, so that the page is drawn from it. */
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
