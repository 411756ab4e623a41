import type { SellerDb } from '#db/client.ts'
import type { Carrier } from '#features/core/carrier/carrier.ts'
import { addDays, dateAt } from '#lib/zoned-time.ts'
import { columnDayOrder } from '#lib/written-day.ts'
import { validateRows } from './validate-rows.ts'
import { byRecipient, readKnownOrders, readOpenRecipients } from './known-orders-db.server.ts'
import { matchFile } from './match-file.server.ts'
import { dialectOf, isEnough, type ColumnChoice } from './meanings.ts'
import { orderKeys } from './order-keys.ts'
import { recipientKey } from './recipient.ts'
import { readRows, type FileRow, type RawRow } from './table-rows.ts'
import type { UploadForm } from './uploads-db.server.ts'
import type { Verdict } from './verdict.ts'

/** Maximum age of a shipment, in days, when detecting the order of day and month. */
const oldestDays = 400

/** Facts about a file: given by the seller or found in the file. */
export type FileFacts = Omit<UploadForm, 'dialect' | 'columns' | 'evidence' | 'columnOrder'>

interface Checking {
  sellerId: number
  facts: FileFacts
  rows: readonly RawRow[]
  /** Null: to be detected. */
  columns: ColumnChoice | null
  carriers: readonly Carrier[]
  zone: string
  now: Date
}

/** Detects the columns of a file and returns a verdict for each row. Changes nothing. */
export async function checkRows(
  db: SellerDb,
  { sellerId, facts, rows, columns: chosen, carriers, zone, now }: Checking,
): Promise<{ form: UploadForm; verdicts: Verdict[] }> {
  const { columns, evidence } = await matchFile(db, { sellerId, header: facts.header, rows, carriers, chosen })
  const form = { ...facts, dialect: dialectOf(facts.header), columns, evidence, columnOrder: null }
  if (!isEnough(columns)) return { form, verdicts: rows.map(unreadVerdict) }
  const read = await readRows(rows, { header: facts.header, columns })
  const known = await readKnownOrders(db, sellerId, [
    ...new Set(read.flatMap(({ cells }) => orderKeys(cells.order ?? ''))),
  ])
  const today = dateAt(now, zone)
  const columnOrder = columnDayOrder(
    read.flatMap(({ cells, left }) => (left ? [] : (cells.shipped ?? ''))),
    (day) => day <= today && day >= addDays(today, -oldestDays),
  )
  const isNameless = (row: FileRow) =>
    !row.left && recipientKey(row.cells.recipient, row.cells.postcode) !== null && !hasOrder(row, known)
  const nameless = read.filter(isNameless)
  const recipients = byRecipient(nameless.length > 0 ? await readOpenRecipients(db, sellerId) : [])
  const found = nameless.flatMap(
    ({ cells }) => recipients.get(recipientKey(cells.recipient, cells.postcode) ?? '') ?? [],
  )
  const others = await readKnownOrders(db, sellerId, [...new Set(found)])
  const verdicts = await validateRows(read, {
    orders: new Map([...known.orders, ...others.orders]),
    ownIds: known.ownIds,
    recipients,
    carriers,
    answers: { ...facts, dayOrder: facts.dayOrder ?? (columnOrder === 'EITHER' ? null : columnOrder) },
    isEncodingSure: facts.isEncodingSure,
    zone,
    now,
  })
  return { form: { ...form, columnOrder }, verdicts }
}

const hasOrder = ({ cells }: FileRow, { orders, ownIds }: Awaited<ReturnType<typeof readKnownOrders>>) =>
  orderKeys(cells.order ?? '').some((key) => orders.has(key) || ownIds.has(key))

/** Verdict of a row while the file's columns are unknown. */
const unreadVerdict = ({ broken }: RawRow): Verdict => ({
  verdict: 'PROBLEM',
  order: null,
  problems: [{ column: null, value: '', rule: broken ? 'broken' : 'columns' }],
})
