import type { FileWork } from '#features/machinery/file-runs/file-worker.ts'
import { workOnParts } from '#features/machinery/file-runs/work-on-part.server.ts'
import type {
  AppliedSlice,
  RecordKind,
  TabRows,
  CheckedPart,
  RecordReading,
} from '#features/machinery/records/record-kind.ts'
import { wrongRows } from '#features/machinery/records/records-db.server.ts'
import { applyPart } from './apply-part-db.server.ts'
import { matchFile } from './match-file.server.ts'
import { columnKinds, isEnough } from './meanings.ts'
import { openTrackingFile } from './read-tracking-file.ts'
import { trackingQuestions } from './tracking-questions.server.ts'
import { listRows, keepReadRows, rowsToCheck, storeVerdicts, type GroupPlace } from './tracking-rows-db.server.ts'
import { rowWords, trackingWords } from './tracking-words.ts'
import { cellsWithin, typedIn } from '#features/machinery/file-runs/corrected-cells.ts'
import { uploadedParts, type FileLine } from '#features/machinery/file-runs/uploaded-file.server.ts'
import type { RecordPosition, RecordUpload } from '#features/machinery/records/record-plan.ts'
import { shopForm } from '#features/machinery/records/shop-form.server.ts'
import { noDays, orderOfDays, type ColumnOrder } from '#lib/written-day.ts'
import { dateAt } from '#lib/zoned-time.ts'
import {
  groupRows,
  recipientsOf,
  type Above,
  orderOfGroup,
  type FindRecipients,
  type GroupedRow,
} from './group-rows.server.ts'
import { rawRow, readStoredRows, type FileColumns, type FileRow } from './table-rows.ts'
import { answersOf } from './tracking-answers.ts'
import type { SellerDb } from '#db/client.ts'
import type { Carrier } from '#features/core/carrier/carrier.ts'
import { validateRows, type SellerAnswers } from './validate-rows.ts'
import { readKnownOrders } from './known-orders-db.server.ts'
import { orderKeys } from './order-keys.ts'
import { recipientKey } from './recipient.ts'
import type { Verdict } from './verdict.ts'

/** Rows that are read or checked in one transaction. */
const rowsAtOnce = 1_000

/** What is known beside the place in the file: of rows above while rows are read, then the place among their groups. */
type Head =
  | { step: 'read'; above: Above }
  | ({ step: 'check'; columnOrder: ColumnOrder | null; n: number } & GroupPlace)

interface Checking extends RecordReading {
  upload: RecordUpload
  facts: Omit<CheckFacts, 'answers'>
  answers: Readonly<Record<string, string>>
}

/**
 * Checks uploaded tracking numbers part by part: reads the rows and finds the order of each, then checks the rows of
 * whole orders, however far apart they are. Changes no orders.
 */
async function* checkTracking(
  of: RecordReading,
  upload: RecordUpload,
  { from, head }: RecordPosition & { from: FileLine },
): AsyncGenerator<CheckedPart, void> {
  const { form, shop } = await shopForm(of, upload)
  const { plan, sellerId } = upload
  const facts = {
    sellerId,
    form,
    carriers: of.hub.config.carriers,
    isEncodingSure: plan.encodings?.isSure ?? true,
    zone: shop.timeZone,
    now: shop.now,
    findRecipients: recipientsOf(sellerId),
  }
  const checking: Checking = { ...of, upload, facts, answers: form.answers }
  // Only this function writes heads, so the cast is safe.
  const begun = (head ?? { step: 'read', above: { order: '', days: noDays } }) as Head
  if (begun.step === 'check') return yield* checkGroups(checking, from, begun)
  const read = yield* readRows(checking, from, begun.above)
  // The file was erased meanwhile.
  if (read.rows < plan.lines) return
  const columnOrder = orderOfDays(read.above.days)
  yield* checkGroups(checking, read.end, { step: 'check', columnOrder, n: 0, group: '', row: 0 })
}

interface ReadThrough {
  rows: number
  above: Above
  end: FileLine
}

async function* readRows(
  { read, upload, facts }: Checking,
  from: FileLine,
  first: Above,
): AsyncGenerator<CheckedPart, ReadThrough> {
  const { sellerId, id, plan } = upload
  const today = dateAt(facts.now, facts.zone)
  let through: ReadThrough = { rows: 0, above: first, end: from }
  for await (const { records, rows, lineAt } of uploadedParts(read, upload, from)) {
    for (let at = 0; at < records.length; at += rowsAtOnce) {
      const part = records.slice(at, at + rowsAtOnce)
      const line = part.at(-1)?.line ?? 0
      const cells = cellsWithin(plan.typed ?? [], part)
      const raw = part.map((record) => rawRow(record, typedIn(cells, record.line) ?? null))
      const { above } = through
      const grouped = await read((db) => groupRows(db, { ...facts, rows: raw, above, today }))
      through = { rows: rows - records.length + at + part.length, above: grouped.below, end: lineAt(line + 1) }
      const head: Head = { step: 'read', above: through.above }
      yield {
        // Each row is read, and then checked.
        rows: Math.floor(through.rows / 2),
        position: { line, from: through.end, head },
        keep: (db) => keepReadRows(db, { sellerId, id }, grouped.rows),
      }
    }
    // Read on from its end, the file has no rows more.
    through = { ...through, rows }
  }
  return through
}

async function* checkGroups(
  { read, upload, facts, answers }: Checking,
  from: FileLine,
  begun: Head & { step: 'check' },
): AsyncGenerator<CheckedPart, void> {
  const { sellerId, id, plan } = upload
  const { columnOrder } = begun
  const known: CheckFacts = { ...facts, answers: answersOf(answers, columnOrder) }
  for (let head = begun; ;) {
    const { group, row } = head
    const rows = await read((db) => rowsToCheck(db, { sellerId, id, group, row, limit: rowsAtOnce }))
    const last = rows.at(-1)
    if (last) head = { ...head, group: last.group, row: last.row, n: head.n + rows.length }
    yield {
      rows: last ? Math.min(plan.lines, Math.floor((plan.lines + head.n) / 2)) : plan.lines,
      position: { line: 0, from, head },
      plan: { columnOrder },
      keep: async (db) => {
        if (last) await storeVerdicts(db, { sellerId, id }, rows, await checkRows(db, known, rows))
      },
    }
    if (!last) return
  }
}

interface CheckFacts {
  sellerId: number
  form: FileColumns
  answers: SellerAnswers
  isEncodingSure: boolean
  carriers: readonly Carrier[]
  zone: string
  now: Date
  findRecipients: FindRecipients
}

/** Returns a verdict for each row of whole groups, in file order within each. Changes nothing. */
async function checkRows(
  db: SellerDb,
  { sellerId, form, findRecipients, ...facts }: CheckFacts,
  rows: readonly GroupedRow[],
): Promise<Verdict[]> {
  const read = await readStoredRows(rows, form)
  const named = rows.flatMap(({ group }) => orderOfGroup(group) ?? [])
  const texts = read.flatMap(({ cells }) => orderKeys(cells.order ?? ''))
  const known = await readKnownOrders(db, sellerId, [...new Set([...named, ...texts])])
  const isNameless = (row: FileRow) =>
    !row.left &&
    recipientKey(row.cells.recipient, row.cells.postcode) !== null &&
    !orderKeys(row.cells.order ?? '').some((key) => known.orders.has(key) || known.ownIds.has(key))
  return validateRows(read, {
    orders: known.orders,
    ownIds: known.ownIds,
    recipients: read.some(isNameless) ? await findRecipients(db) : new Map<string, readonly string[]>(),
    ...facts,
  })
}

const tabs: Readonly<Record<string, TabRows>> = {
  problems: wrongRows,
  notes: { verdicts: ['CHANGE'], action: 'NOTED' },
  change: { verdicts: ['CHANGE'] },
  same: { verdicts: ['SAME'] },
  skipped: { verdicts: ['SKIPPED'] },
  done: { verdicts: ['DONE'] },
}

/** Files of tracking numbers. Applied, their rows ship orders; what is shipped is not undone by the file. */
export const trackingKind: RecordKind = {
  run: 'tracking',
  access: 'orders.ship',
  table: 'tracking_rows',
  columnKinds,
  tabs,
  open: openTrackingFile,
  mayNameBuyers: () => true,
  findColumns: ({ hub, read }, file) => read((db) => matchFile(db, { ...file, carriers: hub.config.carriers })),
  missing: (columns) => (isEnough(columns) ? [] : ['order', 'tracking']),
  questions: trackingQuestions,
  check: checkTracking,
  apply: (work) => applyTracking(work),
  appliesAtOnce: true,
  leastParts: 4,
  undo: null,
  list: async (db, of, texts) => (await listRows(db, of)).map((row) => rowWords(row, of.action === 'NOTED', texts)),
  addsColumns: true,
  ownColumns: ['order', 'tracking'],
  keepsDigits: true,
  words: trackingWords,
}

/** Applies checked rows. Which rows are left says where it goes on, so it has no position. */
const applyTracking = (work: FileWork): Promise<AppliedSlice> =>
  workOnParts(work, async (db, run) => {
    const rows = await applyPart(db, { run, now: work.hub.now() })
    if (!rows) return null
    const { done, refused } = rows
    return { position: null, doneRows: run.doneRows + done + refused, errorRows: run.errorRows + refused }
  })
