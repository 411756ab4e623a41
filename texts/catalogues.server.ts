import type { Messages } from '@lingui/core'
import { compileMessages } from './compile.ts'
import { messages as de } from './de.ts'
import { messages as en } from './en.ts'
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

/** Texts for a locale and zone. */
export function textsFor(locale: string, timeZone: string): Texts {
  const key = `${locale} ${timeZone}`
  let texts = readers.get(key)
  if (!texts) readers.set(key, (texts = createTexts({ locale, timeZone, messages: messagesOf(locale) })))
  return texts
}
