import { readWorkbook } from './read-workbook.server.ts'

/** A file as it was sent; a sheet of a workbook as text. */
export interface SentFile {
  name: string
  bytes: Uint8Array
}

export type WorkbookProblem = 'large' | 'broken' | 'empty'

/** Opens a file as it was sent: a workbook as its sheets that have rows, another one as it is. */
export async function openSentFile(
  file: SentFile,
): Promise<{ ok: true; files: SentFile[] } | { ok: false; reason: WorkbookProblem }> {
  const read = await readWorkbook(file.bytes)
  if (!read) return { ok: true, files: [file] }
  if (!read.ok) return read
  if (read.sheets.length === 0) return { ok: false, reason: 'empty' }
  const isOne = read.sheets.length === 1
  const files = read.sheets.map(({ name, bytes }) => ({
    name: isOne ? file.name : `${file.name} – ${name}`,
    bytes,
  }))
  return { ok: true, files }
}
