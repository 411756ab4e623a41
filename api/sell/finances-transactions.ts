import { sql, type RawBuilder } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { oneRow } from '#db/one-row.ts'
import { payoutRowIds } from '#features/payments/transactions/payout-rows-db.server.ts'
import {
  transactionKinds,
  transactionStates,
  type TransactionKind,
} from '#features/payments/transactions/transaction.ts'
import {
  bookingEntry,
  inRange,
  knownValues,
  pageOf,
  pagesOf,
  readConditions,
  readOrder,
  recent,
  valuesOf,
  type FinancesConditions,
  type FinancesFilter,
  type FinancesFilters,
} from './finances-filter.ts'
import { amountOf } from './order-shape.ts'
import { pageFacts, readRowRange } from './paging.ts'
import { SellError } from './sell-error.ts'
import { financesRoot, type SellCall, type SellRoute } from './sell-route.ts'
import { readReferences } from './transaction-references.ts'
import {
  transactionStatuses,
  transactionTypes,
  writeTransaction,
  type FinancesPosting,
  type FinancesRow,
} from './transaction-shape.ts'

const pages = pagesOf(1_000)
const happened = sql<Date>`t.happened_at`
const key = { column: happened, id: sql<number>`t.id` }

/** eBay's types and states; the last ones never occur in the hub. */
const types = [...Object.values(transactionTypes), 'TRANSFER', 'WITHDRAWAL', 'LOAN_REPAYMENT', 'PURCHASE'] as const
const statuses = [...Object.values(transactionStatuses), 'COMPLETED', 'FAILED'] as const

const ofOrders = (column: 'order_number' | 'external_id' | 'buyer_username'): FinancesFilter => ({
  error: 2004,
  where: (value, { sellerId }) => sql`t.order_id in (
    select o.id from orders o where o.seller_id = ${sellerId} and ${sql.ref(`o.${column}`)} = any (${valuesOf(value)}))`,
})

const filters: FinancesFilters = new Map<string, FinancesFilter>([
  ['transactiondate', { error: 135008, where: (value, { now }) => inRange('transactionDate', happened, value, now) }],
  [
    'transactiontype',
    {
      error: 135006,
      where: (value) => {
        const asked = new Set<string>(knownValues('transactionType', value, types))
        return sql`t.kind = any (${transactionKinds.filter((kind) => asked.has(transactionTypes[kind]))})`
      },
    },
  ],
  [
    'transactionstatus',
    {
      error: 135007,
      where: (value) => {
        const asked = new Set<string>(knownValues('transactionStatus', value, statuses))
        return sql`t.state = any (${transactionStates.filter((state) => asked.has(transactionStatuses[state]))})`
      },
    },
  ],
  ['buyerusername', ofOrders('buyer_username')],
  ['salesrecordreference', ofOrders('external_id')],
  ['orderid', ofOrders('order_number')],
  [
    'payoutid',
    {
      error: 2004,
      where: (value, { sellerId }) =>
        sql`t.id in (${payoutRowIds(sellerId, sql`p.payout_number = any (${valuesOf(value)})`)})`,
    },
  ],
  ['transactionid', { error: 2004, where: (value) => sql`t.transaction_number = any (${valuesOf(value)})` }],
])

/** Filters with few results, which are returned in one page, as at eBay. */
const ofFew = ['orderid', 'payoutid', 'transactionid']

function readAsked(call: SellCall): FinancesConditions {
  const asked = readConditions(call, filters)
  if (asked.names.has('transactionid') && !asked.names.has('transactiontype')) throw new SellError(135009)
  return asked
}

/** Conditions on `t`; without filters, transactions of the last 90 days. */
function conditionsOf({ hub, seller }: SellCall, { names, where }: FinancesConditions): RawBuilder<unknown> {
  const all = [sql`t.seller_id = ${seller.id}`, ...where, ...(names.size === 0 ? [recent(happened, hub.now())] : [])]
  return sql.join(all, sql` and `)
}

async function findTransactions(db: SellerDb, sellerId: number, where: RawBuilder<unknown>, page: RawBuilder<unknown>) {
  const { total } = await oneRow(
    db,
    sql<{ total: number }>`select count(*) as total from transactions t where ${where}`,
  )
  const { rows } = await sql<FinancesRow>`
    select t.*, o.external_id, o.buyer_username, p.payout_number, h.release_at
    from transactions t
    left join orders o on o.seller_id = ${sellerId} and o.id = t.order_id
    left join payouts p on p.seller_id = ${sellerId} and p.id = t.payout_id
    left join holds h on h.seller_id = ${sellerId} and h.id = t.hold_id
    where ${where} ${page}`.execute(db)
  const { rows: postings } = await sql<FinancesPosting>`
    select p.entry_id, p.account, p.amount_minor, l.position as line
    from ledger_postings p left join line_items l on l.seller_id = ${sellerId} and l.id = p.line_item_id
    where p.seller_id = ${sellerId} and p.entry_id = any (${rows.map((row) => row.entry_id)}::bigint[])
    order by p.entry_id, p.position`.execute(db)
  const references = await readReferences(
    db,
    sellerId,
    rows.map((row) => row.entry_id),
  )
  return { total, rows, postings: Map.groupBy(postings, (posting) => posting.entry_id), references }
}

/** Sum of the transactions of a kind; some may be on hold. */
interface KindSum {
  kind: TransactionKind
  is_held: boolean
  rows: number
  minor: number
}

/** The parts of a summary and the kinds in them; sales and credits are one part unless they are filtered apart. */
const parts: Readonly<Record<string, readonly TransactionKind[]>> = {
  credit: ['SALE', 'OWN_PAYMENT', 'FEE_CREDIT'],
  refund: ['REFUND'],
  dispute: ['DISPUTE'],
  shippingLabel: ['LABEL'],
  nonSaleCharge: ['CHARGE'],
  adjustment: ['ADJUSTMENT'],
  transfer: [],
}

function writeSummary(sums: readonly KindSum[], currency: string) {
  const part = (name: string, own: readonly KindSum[]) => {
    const rows = own.reduce((sum, each) => sum + each.rows, 0)
    const minor = own.reduce((sum, each) => sum + each.minor, 0)
    return {
      [`${name}Count`]: rows,
      ...(rows > 0 && {
        [`${name}Amount`]: amountOf(Math.abs(minor), currency),
        [`${name}BookingEntry`]: bookingEntry(minor),
      }),
    }
  }
  const held = sums.filter((each) => each.is_held)
  return Object.assign(
    {},
    ...Object.entries(parts).map(([name, kinds]) =>
      part(
        name,
        sums.filter(({ kind }) => kinds.includes(kind)),
      ),
    ),
    part('onHold', held),
  ) as Record<string, unknown>
}

export const transactionRoutes: SellRoute[] = [
  {
    route: `GET ${financesRoot}/transaction`,
    scope: 'payments:read',
    async handle(call) {
      const { hub, url, seller, read } = call
      const asked = readAsked(call)
      const { offset, ...given } = readRowRange(url, pages)
      const range = { offset, limit: ofFew.some((name) => asked.names.has(name)) ? pages.most : given.limit }
      const page = pageOf(key, readOrder(url, 'transactionDate', 'descending'), range)
      const ofCurrency = asked.currency === null ? sql`` : sql` and t.currency = ${asked.currency}`
      const where = sql`${conditionsOf(call, asked)}${ofCurrency}`
      const { total, rows, postings, references } = await read((db) => findTransactions(db, seller.id, where, page))
      if (rows.length === 0) return { status: 204 }
      const facts = pageFacts(url, hub.config.publicUrl, { ...range, total })
      const transactions = rows.map((row) =>
        writeTransaction(row, postings.get(row.entry_id) ?? [], references.get(row.entry_id) ?? []),
      )
      return { status: 200, body: { ...facts, transactions } }
    },
  },
  {
    route: `GET ${financesRoot}/transaction_summary`,
    scope: 'payments:read',
    async handle(call) {
      const { seller, read } = call
      const asked = readAsked(call)
      if (!asked.names.has('transactionstatus')) throw new SellError(135011)
      const currency = asked.currency ?? seller.currency
      const { rows } = await read((db) =>
        sql<KindSum>`
          select t.kind, t.state = 'ON_HOLD' as is_held, count(*) as rows, sum(t.net_minor)::bigint as minor
          from transactions t where ${conditionsOf(call, asked)} and t.currency = ${currency}
          group by 1, 2`.execute(db),
      )
      return { status: 200, body: writeSummary(rows, currency) }
    },
  },
]
