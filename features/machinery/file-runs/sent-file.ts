import { textOf } from '#lib/form-fields.ts'
import type { Texts } from '#texts/texts.ts'
import { readWorkbook } from './read-workbook.server.ts'

/** A file as it was sent; the chosen sheet of a workbook as text. */
export interface SentFile {
  name: string
  bytes: Uint8Array
}

/** A question about a file that is sent again with the answer, such as the sheet of a workbook. */
export interface FileChoice {
  name: 'sheet' | 'place'
  label: string
  value: string
  options: readonly { value: string; label: string }[]
}

export interface RefusedFile {
  ok: false
  reason: 'file'
  error: string
  choices: readonly FileChoice[]
}

export interface TakenFile {
  ok: true
  file: SentFile
  choices: readonly FileChoice[]
}

/** Takes the file out of a form, so that it is held once; the pasted text if there is none. */
export async function takeSentFile(
  form: FormData,
  { pastedName, texts }: { pastedName: string; texts: Texts },
): Promise<TakenFile | RefusedFile> {
  const chosen = form.get('file')
  form.delete('file')
  if (!(chosen instanceof File) || chosen.size === 0)
    return {
      ok: true,
      file: { name: pastedName, bytes: new TextEncoder().encode(textOf(form, 'pasted')) },
      choices: [],
    }
  const file = { name: chosen.name || pastedName, bytes: new Uint8Array(await chosen.arrayBuffer()) }
  const opened = await openSentFile(file)
  if (!opened.ok)
    return { ok: false, reason: 'file', error: texts.t('uploads.workbook', { problem: opened.reason }), choices: [] }
  const { files } = opened
  const [first] = files
  if (files.length === 1 && first) return { ok: true, file: first, choices: [] }
  const value = textOf(form, 'sheet')
  const options = files.map(({ sheet }) => ({ value: sheet, label: sheet }))
  const choices = [{ name: 'sheet', label: texts.t('uploads.workbook.sheet'), value, options } as const]
  const own = files.find(({ sheet }) => sheet === value)
  return own
    ? { ok: true, file: own, choices }
    : { ok: false, reason: 'file', error: texts.t('uploads.workbook.sheets'), choices }
}

export type WorkbookProblem = 'large' | 'broken' | 'empty'

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
