import type { SellerDb } from '#db/client.ts'
import type { TakenRun } from '#features/machinery/file-runs/file-run.ts'
import type { FileWork, Worked } from '#features/machinery/file-runs/file-worker.ts'
import { firstLine, uploadedParts, type FileLine } from '#features/machinery/file-runs/uploaded-file.server.ts'
import { workOnPart } from '#features/machinery/file-runs/work-on-part.server.ts'
import { noDays, orderOfDays, type ColumnOrder } from '#lib/written-day.ts'
import { dateAt } from '#lib/zoned-time.ts'
import type { Hub } from '#web/hub.ts'
import { ownRows } from '#web/own-rows.ts'
import { checkRows, type CheckFacts } from './check-rows.server.ts'
import { groupRows, recipientsOf, type Above } from './group-rows.server.ts'
import { isEnough } from './meanings.ts'
import { rawRow } from './read-tracking-file.ts'
import { withCells, type TypedCell } from './review-form.ts'
import type { RawRow } from './table-rows.ts'
import {
  editsBetween,
  keepReadRows,
  markUnread,
  removeUnread,
  rowsBelow,
  rowsToCheck,
  storeVerdicts,
  type GroupPlace,
} from './tracking-rows-db.server.ts'
import { uploadOf } from './uploads-db.server.ts'

/** Rows that are read or checked in one transaction. */
const rowsAtOnce = 1_000
/** Parts that a slice does at least: a short file is checked at once, however slow the machine is. */
const leastParts = 4

type ReadPosition =
  | { step: 'file'; from: FileLine; rows: number; above: Above }
  | { step: 'rows'; row: number; rows: number; above: Above }
interface CheckPosition extends GroupPlace {
  step: 'check'
  columnOrder: ColumnOrder | null
  rows: number
}
type Position = ReadPosition | CheckPosition

/** Does a part of the work; returns where the next one begins, or null if nothing is left. It may be repeated. */
type Part = (db: SellerDb) => Promise<Position | null>

interface Checking extends CheckFacts {
  hub: Hub
  run: TakenRun
}

/**
 * Checks uploaded tracking numbers part by part: reads the rows and finds the order of each, then checks the rows of
 * whole orders. Then the seller decides. Changes no orders.
 */
export async function checkUpload({ hub, run, isOver }: FileWork): Promise<Worked> {
  const { isUnread = false, typed = [], ...form } = uploadOf(run).form
  const checking: Checking = { ...(await factsOf(hub, run)), form, hub, run }
  const slice: Slice = { hub, run, isOver, position: positionOf(run) ?? beginning(isUnread), parts: 0 }
  if (slice.position.step !== 'check') {
    const outcome = await doParts(slice, readParts(checking, slice, typed))
    if (outcome !== 'through') return { outcome }
  }
  const { position } = slice
  if (position.step !== 'check') return { outcome: 'failed', failure: 'file-erased' }
  const checked = { ...form, columnOrder: position.columnOrder }
  const outcome = await doParts(slice, checkParts({ ...checking, form: checked }, slice))
  return outcome === 'through' ? { outcome: 'review', plan: { ...checked, isChecked: true } } : { outcome }
}

interface Slice extends Pick<FileWork, 'hub' | 'run' | 'isOver'> {
  position: Position
  parts: number
}

/** Does parts, each in a transaction with its progress, until the time is over. */
async function doParts(slice: Slice, parts: AsyncIterable<Part>): Promise<'through' | 'more' | 'lost'> {
  for await (const part of parts) {
    if (slice.parts >= leastParts && slice.isOver()) return 'more'
    const done = await workOnPart(slice.hub, slice.run, async (db) => {
      const position = await part(db)
      return position && { position, doneRows: doneRows(position, slice.run), errorRows: 0 }
    })
    if (done.outcome !== 'done') return done.outcome
    slice.run = done.run
    slice.position = done.run.position as Position
    slice.parts += 1
  }
  return 'through'
}

/** Rows that are through: each is read, and then checked. */
const doneRows = ({ step, rows }: Position, { totalRows }: TakenRun) =>
  Math.min(totalRows ?? 0, Math.round((step === 'check' ? (totalRows ?? 0) + rows : rows) / 2))

/** Only this worker writes positions of this kind, so the cast is safe. */
const positionOf = ({ position }: TakenRun) => position as Position | null

const nothingAbove: Above = { order: '', days: noDays }

const beginning = (isUnread: boolean): Position =>
  isUnread
    ? { step: 'file', from: firstLine, rows: 0, above: nothingAbove }
    : { step: 'rows', row: 0, rows: 0, above: nothingAbove }

const checkFrom = ({ days }: Above): CheckPosition => ({
  step: 'check',
  columnOrder: orderOfDays(days),
  group: '',
  row: 0,
  rows: 0,
})

async function factsOf(hub: Hub, { sellerId }: TakenRun): Promise<Omit<CheckFacts, 'form'>> {
  const { read } = ownRows(hub, sellerId)
  const { zone } = await read((db) =>
    db.selectFrom('sellers').select('time_zone as zone').where('id', '=', sellerId).executeTakeFirstOrThrow(),
  )
  return { sellerId, carriers: hub.config.carriers, zone, now: hub.now(), findRecipients: recipientsOf(sellerId) }
}

async function* readParts(checking: Checking, slice: Slice, typed: readonly TypedCell[]): AsyncGenerator<Part, void> {
  const { run, form } = checking
  const key = { sellerId: run.sellerId, id: run.id }
  /** Finds the orders of rows and stores them; returns what they show about those below. */
  const keep = async (db: SellerDb, rows: readonly RawRow[], above: Above): Promise<Above> => {
    const today = dateAt(checking.now, checking.zone)
    const edited = withCells(rows, typed, form.header.length)
    const grouped = await groupRows(db, { ...checking, rows: edited, above, today })
    await keepReadRows(db, key, grouped.rows)
    return grouped.below
  }
  while (slice.position.step === 'rows') {
    const { row, rows: seen, above } = slice.position
    yield async (db) => {
      const rows = await rowsBelow(db, { ...key, row, limit: rowsAtOnce })
      const last = rows.at(-1)
      if (!last) return checkFrom(above)
      return { step: 'rows', row: last.row, rows: seen + rows.length, above: await keep(db, rows, above) }
    }
  }
  const { table } = form
  const begun = slice.position
  if (!table || begun.step !== 'file') return
  if (begun.rows === 0)
    yield async (db) => {
      await markUnread(db, key)
      return begun
    }
  const { read } = ownRows(checking.hub, run.sellerId)
  for await (const { records, lineAt } of uploadedParts(read, { ...key, plan: table }, begun.from))
    for (let at = 0; at < records.length && slice.position.step === 'file'; at += rowsAtOnce) {
      const part = records.slice(at, at + rowsAtOnce)
      const { rows: seen, above } = slice.position
      yield async (db) => {
        const [first, last] = [part[0]?.line ?? 0, part.at(-1)?.line ?? 0]
        const edits = await editsBetween(db, { ...key, from: first, to: last })
        const rows = part.map((record) => ({ ...rawRow(record), edits: edits.get(record.line) ?? null }))
        const below = await keep(db, rows, above)
        return { step: 'file', from: lineAt(last + 1), rows: seen + part.length, above: below }
      }
    }
  const ended = slice.position
  if (ended.step !== 'file' || ended.rows < (run.totalRows ?? 0)) return
  yield async (db) => {
    await removeUnread(db, key)
    return checkFrom(ended.above)
  }
}

async function* checkParts(checking: Checking, slice: Slice): AsyncGenerator<Part, void> {
  const { run, form } = checking
  const key = { sellerId: run.sellerId, id: run.id }
  while (slice.position.step === 'check' && isEnough(form.columns)) {
    const place = slice.position
    yield async (db) => {
      const rows = await rowsToCheck(db, { ...key, group: place.group, row: place.row, limit: rowsAtOnce })
      const last = rows.at(-1)
      if (!last) return null
      await storeVerdicts(db, key, rows, await checkRows(db, checking, rows))
      return { ...place, group: last.group, row: last.row, rows: place.rows + rows.length }
    }
  }
}
