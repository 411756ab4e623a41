import { textOf } from '#lib/form-fields.ts'
import type { Texts } from '#texts/texts.ts'
import { readWorkbook } from './read-workbook.server.ts'

/** A file as it was sent; the chosen sheet of a workbook as text. */
export interface SentFile {
  name: string
  bytes: Uint8Array
}

/** The sheets of a workbook, one of which is to be chosen. */
export interface SheetChoice {
  label: string
  names: readonly string[]
}

/** A workbook that cannot be taken as it was sent. */
export interface RefusedWorkbook {
  ok: false
  reason: 'workbook'
  error: string
  /** Null if no choice helps. */
  sheets: SheetChoice | null
}

/** Takes the file out of a form, so that it is held once; the pasted text if there is none. */
export async function takeSentFile(
  form: FormData,
  { pastedName, texts }: { pastedName: string; texts: Texts },
): Promise<{ ok: true; file: SentFile } | RefusedWorkbook> {
  const chosen = form.get('file')
  form.delete('file')
  if (!(chosen instanceof File) || chosen.size === 0)
    return { ok: true, file: { name: pastedName, bytes: new TextEncoder().encode(textOf(form, 'pasted')) } }
  const file = { name: chosen.name || pastedName, bytes: new Uint8Array(await chosen.arrayBuffer()) }
  const opened = await openSentFile(file)
  if (!opened.ok) return { ok: false, reason: 'workbook', error: workbookError(opened.reason, texts), sheets: null }
  const { files } = opened
  const [first] = files
  const own = files.length > 1 ? files.find(({ sheet }) => sheet === textOf(form, 'sheet')) : first
  if (own) return { ok: true, file: own }
  const names = files.map(({ sheet }) => sheet)
  const sheets = { label: texts.t('uploads.workbook.sheet'), names }
  return { ok: false, reason: 'workbook', error: texts.t('uploads.workbook.sheets'), sheets }
}

/** Why a workbook cannot be read. */
export type WorkbookProblem = 'large' | 'broken' | 'empty'

/** Says why a workbook cannot be read. */
export const workbookError = (problem: WorkbookProblem, { t }: Texts): string => t('uploads.workbook', { problem })

/** Opens a file as it was sent: a workbook as its sheets that have rows, another one as it is. */
export async function openSentFile(
  file: SentFile,
): Promise<{ ok: true; files: (SentFile & { sheet: string })[] } | { ok: false; reason: WorkbookProblem }> {
  const read = await readWorkbook(file.bytes)
  if (!read) return { ok: true, files: [{ ...file, sheet: '' }] }
  if (!read.ok) return read
  if (read.sheets.length === 0) return { ok: false, reason: 'empty' }
  const isOne = read.sheets.length === 1
  const files = read.sheets.map(({ name, bytes }) => ({
    name: isOne ? file.name : `${file.name} – ${name}`,
    bytes,
    sheet: name,
  }))
  return { ok: true, files }
}
