import type { SellerDb } from '#db/client.ts'
import type { FileWork, Worked } from '#features/machinery/file-runs/file-worker.ts'
import type { TableFile } from '#lib/table-file.ts'
import { ownRows } from '#web/own-rows.ts'
import { lineOf, workOnPart } from '../uploads/upload-part.server.ts'
import { openInput } from './record-file.server.ts'
import type { FileRecord, RecordColumns, RecordKind, RecordShop } from './record-kind.ts'
import type { RecordPlan, RecordUpload } from './record-plan.server.ts'
import { keepRecords, removeRecords, type RecordVerdict, type StoredRecord } from './records-db.server.ts'

/** Records that are checked in one transaction. */
const recordsAtOnce = 1_000

/** Whether the columns suffice to read records. */
export const areEnough = ({ needed }: RecordKind, columns: RecordColumns): boolean =>
  needed.every((kind) => columns[kind] !== undefined)

/** Records of a file, and the number of its rows so far. */
interface RecordPart {
  records: FileRecord[]
  rows: number
}

/** Reads the records of a file, part by part. */
export async function* readFileRecords(
  kind: RecordKind,
  { file, columns, shop }: { file: TableFile; columns: RecordColumns; shop: RecordShop },
): AsyncGenerator<RecordPart> {
  const reader = kind.reader(columns, file, shop)
  let waiting: FileRecord[] = []
  let rows = 0
  for await (const records of file.records()) {
    waiting.push(...reader.read(records))
    rows += records.length
    while (waiting.length >= recordsAtOnce) {
      yield { records: waiting.slice(0, recordsAtOnce), rows }
      waiting = waiting.slice(recordsAtOnce)
    }
  }
  yield { records: [...waiting, ...reader.end()], rows }
}

/** The shop for which its files are read. */
export async function readRecordShop(db: SellerDb, sellerId: number): Promise<Omit<RecordShop, 'now'>> {
  return db
    .selectFrom('sellers')
    .select(['currency', 'time_zone as timeZone'])
    .where('id', '=', sellerId)
    .executeTakeFirstOrThrow()
}

/**
 * Checks the records of a file and stores what was found of each, part by part, in several slices if it is long. Then the
 * seller decides. Takes nothing in.
 */
export async function checkRecords(
  { hub, run, isOver }: FileWork,
  kind: RecordKind,
  { sellerId, id, plan }: RecordUpload,
): Promise<Worked> {
  const key = { sellerId, id }
  const { read } = ownRows(hub, sellerId)
  const file = await openInput(read, key, kind.named)
  if (!file) return { outcome: 'failed', failure: 'file-erased' }
  const begun = await workOnPart(hub, run, async (db) => {
    if (run.position === null) await removeRecords(db, key)
    return { position: { line: lineOf(run) }, doneRows: run.doneRows, errorRows: 0 }
  })
  if (begun.outcome !== 'done') return { outcome: 'lost' }
  let current = begun.run
  const checked: RecordPlan = { ...plan, isChecked: true }
  if (!areEnough(kind, plan.columns)) return { outcome: 'review', plan: checked }
  const shop = { ...(await read((db) => readRecordShop(db, sellerId))), now: hub.now() }
  let isFirst = true
  for await (const { records, rows } of readFileRecords(kind, { file, columns: plan.columns, shop })) {
    const after = lineOf(current)
    const left = records.filter(({ line }) => line > after)
    const last = left.at(-1)
    if (!last) continue
    // A short file is checked at once, however slow the machine is.
    if (!isFirst && isOver()) return { outcome: 'more' }
    isFirst = false
    const part = await workOnPart(hub, current, async (db) => {
      await keepRecords(db, key, await judge(db, { sellerId, kind, records: left }))
      return { position: { line: last.line }, doneRows: rows, errorRows: 0 }
    })
    if (part.outcome !== 'done') return { outcome: 'lost' }
    current = part.run
  }
  return { outcome: 'review', plan: checked }
}

async function judge(
  db: SellerDb,
  { sellerId, kind, records }: { sellerId: number; kind: RecordKind; records: readonly FileRecord[] },
): Promise<StoredRecord[]> {
  const good = records.flatMap(({ line, good: found }) => (found ? [{ line, value: found.value }] : []))
  const known = good.length > 0 ? await kind.findKnown(db, { sellerId, records: good }) : new Set<number>()
  return records.map((record) => ({
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
