import { pictureAltName } from '#features/core/listing-pictures/picture.ts'
import { copyName, type FormView } from '../form/form-view.ts'
import { isTypedName, readTyped, sameTyped, typedEntries, type Typed } from '../form/typed-form.ts'
import { sendStep } from '../sections/details-section.tsx'
import type { RecoveredDraft } from './browser-copies.ts'
import type { FormKeeper } from './form-keeper.ts'
import { isOfNow } from './left-copies.ts'

export interface FoundCopy {
  left: RecoveredDraft
  mine: Typed
}

export type RecoveredDrafts = ReturnType<typeof recoverDrafts>

/** Restores a copy of the form if nothing is newer; `found` is one about which the user decides. */
export function recoverDrafts(
  form: HTMLFormElement,
  { all, view, keeper }: { all: readonly RecoveredDraft[]; view: FormView; keeper: FormKeeper | null },
) {
  const found = foundOf(all, view)
  const isAnswered = view.errors.length > 0 || view.conflict !== null
  const isNewer = found !== undefined && isOfNow(found.copy, view.hidden) && !keeper?.isDirty()
  if (found && !isAnswered && isNewer) restore(form, found.copy.typed)
  const mine = readTyped(new FormData(form))
  return { all, found: found && !isAnswered && !isNewer ? { left: found, mine } : null }
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
