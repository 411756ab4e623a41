/**
 * Invisible characters that copied text carries: direction marks from spreadsheets, chats and mails, zero-width spaces,
 * soft hyphens. Joiners are excluded: words and emoji need them.
 */
const unseen = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g
// The complement, plus white space. Written out because every page loads this, and deriving it takes more bytes.
const seen = /[^\s\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/

/** Trims white space and invisible characters. */
export function trimmed(text: string): string {
  let end = text.length
  while (end > 0 && !seen.test(text.charAt(end - 1))) end -= 1
  return text.slice(text.search(seen), end)
}

/** Cleans a typed or pasted code: plain spaces and hyphens, no invisible characters anywhere. */
export const typedCode = (text: string) =>
  text
    .replaceAll(unseen, '')
    .replaceAll(/\s/g, ' ')
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
    .trim()
