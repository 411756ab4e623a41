/** Texts that programs write into empty cells. */
const nothing = /^(?:[-–—]+|n\/?a|null|none|nan|nil|not stocked)$/i

/**
 * Text of a field without spreadsheet text marks (`="0012"`, `'0012`), a link formula and invisible characters; empty
 * if a program writes dashes, `null` or `not stocked`.
 */
export function unquoted(field: string): string {
  const trimmed = field.replaceAll(/\p{Cf}/gu, '').trim()
  const shown = /^="(.*)"$/s.exec(trimmed)?.[1] ?? /^=HYPERLINK\(.*[,;] *"([^"]*)" *\)$/is.exec(trimmed)?.[1]
  const text = shown ?? trimmed.replace(/^['’`](?=[=+@\p{L}\p{N}-])/u, '')
  return nothing.test(text) ? '' : text
}

const marks = '\'"’‘“”„‚«»‹›`´#*;,:.|<>()[]{}_'

/** Removes marks around a number: `#12-…`, `'RA…GB'`, `*RA…GB*`. */
export function withoutMarks(text: string): string {
  let [start, end] = [0, text.length]
  const isMark = (at: number) => marks.includes(text.charAt(at)) || text.charAt(at).trim() === ''
  while (start < end && isMark(start)) start += 1
  while (end > start && isMark(end - 1)) end -= 1
  return text.slice(start, end)
}
