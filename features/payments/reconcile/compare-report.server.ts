import type { SellerDb } from '#db/client.ts'
import { dateAt, type LocalDate } from '#lib/zoned-time.ts'
import type { DayOrder } from '#lib/written-day.ts'
import { momentsOf } from '../statements/statement-months.ts'
import { orderKeys } from '#features/shipping/tracking-upload/order-keys.ts'
import { findOrders, readOrderEarnings, readPayouts, readTransactions } from './books-db.server.ts'
import { compareItems, type BookItem, type Compared, type ReportItem } from './compare.ts'
import { foldCredits } from './fold-credits.ts'
import type { ReportForm } from './reconciliation.ts'
import type { ColumnChoice } from './report-columns.ts'
import { cellOf, dayOrderOf, markOf, readItems, type LeftRow, type ReportRow } from './report-items.ts'

/** The shop whose books are compared. */
export interface ComparedShop {
  id: number
  timeZone: string
  currency: string
  country: string
}

interface Comparing {
  seller: ComparedShop
  rows: readonly ReportRow[]
  /** Columns and order of day and month as the seller chose them. */
  form: Pick<ReportForm, 'columns' | 'dayOrder'>
  now: Date
}

/** Compares a report with the books as they are now; null if it spans too many transactions. */
export async function compareReport(
  db: SellerDb,
  { seller, rows, form, now }: Comparing,
): Promise<{ compared: Compared[]; left: LeftRow[] } | null> {
  const found = await findOrders(db, seller.id, [...new Set(rows.flatMap((row) => keysOf(row, form.columns)))])
  const orderOf = (text: string) =>
    orderKeys(text).flatMap((key) => found.get(key) ?? [])[0] ?? (/^[\w-]{3,40}$/.test(text) ? text : null)
  const { items, left } = readItems(rows, {
    columns: form.columns,
    mark: markOf(rows, form.columns),
    dayOrder: usedDayOrder(rows, form, seller, now),
    currency: seller.currency,
    orderOf,
  })
  const books = await readBooks(db, seller, items)
  return books && { compared: compareItems(items, books), left }
}

const keysOf = (row: ReportRow, { order }: ColumnChoice): string[] => orderKeys(cellOf(row, order))

/** Countries that write the month first. */
const monthFirst = new Set(['US', 'PH'])

/** The order of day and month: the seller's choice, what the dates show, or the custom of the shop's country. */
function usedDayOrder(
  rows: readonly ReportRow[],
  { columns, dayOrder }: Pick<ReportForm, 'columns' | 'dayOrder'>,
  { country, timeZone }: Pick<ComparedShop, 'country' | 'timeZone'>,
  now: Date,
): DayOrder {
  const shown = dayOrderOf(rows, columns, dateAt(now, timeZone))
  return dayOrder ?? (shown === null || shown === 'EITHER' ? (monthFirst.has(country) ? 'MDY' : 'DMY') : shown)
}

async function readBooks(
  db: SellerDb,
  { id: sellerId, timeZone: zone }: ComparedShop,
  items: readonly ReportItem[],
): Promise<BookItem[] | null> {
  const days = items.flatMap(({ day }) => day ?? []).toSorted()
  const [first, last] = [days[0], days.at(-1)]
  const on = {
    sellerId,
    zone,
    orders: [...new Set(items.flatMap(({ order }) => order ?? []))],
    span: spanOf(first, last, zone),
    currencies: [...new Set(items.map(({ currency }) => currency))],
  }
  const kinds = new Set(items.map(({ kind }) => kind))
  if (kinds.has('ORDER')) return readOrderEarnings(db, on)
  const transactions = await readTransactions(db, on)
  if (!transactions) return null
  const folded = kinds.has('FEE_CREDIT') ? transactions : foldCredits(transactions)
  return kinds.has('PAYOUT') ? [...folded, ...(await readPayouts(db, on))] : folded
}

const spanOf = (first: LocalDate | undefined, last: LocalDate | undefined, zone: string) =>
  first === undefined || last === undefined ? null : momentsOf({ first, last }, zone)
