/**
 * What a field says: without the marks by which spreadsheets are told to leave a text alone (`="0012"`, `'0012`), without what
 * nobody can see (marks of direction, widths of nothing), and nothing where a report writes dashes for it.
 */
export function unquoted(field: string): string {
  const trimmed = field.replaceAll(/\p{Cf}/gu, '').trim()
  const text = /^="(.*)"$/s.exec(trimmed)?.[1] ?? trimmed.replace(/^['’`](?=[=+@\p{L}\p{N}-])/u, '')
  return /^[-–—]+$/.test(text) ? '' : text
}

const marks = '\'"’‘“”`´#*;,:|<>_'

/** A number without the marks that people and programs put around it: `#12-…`, `'RA…GB'`, `*RA…GB*`. */
export function withoutMarks(text: string): string {
  let [start, end] = [0, text.length]
  const isMark = (at: number) => marks.includes(text.charAt(at)) || text.charAt(at).trim() === ''
  while (start < end && isMark(start)) start += 1
  while (end > start && isMark(end - 1)) end -= 1
  return text.slice(start, end)
}
