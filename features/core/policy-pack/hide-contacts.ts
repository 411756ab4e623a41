import type { Texts } from '#texts/texts.ts'
import type { PolicyPack } from './policy-pack.ts'

/** E-mail addresses, links, and phone numbers of at least seven digits. */
const patterns = [
  /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu,
  /(?:https?:\/\/|www\.)[^\s<>"]*[^\s<>".,;:!?)]/giu,
  /(?<![\p{L}\p{N}])(?:\+|\(?0)\d?(?:[\s()./-]{0,2}\d){6,14}(?![\p{L}\p{N}])/gu,
]

/**
 * Replaces e-mail addresses, phone numbers and links in a message. Phone numbers begin with 0 or +, so that prices, years
 * and article numbers stay.
 */
export const hideContacts = (text: string, replacement: string): string =>
  patterns.reduce((shown, pattern) => shown.replaceAll(pattern, () => replacement), text)

/** Shows messages of a question: without contact details, where the marketplace hides them. */
export const readableText =
  ({ maskContactData }: Pick<PolicyPack, 'maskContactData'>, { t }: Pick<Texts, 't'>) =>
  (text: string): string =>
    maskContactData ? hideContacts(text, t('talk.hidden')) : text
