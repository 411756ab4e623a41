import type { SellerDb } from '#db/client.ts'
import type { FileWork } from '#features/machinery/file-runs/file-worker.ts'
import { namesBuyers } from '#features/machinery/file-runs/personal-columns.ts'
import type { RunKey } from '#features/machinery/file-runs/run-parts-db.server.ts'
import { firstLine, uploadedParts, type FileLine } from '#features/machinery/file-runs/uploaded-file.server.ts'
import { workOnPart } from '#features/machinery/file-runs/work-on-part.server.ts'
import { openTable, sampleColumns } from '#lib/table-file.ts'
import { ownRows } from '#web/own-rows.ts'
import type {
  AppliedSlice,
  RecordKind,
  RecordProblem,
  RecordReading,
  RecordVerdict,
  TabRows,
} from '#features/machinery/records/record-kind.ts'
import { positionOf, type RecordPlan, type RecordUpload } from '#features/machinery/records/record-plan.ts'
import { resultsBetween } from '#features/machinery/records/records-db.server.ts'
import { shopForm } from '#features/machinery/records/shop-form.server.ts'
import type { FileRecord, ValueKind } from './value-kind.ts'
import { keepRecords, listRecords, markRecords, recordsNamed, type StoredRecord } from './value-records-db.server.ts'
import { questionWords, summaryWords, valueWords } from './value-words.ts'

const tabs: Readonly<Record<string, TabRows>> = {
  done: { verdicts: ['DONE'] },
  new: { verdicts: ['CHANGE'] },
  problems: { verdicts: ['PROBLEM', 'REFUSED'] },
  same: { verdicts: ['SAME'] },
  skipped: { verdicts: ['SKIPPED'] },
}

export const kindOfValues = (kind: ValueKind): RecordKind => ({
  run: kind.run,
  access: kind.access,
  table: 'upload_records',
  columnKinds: kind.columnKinds,
  tabs,
  async open(bytes) {
    const opened = await openTable(bytes, kind.named)
    return opened.ok ? { ...opened, dialect: kind.dialectOf(opened.file) } : opened
  },
  mayNameBuyers: ({ header }) => kind.hasBuyers || namesBuyers(header),
  findColumns: (_of, file) =>
    Promise.resolve({ columns: file.chosen ?? kind.findColumns(sampleColumns(file), file.seller.currency) }),
  missing: (columns) => kind.needed.filter((each) => columns[each] === undefined),
  questions: ({ form, shop, texts }) =>
    Promise.resolve(kind.questions(form, shop).map((question) => questionWords(question, texts))),
  async *check(of, upload, { from }) {
    for await (const { records, rows, next } of readRecords(of, kind, { upload, from })) {
      yield {
        rows,
        position: { line: records.at(-1)?.line ?? 0, from: next },
        keep: async (db) => keepRecords(db, upload, await judge(db, kind, { ...upload, records })),
      }
    }
  },
  apply: (work, upload) => take(work, kind, upload),
  undo: null,
  list: async (db, of, texts) =>
    (await listRecords(db, of)).map(({ line, name, summary, problems }) => ({
      line,
      name: { text: name || texts.t('movingIn.nameless'), note: '', href: null },
      summary: summary ? summaryWords(kind.run, summary, texts) : '–',
      problems,
    })),
  belowRow: (plan, fields) => belowRow(kind, plan, fields),
  words: valueWords(kind.run),
})

/** A row without a name is a note or a total, unless it has an item; others are of the record above them. */
function belowRow(
  { nameColumn }: ValueKind,
  { columns }: RecordPlan,
  fields: readonly string[],
): 'above' | RecordProblem | null {
  if (fields.every((field) => field.trim() === '')) return null
  const has = (kind: string) => (fields[columns[kind] ?? -1] ?? '').trim() !== ''
  if (has(nameColumn) || (has('title') && has('price'))) return 'above'
  return { column: null, value: '', rule: 'note' }
}

/** Records of a part: they are checked in one transaction. */
const recordsAtOnce = 1_000

interface RecordPart {
  records: FileRecord[]
  /** Rows of the file that were read so far. */
  rows: number
  /** Where the records begin. */
  from: FileLine
  /** Where those of the next part begin. */
  next: FileLine
}

/**
 * Reads the records of a stored file part by part from the beginning of a record, so that memory stays flat. The last part
 * has `plan.lines` rows, unless the file was erased meanwhile.
 */
async function* readRecords(
  of: RecordReading,
  kind: ValueKind,
  { upload, from }: { upload: RecordUpload; from: FileLine },
): AsyncGenerator<RecordPart> {
  const { form, shop } = await shopForm(of, upload)
  const reader = kind.reader(form, shop)
  let waiting: FileRecord[] = []
  let rows = 0
  let [begin, end] = [from, from]
  for await (const part of uploadedParts(of.read, upload, from)) {
    waiting.push(...reader.read(part.records))
    rows = part.rows
    const last = part.records.at(-1)
    if (last) end = part.lineAt(last.line + 1)
    for (let after = waiting[recordsAtOnce]; after; after = waiting[recordsAtOnce]) {
      const next = part.lineAt(after.line)
      yield { records: waiting.slice(0, recordsAtOnce), rows, from: begin, next }
      begin = next
      waiting = waiting.slice(recordsAtOnce)
    }
  }
  yield { records: [...waiting, ...reader.end()], rows, from: begin, next: end }
}

/** Says of each record of a part whether it can be taken. */
async function judge(
  db: SellerDb,
  kind: ValueKind,
  { sellerId, id, records }: RunKey & { records: readonly FileRecord[] },
): Promise<StoredRecord[]> {
  const above = await recordsNamed(db, { sellerId, id, names: records.map(({ name }) => name) })
  const claimed = new Set(above.flatMap((record) => kind.claimOf(record) ?? []))
  const fresh = refuseRepeated(kind, records, claimed)
  const good = fresh.flatMap(({ line, good: found }) => (found ? [{ line, value: found.value }] : []))
  const known = good.length > 0 ? await kind.findKnown(db, { sellerId, records: good }) : new Set<number>()
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

/** Takes checked records, which are read again. Those that an earlier slice took are marked. */
async function take({ hub, run, isOver }: FileWork, kind: ValueKind, upload: RecordUpload): Promise<AppliedSlice> {
  const { sellerId, id, plan, memberName } = upload
  const { read } = ownRows(hub, sellerId)
  const from = positionOf(run)?.from ?? firstLine
  let current = run
  let [isFirst, seen] = [true, 0]
  for await (const { records, rows, from: place } of readRecords({ hub, read }, kind, { upload, from })) {
    seen = rows
    const [first, last] = [records[0], records.at(-1)]
    if (!first || !last) continue
    const stored = await read((db) => resultsBetween(db, takenFrom, { sellerId, id, from: first.line, to: last.line }))
    const waiting = new Set(stored.flatMap(({ line, verdict }) => (verdict === 'CHANGE' ? [line] : [])))
    const wanted = records.flatMap(({ line, good }) => (good && waiting.has(line) ? [{ line, value: good.value }] : []))
    for (let at = 0; at < wanted.length; at += kind.atOnce) {
      // However slow the machine is, each slice takes a part.
      if (!isFirst && isOver()) return { outcome: 'more' }
      isFirst = false
      const taken = wanted.slice(at, at + kind.atOnce)
      const outcomes = await kind.take({ hub, sellerId, memberName, records: taken })
      const before = current
      const part = await workOnPart(hub, before, async (db) => {
        await markRecords(db, { sellerId, id }, outcomes)
        return {
          position: { line: taken.at(-1)?.line ?? 0, from: place },
          doneRows: before.doneRows + taken.length,
          errorRows: before.errorRows + outcomes.filter(({ problems }) => problems.length > 0).length,
        }
      })
      if (part.outcome !== 'done') return { outcome: 'lost' }
      current = part.run
    }
  }
  return seen < plan.lines ? { outcome: 'erased' } : { outcome: 'through', run: current }
}

const takenFrom = { table: 'upload_records' } as const

/** Refuses records that claim what an earlier one of the file has: one above the part (`claimed`), or in it. */
export function refuseRepeated(
  kind: Pick<ValueKind, 'nameColumn' | 'claimOf'>,
  records: readonly FileRecord[],
  claimed: ReadonlySet<string>,
): FileRecord[] {
  const seen = new Set(claimed)
  return records.map((record) => {
    const claim = kind.claimOf({ name: record.name, summary: record.good?.summary ?? null })
    if (claim === null) return record
    if (seen.has(claim)) return repeated(record, kind.nameColumn)
    seen.add(claim)
    return record
  })
}

const repeated = (record: FileRecord, column: string): FileRecord => ({
  ...record,
  good: null,
  isSkipped: false,
  problems: [{ column, value: record.name, rule: 'twice' }, ...record.problems],
})
