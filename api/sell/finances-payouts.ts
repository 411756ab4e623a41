import { sql, type RawBuilder } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { oneRow } from '#db/one-row.ts'
import type { Row } from '#db/schema.ts'
import { parsePayoutNumber } from '#features/payments/payouts/payout.ts'
import { payoutStates } from '#features/payments/payouts/payout-states.ts'
import { payoutRowCount } from '#features/payments/transactions/payout-rows-db.server.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { readBalances } from '../payment-rows.ts'
import {
  inRange,
  knownValues,
  pageOf,
  pagesOf,
  readConditions,
  readOrder,
  recent,
  type FinancesConditions,
  type FinancesFilter,
  type FinancesFilters,
} from './finances-filter.ts'
import { amountOf } from './order-shape.ts'
import { pageFacts, readRowRange } from './paging.ts'
import { SellError } from './sell-error.ts'
import { financesRoot, type SellCall, type SellRoute } from './sell-route.ts'

type PayoutRow = Row<'payouts'> & { transactions: number }

const initiated = sql<Date>`p.initiated_at`
const key = { column: initiated, id: sql<number>`p.id` }

const filters: FinancesFilters = new Map<string, FinancesFilter>([
  ['payoutdate', { error: 135004, where: (value, { now }) => inRange('payoutDate', initiated, value, now) }],
  [
    'payoutstatus',
    { error: 135002, where: (value) => sql`p.state = any (${knownValues('payoutStatus', value, payoutStates)})` },
  ],
])

/** Conditions on `p` of a request; without filters, payouts of the last 90 days. */
function conditionsOf({ hub, seller }: SellCall, { names, where }: FinancesConditions): RawBuilder<unknown> {
  const all = [sql`p.seller_id = ${seller.id}`, ...where, ...(names.size === 0 ? [recent(initiated, hub.now())] : [])]
  return sql.join(all, sql` and `)
}

const numbered = (sellerId: number, number: string) => sql`p.seller_id = ${sellerId} and p.payout_number = ${number}`

async function findPayouts(db: SellerDb, sellerId: number, rest: RawBuilder<unknown>): Promise<PayoutRow[]> {
  const { rows } = await sql<PayoutRow>`
    select p.*, ${payoutRowCount(sellerId)} as transactions from payouts p where ${rest}`.execute(db)
  return rows
}

/** Formats a payout. Only a payout that failed for good has the time of its last attempt. */
function writePayout(row: PayoutRow) {
  const { t } = textsFor('en', 'UTC')
  const status = t(`payments.payout.${row.state}`)
  return {
    payoutId: row.payout_number,
    payoutStatus: row.state,
    payoutStatusDescription: row.failure ? `${status}: ${t(`payments.failure.${row.failure}`)}` : status,
    amount: amountOf(row.amount_minor, row.currency),
    payoutDate: row.initiated_at.toISOString(),
    ...(row.state === 'TERMINAL_FAILED' && { lastAttemptedPayoutDate: row.settled_at?.toISOString() }),
    transactionCount: row.transactions,
    bankReference: row.bank_reference ?? undefined,
    ...(row.bank_last4 !== null && {
      payoutInstrument: {
        instrumentType: 'BANK',
        nickname: row.bank_name ?? undefined,
        accountLastFourDigits: row.bank_last4,
      },
    }),
  }
}

export const payoutRoutes: SellRoute[] = [
  {
    route: `GET ${financesRoot}/payout`,
    scope: 'payments:read',
    async handle(call) {
      const { hub, url, seller, read } = call
      const asked = readConditions(call, filters)
      const range = readRowRange(url, pagesOf(200))
      const page = pageOf(key, readOrder(url, 'payoutDate', 'ascending'), range)
      const ofCurrency = asked.currency === null ? sql`` : sql` and p.currency = ${asked.currency}`
      const where = sql`${conditionsOf(call, asked)}${ofCurrency}`
      const { total, rows } = await read(async (db) => ({
        ...(await oneRow(db, sql<{ total: number }>`select count(*) as total from payouts p where ${where}`)),
        rows: await findPayouts(db, seller.id, sql`${where} ${page}`),
      }))
      if (rows.length === 0) return { status: 204 }
      const facts = pageFacts(url, hub.config.publicUrl, { ...range, total })
      return { status: 200, body: { ...facts, payouts: rows.map(writePayout) } }
    },
  },
  {
    route: `GET ${financesRoot}/payout/{payoutId}`,
    scope: 'payments:read',
    async handle({ seller, params, read }) {
      const named = params.payoutId ?? ''
      const number = parsePayoutNumber(named)
      const [row] = number ? await read((db) => findPayouts(db, seller.id, numbered(seller.id, number))) : []
      if (!row)
        throw new SellError(135001, { detail: `There is no payout “${named}”.`, parameters: { payoutId: named } })
      return { status: 200, body: writePayout(row) }
    },
  },
  {
    route: `GET ${financesRoot}/payout_summary`,
    scope: 'payments:read',
    async handle(call) {
      const { seller, read } = call
      const asked = readConditions(call, filters)
      const currency = asked.currency ?? seller.currency
      const where = sql`${conditionsOf(call, asked)} and p.currency = ${currency}`
      const sums = await read((db) =>
        oneRow(
          db,
          sql<{ payouts: number; minor: number; transactions: number }>`
            select count(*) as payouts, coalesce(sum(p.amount_minor), 0)::bigint as minor,
              coalesce(sum(${payoutRowCount(seller.id)}), 0)::bigint as transactions
            from payouts p where ${where}`,
        ),
      )
      return {
        status: 200,
        body: {
          amount: amountOf(sums.minor, currency),
          payoutCount: sums.payouts,
          transactionCount: sums.transactions,
        },
      }
    },
  },
  {
    route: `GET ${financesRoot}/seller_funds_summary`,
    scope: 'payments:read',
    async handle(call) {
      const { seller, read } = call
      const currency = readConditions(call, new Map()).currency ?? seller.currency
      const balances = await read((db) => readBalances(db, seller.id))
      const balance = balances.find((each) => each.currency === currency)
      if (!balance) return { status: 204 }
      const { processing, available, onHold } = balance
      const of = (minor: number) => amountOf(minor, currency)
      return {
        status: 200,
        body: {
          totalFunds: of(processing + available + onHold),
          availableFunds: of(available),
          processingFunds: of(processing),
          fundsOnHold: of(onHold),
        },
      }
    },
  },
  {
    route: `GET ${financesRoot}/transfer/{transferId}`,
    scope: 'payments:read',
    async handle({ params: { transferId = '' } }) {
      const detail = `There is no transfer “${transferId}”: sellers owe nothing outside of their funds.`
      throw new SellError(135012, { detail, parameters: { transferId } })
    },
  },
]
