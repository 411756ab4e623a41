import { secretOf } from '#lib/form-fields.ts'
import { isFormKey, readMode } from './form-mode.ts'
import type { HiddenFields } from './form-view.ts'
import { readTyped } from './typed-form.ts'

export type SentForm = NonNullable<ReturnType<typeof readSentForm>>

/** Maximum characters of a saved form, mostly for the description. */
export const maxFormBytes = 150_000

export function readSentForm(form: FormData) {
  const text = (name: string) => secretOf(form, name)
  const [mode, key, revision] = [readMode(text('mode')), text('key'), Number(text('revision') || 0)]
  if (!mode || !isFormKey(key) || !Number.isSafeInteger(revision)) return null
  const [, itemNumber, version] = /^(\d{12}):(\d{1,9})$/.exec(text('on')) ?? []
  if (mode === 'ReviseItem' && !itemNumber) return null
  const from = /^\d{12}$/.test(text('from')) ? text('from') : null
  return {
    typed: readTyped(form),
    hidden: { mode, key, revision, from, on: itemNumber ? { itemNumber, version: Number(version) } : null },
    // The submit button: `publish`, `save`, `search`, `product:1000000001` and so on.
    intent: text('intent'),
    search: text('search'),
  }
}

export function hiddenValues({ mode, key, revision, on, from }: HiddenFields): Record<string, string> {
  return {
    mode,
    key,
    revision: String(revision),
    on: on ? `${on.itemNumber}:${on.version}` : '',
    from: from ?? '',
  }
}
