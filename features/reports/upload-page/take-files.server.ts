import { openSentFile, type SentFile, type WorkbookProblem } from '#features/machinery/file-runs/sent-file.ts'
import { filesIn, textOf } from '#lib/form-fields.ts'
import type { SellerActionArgs } from '#web/guard.server.ts'
import { recogniseFile } from './recognise-file.server.ts'
import { takeFile, type FileRefusal, type Hint } from './take-file.server.ts'

export interface RefusedFile {
  name: string
  reason: FileRefusal | WorkbookProblem | 'many' | 'nothing'
}

const mostFiles = 20

export interface TakenFiles {
  /** Pages of the files that were taken. */
  taken: string[]
  refused: RefusedFile[]
}

/** Takes the files of a form, each for itself, or the pasted rows. Applies nothing. */
export async function takeFiles(args: SellerActionArgs, hint: Hint): Promise<TakenFiles> {
  const files = filesIn(args.form, 'file').filter(({ size }) => size > 0)
  args.form.delete('file')
  const pasted = textOf(args.form, 'pasted')
  if (files.length === 0 && pasted !== '') files.push(new File([pasted], args.texts.t('uploads.pastedName')))
  if (files.length === 0) return { taken: [], refused: [{ name: '', reason: 'nothing' }] }
  const refused: RefusedFile[] = []
  const taken: string[] = []
  const all = files.length
  // A file that is stored is not held any more.
  for (let file = files.shift(); file; file = files.shift()) {
    const { name } = file
    const bytes = all - files.length <= mostFiles ? new Uint8Array(await file.arrayBuffer()) : null
    const opened = bytes ? await openSentFile({ name, bytes }) : ({ ok: false, reason: 'many' } as const)
    if (!opened.ok) refused.push({ name, reason: opened.reason })
    for (const each of opened.ok ? await ownSheets(args, opened.files) : []) {
      const answer = await takeFile(args, each, hint)
      if (answer.ok) taken.push(answer.href)
      else refused.push({ name: each.name, reason: answer.reason })
    }
  }
  return { taken, refused }
}

/** Sheets of a workbook without those that only explain the others. */
async function ownSheets(args: SellerActionArgs, sheets: readonly SentFile[]): Promise<readonly SentFile[]> {
  if (sheets.length === 1) return sheets
  const known: SentFile[] = []
  for (const sheet of sheets) if ((await recogniseFile(args, sheet.bytes)).fits.length > 0) known.push(sheet)
  return known.length > 0 ? known : sheets
}
