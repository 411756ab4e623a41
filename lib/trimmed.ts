/**
 * What nobody sees and programs put around what is copied: marks of the direction of writing, which come with cells of spreadsheets,
 * chats and mails, widths of nothing, and hyphens for the end of a line. Joiners are not among them: letters of words and emoji hang on these.
 */
const unseen = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g
// The same and white space, turned round: every page loads this, and one spelled from the other is longer.
const seen = /[^\s\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/

/** A text without the white space around it, and without what nobody sees there. */
export function trimmed(text: string): string {
  let end = text.length
  while (end > 0 && !seen.test(text.charAt(end - 1))) end -= 1
  return text.slice(text.search(seen), end)
}

/** A number or code as it was typed or pasted, with plain spaces and hyphens, and without what nobody sees anywhere in it. */
export const typedCode = (text: string) =>
  text
    .replaceAll(unseen, '')
    .replaceAll(/\s/g, ' ')
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
    .trim()
