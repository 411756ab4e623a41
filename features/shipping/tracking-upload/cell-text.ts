/**
 * Text of a field without spreadsheet text marks (`="0012"`, `'0012`) and invisible characters; empty if a report
 * writes dashes.
 */
export function unquoted(field: string): string {
  const trimmed = field.replaceAll(/\p{Cf}/gu, '').trim()
  const text = /^="(.*)"$/s.exec(trimmed)?.[1] ?? trimmed.replace(/^['’`](?=[=+@\p{L}\p{N}-])/u, '')
  return /^[-–—]+$/.test(text) ? '' : text
}

const marks = '\'"’‘“”`´#*;,:|<>_'

/** Removes marks around a number: `#12-…`, `'RA…GB'`, `*RA…GB*`. */
export function withoutMarks(text: string): string {
  let [start, end] = [0, text.length]
  const isMark = (at: number) => marks.includes(text.charAt(at)) || text.charAt(at).trim() === ''
  while (start < end && isMark(start)) start += 1
  while (end > start && isMark(end - 1)) end -= 1
  return text.slice(start, end)
}
