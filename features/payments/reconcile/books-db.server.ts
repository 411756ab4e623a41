import { selectOfSeller } from '#db/select-of-seller.ts'
import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { dateAt } from '#lib/zoned-time.ts'
import type { TransactionKind } from '../transactions/transaction.ts'
import type { BookItem } from './compare.ts'

/** Transactions that one comparison reads at most, those of which only sums by order are held, and those of a statement. */
const [mostTransactions, mostSummed, readAtOnce] = [200_000, 1_000_000, 5_000]

interface Books {
  sellerId: number
  zone: string
  /** The hub's numbers of the orders in the report. */
  orders: readonly string[]
  /** Moments between which the report has everything; null if it names no days. */
  span: { from: Date; before: Date } | null
  currencies: readonly string[]
}

interface MoneyRow {
  transaction_number: string
  kind: TransactionKind
  order_number: string | null
  happened_at: Date
  currency: string
  net_minor: number
  fees_minor: number
  entry_key: string
}

type KnownRow = Omit<MoneyRow, 'kind'> & { kind: BookItem['kind'] }

/** Reads the transactions of the report's orders and days; null if there are too many. */
export async function readTransactions(db: SellerDb, books: Books): Promise<BookItem[] | null> {
  const { sellerId, orders, span, currencies } = books
  const inSpan = span
    ? sql`select id from transactions where seller_id = ${sellerId} and happened_at >= ${span.from}
        and happened_at < ${span.before} and currency = any(${[...currencies]})`
    : sql`select null::bigint`
  const ids = await readIds(
    db,
    sellerId,
    sql`t.id = any (array(
      ${inSpan} union
      select id from transactions where seller_id = ${sellerId} and order_id = any (array(
        select id from orders where seller_id = ${sellerId} and order_number = any(${[...orders]})
      ))
    ))`,
    mostTransactions,
  )
  if (!ids) return null
  const paid = await readOwnPayments(db, sellerId, ids)
  const items: BookItem[] = []
  for await (const rows of rowsInParts(db, sellerId, ids))
    for (const row of rows) items.push(...knownRow(row, paid).map((known) => itemOf(known, books)))
  return items
}

/** What the seller paid another way, by the entry of its refund or label. */
async function readOwnPayments(
  db: SellerDb,
  sellerId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<Pick<MoneyRow, 'entry_key' | 'net_minor'>>`
    select e.entry_key, t.net_minor
    from transactions t join ledger_entries e on e.seller_id = ${sellerId} and e.id = t.entry_id
    where t.seller_id = ${sellerId} and t.kind = 'OWN_PAYMENT' and t.id = any (${[...ids]}::bigint[])`.execute(db)
  const entryOf = (key: string) =>
    key.startsWith('own payment label') ? key.slice('own payment '.length) : key.replace('own payment', 'refund')
  return new Map(rows.map(({ entry_key: key, net_minor: minor }) => [entryOf(key), minor]))
}

/**
 * Leaves of a refund that the seller paid another way what the marketplace knows: the fees that it brought back, or
 * nothing. Of a label that the seller bought elsewhere it knows nothing.
 */
function knownRow({ kind, ...row }: MoneyRow, paid: ReadonlyMap<string, number>): KnownRow[] {
  const own = kind === 'REFUND' || kind === 'LABEL' ? paid.get(row.entry_key.replace(/ row$/, '')) : undefined
  if (kind === 'OWN_PAYMENT') return []
  if (own === undefined) return [{ ...row, kind }]
  const netMinor = row.net_minor + own
  return netMinor === 0 ? [] : [{ ...row, kind: 'FEE_CREDIT', net_minor: netMinor }]
}

/** Reads what was earned with each of the report's orders, and with those of its days; null if there are too many. */
export async function readOrderEarnings(db: SellerDb, books: Books): Promise<BookItem[] | null> {
  const { sellerId, orders, span, currencies } = books
  const inSpan = span
    ? sql`select order_id from transactions where seller_id = ${sellerId} and kind = 'SALE' and happened_at >= ${span.from}
        and happened_at < ${span.before} and currency = any(${[...currencies]})`
    : sql`select null::bigint`
  const ids = await readIds(
    db,
    sellerId,
    sql`t.order_id = any (array(
      ${inSpan} union select id from orders where seller_id = ${sellerId} and order_number = any(${[...orders]})
    ))`,
    mostSummed,
  )
  if (!ids) return null
  const earned = new Map<string, { item: BookItem; isOfSale: boolean }>()
  for await (const rows of rowsInParts(db, sellerId, ids))
    for (const row of rows) {
      const key = `${row.order_number} ${row.currency}`
      const before = earned.get(key)
      const isOfSale = row.kind === 'SALE'
      const netMinor = (before?.item.netMinor ?? 0) + row.net_minor
      // Its day is that of the sale.
      const item = before && (before.isOfSale || !isOfSale) ? before.item : wholeOrder(row, books)
      earned.set(key, { item: { ...item, netMinor }, isOfSale: isOfSale || (before?.isOfSale ?? false) })
    }
  return [...earned.values()].map(({ item }) => item)
}

const wholeOrder = (row: MoneyRow, books: Books): BookItem => ({
  ...itemOf({ ...row, kind: 'ORDER' }, books),
  number: null,
  feesMinor: null,
  references: [],
})

/** Finds transactions in their order; null if there are too many. */
async function readIds(
  db: SellerDb,
  sellerId: number,
  where: ReturnType<typeof sql>,
  most: number,
): Promise<number[] | null> {
  const { rows } = await sql<{ id: number }>`
    select t.id from transactions t where t.seller_id = ${sellerId} and ${where}
    order by t.happened_at, t.id limit ${most + 1}`.execute(db)
  return rows.length > most ? null : rows.map(({ id }) => id)
}

/** Reads transactions part by part, so that only what is compared is held. */
async function* rowsInParts(db: SellerDb, sellerId: number, ids: readonly number[]): AsyncGenerator<MoneyRow[]> {
  for (let from = 0; from < ids.length; from += readAtOnce) {
    const { rows } = await sql<MoneyRow>`
      select t.transaction_number, t.kind, t.order_number, t.happened_at, t.currency, t.net_minor, t.fees_minor, e.entry_key
      from transactions t join ledger_entries e on e.seller_id = ${sellerId} and e.id = t.entry_id
      where t.seller_id = ${sellerId} and t.id = any (${ids.slice(from, from + readAtOnce)}::bigint[])
      order by t.happened_at, t.id`.execute(db)
    yield rows
  }
}

function itemOf(row: KnownRow, { zone, span }: Books): BookItem {
  const { happened_at: at } = row
  return {
    number: row.transaction_number,
    kind: row.kind,
    order: row.order_number,
    day: dateAt(at, zone),
    currency: row.currency,
    netMinor: row.net_minor,
    feesMinor: row.fees_minor,
    references: [row.transaction_number, ...reportedId(row)],
    isExpected: isWithin(at, span),
  }
}

/** The marketplace's id of what it reported, which the key of its entry names (`reportTransaction`). */
const reportedId = ({ kind, entry_key: key }: KnownRow): string[] =>
  kind === 'CHARGE' || kind === 'ADJUSTMENT' || kind === 'LABEL' ? (reportedKey.exec(key)?.slice(1) ?? []) : []

const reportedKey = /^(?:charge of advertising|charge|adjustment|label of|label) (.+?)(?: voided)?$/

const isWithin = (at: Date, span: Books['span']) => span !== null && at >= span.from && at < span.before

/** Reads the payouts of the report's days that did not fail. */
export async function readPayouts(db: SellerDb, books: Books): Promise<BookItem[]> {
  const { sellerId, zone, span, currencies } = books
  if (!span) return []
  const rows = await selectOfSeller(db, 'payouts', sellerId)
    .select(['payout_number', 'external_id', 'bank_reference', 'initiated_at', 'currency', 'amount_minor'])
    .where('initiated_at', '>=', span.from)
    .where('initiated_at', '<', span.before)
    .where('currency', 'in', currencies)
    .where('state', 'not in', ['TERMINAL_FAILED', 'REVERSED'])
    .orderBy('initiated_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    number: row.payout_number,
    kind: 'PAYOUT',
    order: null,
    day: dateAt(row.initiated_at, zone),
    currency: row.currency,
    netMinor: 0 - row.amount_minor,
    feesMinor: 0,
    references: [row.payout_number, row.external_id, row.bank_reference].filter((text) => text !== null),
    isExpected: true,
  }))
}
