import type { Messages } from '@lingui/core'
import { compileMessages } from './compile.ts'
import { de, en } from './messages.ts'
import { pseudoMessages } from './pseudo.ts'
import { createTexts, pseudoLocale, type Texts } from './texts.ts'

const catalogues = new Map<string, Messages>()

/** A locale's compiled messages, compiled once per process. Unknown locales read English. */
function messagesOf(locale: string): Messages {
  let messages = catalogues.get(locale)
  if (!messages) {
    messages =
      locale === pseudoLocale ? pseudoMessages(compileMessages(en)) : compileMessages(locale === 'de' ? de : en)
    catalogues.set(locale, messages)
  }
  return messages
}

// Formatters take milliseconds to create and are shared by readers with the same locale and zone.
const readers = new Map<string, Texts>()

export function textsFor(locale: string, timeZone: string): Texts {
  const key = `${locale} ${timeZone}`
  let texts = readers.get(key)
  if (!texts) {
    const messages = messagesOf(locale)
    readers.set(key, (texts = withNewValues(createTexts({ locale, timeZone, messages }), messages)))
  }
  return texts
}

/** Texts in which a value that a later version stored, and this one has no text for, is its own name: "Own payment". */
const withNewValues = (texts: Texts, messages: Messages): Texts => ({
  ...texts,
  t: (key, values) => (messages[key] === undefined && valueName(key)) || texts.t(key, values),
})

/** The name of the value with which a key ends: `payments.kind.OWN_PAYMENT` is "Own payment"; null for other keys. */
function valueName(key: string): string | null {
  const [, first, rest] = /\.([A-Z])([A-Z0-9_]*)$/.exec(key) ?? []
  return first === undefined || rest === undefined ? null : first + rest.replaceAll('_', ' ').toLowerCase()
}
