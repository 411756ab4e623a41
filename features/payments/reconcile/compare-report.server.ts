import type { SellerDb } from '#db/client.ts'
import type { LocalDate } from '#lib/zoned-time.ts'
import { withoutMarks } from '#lib/cell-text.ts'
import { orderOfDays } from '#lib/written-day.ts'
import { momentsOf } from '../statements/statement-months.ts'
import { findOrders } from '#features/shipping/tracking-upload/known-orders-db.server.ts'
import { orderKeys } from '#features/shipping/tracking-upload/order-keys.ts'
import { readOrderEarnings, readPayouts, readTransactions } from './books-db.server.ts'
import { compareItems, type BookItem, type Compared, type ReportItem } from './compare.ts'
import { reportOf } from './known-reports.ts'
import { storedColumns, type ReportForm } from './reconciliation.ts'
import { orderTextOf, readItems, type LeftRow, type Reading, type ReportFacts, type ReportRow } from './report-items.ts'
import { groupBy } from '#lib/group-by.ts'

export interface ComparedShop {
  id: number
  timeZone: string
  currency: string
  country: string
}

export type ReportReading = Omit<Reading, 'orderOf'>

/** The items of rows of a report, with the orders as the hub calls them. */
export async function readReportItems(
  db: SellerDb,
  sellerId: number,
  reading: ReportReading,
  rows: readonly ReportRow[],
): Promise<{ items: ReportItem[]; left: LeftRow[] }> {
  const keys = rows.flatMap((row) => orderKeys(orderTextOf(row, reading.columns)))
  const found = await findOrders(db, sellerId, [...new Set(keys)])
  const orderOf = (text: string) => {
    const own = orderKeys(text).flatMap((key) => found.get(key) ?? [])[0]
    if (own !== undefined) return { number: own, isOwn: true }
    const bare = withoutMarks(text)
    return /^[\w-]{3,40}$/.test(bare) ? { number: bare, isOwn: false } : null
  }
  return readItems(rows, { ...reading, orderOf })
}

const monthFirst = new Set(['US', 'PH'])

/** How a report is read: as the seller chose, as its rows show, or as is the custom of the shop's country. */
export function readingOf(
  form: ReportForm,
  { days, mark, currencies }: ReportFacts,
  { country, currency }: Pick<ComparedShop, 'country' | 'currency'>,
): ReportReading {
  const shown = orderOfDays(days)
  const usual = shown === null || shown === 'EITHER' ? (monthFirst.has(country) ? 'MDY' : 'DMY') : shown
  const [only = currency, ...others] = currencies
  return {
    columns: storedColumns(form),
    dayOrder: form.dayOrder ?? usual,
    mark,
    // Amazon names the currency once, above all rows.
    currency: others.length === 0 ? only : currency,
    report: reportOf(form.report),
    kinds: form.kinds ?? {},
  }
}

/** Compares the items of a report with the books as they are now; null if it spans too many transactions. */
export async function compareReport(
  db: SellerDb,
  seller: ComparedShop,
  items: readonly ReportItem[],
): Promise<Compared[] | null> {
  const books = await readBooks(db, seller, items)
  return books && compareItems(items, books)
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

/**
 * Adds the fees that a cancelled order got back to its refund, as reports do that have no rows of their own for them.
 * Without a refund such a row stays one.
 */
export function foldCredits(books: readonly BookItem[]): BookItem[] {
  const credits = groupBy(
    books.filter(({ kind }) => kind === 'FEE_CREDIT'),
    ({ order }) => order,
  )
  const folded = new Set<BookItem>()
  const refunds = books
    .filter(({ kind }) => kind !== 'FEE_CREDIT')
    .map((book) => {
      const own = book.kind === 'REFUND' ? (credits.get(book.order) ?? []) : []
      const open = own.filter((credit) => credit.currency === book.currency && !folded.has(credit))
      for (const credit of open) folded.add(credit)
      return open.reduce(
        (sum, credit) => ({
          ...sum,
          netMinor: sum.netMinor + credit.netMinor,
          feesMinor: (sum.feesMinor ?? 0) + (credit.feesMinor ?? 0),
        }),
        book,
      )
    })
  const alone = [...credits.values()].flat().filter((credit) => !folded.has(credit))
  return [...refunds, ...alone.map((credit): BookItem => ({ ...credit, kind: 'REFUND' }))]
}
