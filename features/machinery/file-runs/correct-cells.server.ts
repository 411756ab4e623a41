import { unquoted } from '#lib/cell-text.ts'
import type { CsvRecord } from '#lib/csv-reader.ts'
import { findTextForm } from '#lib/delimited-file.ts'
import { textOf, textsIn } from '#lib/form-fields.ts'
import { shortened } from '#lib/shortened.ts'
import { tableRecords, type TableForm } from '#lib/table-file.ts'
import { writeTable } from '#lib/write-table.ts'
import type { SellerActionArgs } from '#web/guard.server.ts'
import { beginAtOnce } from './begin-at-once.server.ts'
import { longestCorrected } from './corrected-cells.ts'
import { queueRun } from './file-runs-db.server.ts'
import type { FileWorker } from './file-worker.ts'
import { reopenRun } from './reopen-runs-db.server.ts'
import { removeParts, storedParts } from './run-parts-db.server.ts'
import { keepUploadedFile } from './uploaded-file.server.ts'

interface TypedCell {
  line: number
  at: number
  /** What the problem showed: of an order's rows, the cell is in the first that says so. */
  was: string
  text: string
}

/** Reads the cells of a form that differ from those of the file. */
export function typedCells(form: FormData): TypedCell[] {
  return textsIn(form).flatMap(([name, text]) => {
    const [, line, at] = /^cell\.(\d{1,9})\.(\d{1,4})$/.exec(name) ?? []
    const was = textOf(form, `was.${line}.${at}`)
    const typed = text.trim()
    if (line === undefined || typed === was) return []
    return [{ line: Number(line), at: Number(at), was, text: shortened(typed, longestTyped) }]
  })
}

const longestTyped = 500
/** Rows below the first one of an order in which its cell is looked for. */
const mostBelow = 200

export function withCells(records: readonly CsvRecord[], cells: readonly TypedCell[]): CsvRecord[] {
  const corrected = [...records]
  for (const { line, at, was, text } of cells) {
    const first = records.findIndex((record) => record.line === line)
    if (first < 0) continue
    const below = records.slice(first, was === '' ? first + 1 : first + mostBelow)
    const place = below.findIndex(({ fields }) => shortened(unquoted(fields[at] ?? ''), longestCorrected) === was)
    const nth = first + Math.max(0, place)
    const record = corrected[nth]
    if (!record) continue
    const length = Math.max(record.fields.length, at + 1)
    const fields = Array.from({ length }, (_, each) => (each === at ? text : (record.fields[each] ?? '')))
    corrected[nth] = { ...record, fields }
  }
  return corrected
}

interface CheckedUpload {
  id: string
  plan: TableForm & { lines: number; check: string; isChecked: boolean }
}

/**
 * Writes the typed cells of a form into a stored file and checks it again. Changes nothing if the file has lines that
 * cannot be read, is no longer kept, or is being applied; one that is over waits for the seller again.
 */
export async function correctCells(
  { form, hub, seller, read, write, ...args }: SellerActionArgs,
  { upload: { id, plan }, worker }: { upload: CheckedUpload; worker: FileWorker },
): Promise<void> {
  const key = { sellerId: seller.id, id }
  const cells = typedCells(form)
  const records: CsvRecord[] = []
  const parts = storedParts(read, { ...key, file: 'INPUT' })
  if (cells.length > 0)
    for await (const part of tableRecords(parts, { form: plan.form, skipped: 0 })) records.push(...part)
  if (records.length === 0 || records.some(({ problem }) => problem !== undefined)) return
  const bytes = writeTable(withCells(records, cells))
  const textForm = findTextForm(bytes)
  if (!textForm) return
  const next = { ...plan, form: textForm, check: crypto.randomUUID(), isChecked: false }
  const isQueued = await write(async (db) => {
    await reopenRun(db, key)
    if (!(await queueRun(db, { ...key, event: 'QUEUE', plan: next, totalRows: plan.lines, now: hub.now() })))
      return false
    await removeParts(db, { ...key, file: 'INPUT' })
    await keepUploadedFile(db, key, bytes)
    return true
  })
  if (isQueued) await beginAtOnce({ form, hub, seller, read, write, ...args }, { id, worker })
}
