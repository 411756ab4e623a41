/**
 * What nobody sees and programs put around what is copied: marks of the direction of writing, which come with cells of spreadsheets,
 * chats and mails, widths of nothing, and hyphens for the end of a line. Joiners are not among them: letters of words and emoji hang on these.
 */
const unseen = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/
const around = new RegExp(`${unseen.source}|\\s`)

/** A text without the white space around it, and without what nobody sees there. */
export function trimmed(text: string): string {
  let [from, to] = [0, text.length]
  while (from < to && around.test(text.charAt(from))) from += 1
  while (from < to && around.test(text.charAt(to - 1))) to -= 1
  return text.slice(from, to)
}

/** A number or code as it was typed or pasted, with plain spaces and hyphens, and without what nobody sees anywhere in it. */
export const typedCode = (text: string) =>
  text
    .replaceAll(new RegExp(unseen.source, 'g'), '')
    .replaceAll(/\s/g, ' ')
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
    .trim()
