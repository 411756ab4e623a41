import { sql } from 'kysely'
import type { Database } from '#db/client.ts'
import { oneRow } from '#db/one-row.ts'
import { writeEntries } from '#features/core/ledger/write-entries-db.server.ts'
import { addSold } from '#features/after-sale/cases/testing.ts'
import type { OrderNumber } from '#features/core/order/order.ts'
import { day } from '#lib/duration.ts'

/** An order whose sale is in the ledger. */
export interface PostedOrder {
  id: number
  number: OrderNumber
}

/** Adds a paid and shipped order and posts its sale, of this net amount, as processing until two days after the payment. */
export async function addPostedOrder(
  db: Database,
  sellerId: number,
  {
    netMinor = 900,
    currency = 'GBP',
    paidAt = new Date('2026-11-09T10:00:00Z'),
    deliveredAt = new Date('2026-11-12T11:42:00Z'),
  }: { netMinor?: number; currency?: string; paidAt?: Date; deliveredAt?: Date | null } = {},
): Promise<PostedOrder> {
  const order = await addSold(db, sellerId, { placedAt: paidAt, deliveredAt })
  const entry = {
    key: `sale ${order.id}`,
    kind: 'SALE',
    at: paidAt,
    currency,
    orderId: order.id,
    feeSchedule: null,
    reversesId: null,
    postings: [
      { account: 'funds:processing', amountMinor: netMinor },
      { account: 'revenue:item', amountMinor: -netMinor },
    ],
    transaction: {
      kind: 'SALE',
      orderNumber: order.number,
      description: null,
      grossMinor: netMinor,
      feesMinor: 0,
      state: 'PROCESSING',
      availableAt: new Date(paidAt.getTime() + 2 * day),
      holdId: null,
    },
  } as const
  await db.asSeller(sellerId, 'write', (own) => writeEntries(own, sellerId, [entry]))
  return order
}

/** Posts old sales, so that the seller is not new any more. */
export async function addOldSales(db: Database, sellerId: number, key = 'old sale'): Promise<void> {
  const paidAt = new Date('2026-01-05T10:00:00Z')
  const entries = Array.from({ length: 25 }, (_, nth) => ({
    key: `${key} ${nth}`,
    kind: 'SALE' as const,
    at: paidAt,
    currency: 'GBP',
    orderId: null,
    feeSchedule: null,
    reversesId: null,
    postings: [
      { account: 'funds:processing' as const, amountMinor: 1_000 },
      { account: 'revenue:item' as const, amountMinor: -1_000 },
    ],
    transaction: {
      kind: 'SALE' as const,
      orderNumber: null,
      description: null,
      grossMinor: 1_000,
      feesMinor: 0,
      state: 'PROCESSING' as const,
      availableAt: new Date('2026-01-07T10:00:00Z'),
      holdId: null,
    },
  }))
  await db.asSeller(sellerId, 'write', (own) => writeEntries(own, sellerId, entries))
}

/** Sums of a seller's money, in minor units: by the accounts, and by the transactions that should agree with them. */
export async function moneyOf(db: Database, sellerId: number): Promise<{ accounts: Money; transactions: Money }> {
  const of = (account: string) => sql`coalesce(sum(balance_minor) filter (where account = ${account}), 0)::bigint`
  const accounts = await oneRow(
    db.owner,
    sql<Money>`
      select ${of('funds:processing')} as processing, ${of('funds:available')} as available, ${of('funds:hold')} as held,
        ${of('payout_clearing')} as "inPayout", ${of('bank')} as paid
      from ledger_accounts where seller_id = ${sellerId}`,
  )
  const where = (state: string) => sql`coalesce(sum(net_minor) filter (where state = ${state}), 0)::bigint`
  const transactions = await oneRow(
    db.owner,
    sql<Money>`
      select ${where('PROCESSING')} as processing, ${where('AVAILABLE')} as available, ${where('ON_HOLD')} as held,
        ${where('IN_PAYOUT')} as "inPayout", ${where('PAID_OUT')} as paid
      from transactions where seller_id = ${sellerId}`,
  )
  return { accounts, transactions }
}

/** Amounts of a seller's money by place. */
export interface Money {
  processing: number
  available: number
  held: number
  inPayout: number
  paid: number
}
