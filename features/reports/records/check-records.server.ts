import type { SellerDb } from '#db/client.ts'
import type { FileWork, Worked } from '#features/machinery/file-runs/file-worker.ts'
import type { RunKey } from '#features/machinery/file-runs/run-parts-db.server.ts'
import { ownRows } from '#web/own-rows.ts'
import { lineOf, positionOf, workOnUpload } from '../uploads/upload-part.server.ts'
import { firstLine } from '#features/machinery/file-runs/uploaded-file.server.ts'
import { readFileRecords } from './read-records.server.ts'
import type { FileRecord, RecordColumns, RecordKind } from './record-kind.ts'
import type { RecordPlan, RecordUpload } from './record-plan.server.ts'
import { keepRecords, recordsNamed, removeRecords, type RecordVerdict, type StoredRecord } from './records-db.server.ts'
import { refuseRepeated } from './repeated-records.ts'

/** Whether the columns suffice to read records. */
export const areEnough = ({ needed }: RecordKind, columns: RecordColumns): boolean =>
  needed.every((kind) => columns[kind] !== undefined)

/**
 * Checks the records of a file and stores what was found of each, part by part, in several slices if it is long. Then the
 * seller decides. Takes nothing in.
 */
export async function checkRecords(
  { hub, run, isOver }: FileWork,
  kind: RecordKind,
  upload: RecordUpload,
): Promise<Worked> {
  const { sellerId, id, plan } = upload
  const key = { sellerId, id }
  const { read, write } = ownRows(hub, sellerId)
  const from = positionOf(run)?.from
  const begun = await workOnUpload(hub, run, async (db) => {
    if (!from) await removeRecords(db, key)
    return { position: { line: lineOf(run), from: from ?? firstLine }, doneRows: run.doneRows, errorRows: 0 }
  })
  if (begun.outcome !== 'done') return { outcome: 'lost' }
  let current = begun.run
  const checked: RecordPlan = { ...plan, isChecked: true }
  if (!areEnough(kind, plan.columns)) return { outcome: 'review', plan: checked }
  let isFirst = true
  let seen = 0
  const reading = { upload, from: from ?? firstLine }
  for await (const { records, rows, next } of readFileRecords({ hub, read }, kind, reading)) {
    seen = rows
    const last = records.at(-1)
    if (!last) continue
    // A short file is checked at once, however slow the machine is.
    if (!isFirst && isOver()) return { outcome: 'more' }
    isFirst = false
    const part = await workOnUpload(hub, current, async (db) => {
      await keepRecords(db, key, await judge(db, kind, { ...key, records }))
      return { position: { line: last.line, from: next }, doneRows: rows, errorRows: 0 }
    })
    if (part.outcome !== 'done') return { outcome: 'lost' }
    current = part.run
  }
  if (seen >= plan.lines) return { outcome: 'review', plan: checked }
  await write((db) => removeRecords(db, key))
  return { outcome: 'failed', failure: 'file-erased' }
}

/** Says of each record of a part whether it can be taken. */
async function judge(
  db: SellerDb,
  kind: RecordKind,
  { records, ...key }: RunKey & { records: readonly FileRecord[] },
): Promise<StoredRecord[]> {
  const above = await recordsNamed(db, { ...key, names: records.map(({ name }) => name) })
  const claimed = new Set(above.flatMap((record) => kind.claimOf(record) ?? []))
  const fresh = refuseRepeated(kind, records, claimed)
  const good = fresh.flatMap(({ line, good: found }) => (found ? [{ line, value: found.value }] : []))
  const known =
    good.length > 0 ? await kind.findKnown(db, { sellerId: key.sellerId, records: good }) : new Set<number>()
  return fresh.map((record) => ({
    line: record.line,
    name: record.name,
    verdict: verdictOf(record, known),
    summary: record.good?.summary ?? null,
    problems: record.problems,
  }))
}

function verdictOf({ line, good, isSkipped }: FileRecord, known: ReadonlySet<number>): RecordVerdict {
  if (good) return known.has(line) ? 'SAME' : 'CHANGE'
  return isSkipped ? 'SKIPPED' : 'PROBLEM'
}
