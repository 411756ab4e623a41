import { addRow, addRows, rowOf, rowsOf } from '#db/testing-row.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { addSeller } from '#db/testing-seller.ts'
import { day } from '#lib/duration.ts'
import { postFundsAvailable } from '../events/funds-available.ts'
import { postHoldPlaced } from '../events/hold.ts'
import { postPayoutStarted } from '../events/payout.ts'
import { postOrders } from './post-orders-db.server.ts'
import { addPaidOrders } from './testing-orders.ts'
import { expectSoundBooks, testLedgerRules as rules } from '../testing.ts'
import { writeEntries } from '../write-entries-db.server.ts'

const paidAt = new Date('2026-11-20T10:00:00Z')
const later = new Date(paidAt.getTime() + 5 * day)

const db = await testDatabase()
const sellerId = await addSeller(db, 'ann')
const orders = await addPaidOrders(db, { sellerId, count: 3, paidAt })

beforeAll(async () => {
  await post(orders)
})

const own = <T>(work: Parameters<typeof db.asSeller<T>>[2]) => db.asSeller(sellerId, 'write', work)
const post = (orderIds: readonly number[]) => own((tx) => postOrders(tx, { sellerId, orderIds, rules }))

const transactionsOf = (orderId: number) => rowsOf(db.owner, 'transactions', { order_id: orderId }, 'id')

/** Refunds the rest of an order later, in one transaction with its entry. */
async function refundRest(orderId: number): Promise<void> {
  await own(async (tx) => {
    const { total_minor: amount } = await rowOf(tx, 'orders', { seller_id: sellerId, id: orderId })
    await addRows(tx, 'refunds', {
      seller_id: sellerId,
      order_id: orderId,
      reason: 'OTHER_ADJUSTMENT',
      state: 'REFUNDED',
      currency: 'GBP',
      amount_minor: amount,
      refunded_at: later,
    })
    await postOrders(tx, { sellerId, orderIds: [orderId], rules })
  })
}

/** Net of an order's sale, which is moved to `state`. */
async function move(
  orderId: number,
  change: { state: 'AVAILABLE' | 'ON_HOLD' | 'IN_PAYOUT'; hold_id?: number; payout_id?: number },
) {
  const { net_minor: net } = await db.owner
    .updateTable('transactions')
    .set(change)
    .where('order_id', '=', orderId)
    .where('kind', '=', 'SALE')
    .returning('net_minor')
    .executeTakeFirstOrThrow()
  return net
}

describe('a sale', () => {
  it('is posted once, and available two days after its payment', async () => {
    expect(await post(orders)).toBe(0)
    // 12.9 % of 6.32 and of 12.63, which have their shares of the shipping, and 0.40.
    expect(await transactionsOf(orders[0]!)).toMatchObject([
      {
        kind: 'SALE',
        state: 'PROCESSING',
        gross_minor: 1895,
        fees_minor: -285,
        available_at: new Date(paidAt.getTime() + 2 * day),
        hold_id: null,
      },
    ])
  })
})

describe('entries with more postings than a statement takes', () => {
  it('are divided between entries, not within one', async () => {
    const postings = Array.from({ length: 6_000 }, (_, nth) => ({
      account: nth % 2 === 0 ? ('supplies' as const) : ('adjustments' as const),
      amountMinor: nth % 2 === 0 ? nth + 1 : -nth,
    }))
    const entry = { kind: 'ADJUSTMENT', at: later, currency: 'GBP', orderId: null, feeSchedule: null } as const
    const more = { reversesId: null, transaction: null, postings }
    const entries = ['1', '2', '3'].map((of) => ({ ...entry, ...more, key: `adjustment ${of}` }))
    expect([...(await own((tx) => writeEntries(tx, sellerId, entries))).keys()]).toHaveLength(3)
    expect((await own((tx) => writeEntries(tx, sellerId, entries))).size).toBe(0)
    const { added } = await db.owner
      .selectFrom('ledger_postings')
      .select(({ fn }) => fn.sum<number>('amount_minor').as('added'))
      .where('account', '=', 'supplies')
      .executeTakeFirstOrThrow()
    expect(added).toBe(3 * 3_000 ** 2)
  })
})

describe('a refund', () => {
  it('is taken from money that is processing, and becomes available with it', async () => {
    await refundRest(orders[0]!)
    expect((await transactionsOf(orders[0]!)).at(-1)).toMatchObject({
      kind: 'REFUND',
      state: 'PROCESSING',
      gross_minor: -1895,
      fees_minor: 245,
      available_at: new Date(paidAt.getTime() + 2 * day),
    })
  })

  it('is taken from money on hold, where its sale is', async () => {
    const orderId = orders[1]!
    const { id: holdId } = await addRow(db.owner, 'holds', {
      seller_id: sellerId,
      order_id: orderId,
      reason: 'RETURN_OPEN',
      placed_at: later,
    })
    const net = await move(orderId, { state: 'ON_HOLD', hold_id: holdId })
    const held = { holdId, orderId, at: later, currency: 'GBP', processingMinor: net, availableMinor: 0 }
    await own((tx) => writeEntries(tx, sellerId, [postHoldPlaced(held)]))
    await refundRest(orderId)
    expect((await transactionsOf(orderId)).at(-1)).toMatchObject({ state: 'ON_HOLD', hold_id: holdId })
  })

  it('of a sale that was paid out is taken from what is available', async () => {
    const orderId = orders[2]!
    const amountMinor = await move(orderId, { state: 'AVAILABLE' })
    const { id: payoutId } = await addRow(db.owner, 'payouts', {
      seller_id: sellerId,
      currency: 'GBP',
      amount_minor: amountMinor,
      schedule: 'DAILY',
      covers_until: later,
      initiated_at: later,
    })
    await own((tx) =>
      writeEntries(tx, sellerId, [
        postFundsAvailable({ of: '1', at: later, currency: 'GBP', orderId, amountMinor }),
        postPayoutStarted({ payoutId, at: later, currency: 'GBP', amountMinor }),
      ]),
    )
    await move(orderId, { state: 'IN_PAYOUT', payout_id: payoutId })
    await refundRest(orderId)
    expect((await transactionsOf(orderId)).at(-1)).toMatchObject({ state: 'AVAILABLE', available_at: later })
  })

  it('leaves books that are sound, with the fixed fee of each order', async () => {
    await expectSoundBooks(db)
    const fees = await db.owner
      .selectFrom('ledger_accounts')
      .select(['account', 'balance_minor'])
      .where('account', 'in', ['fees:fvf_fixed', 'fees:fvf_variable'])
      .orderBy('account')
      .execute()
    expect(fees).toEqual([
      { account: 'fees:fvf_fixed', balance_minor: 120 },
      { account: 'fees:fvf_variable', balance_minor: 0 },
    ])
  })
})
