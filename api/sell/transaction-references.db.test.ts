import { rowOf, addRow } from '#db/testing-row.ts'
import { expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { addSeller } from '#db/testing-seller.ts'
import type { Row } from '#db/schema.ts'
import { addSold } from '#features/after-sale/cases/testing.ts'
import { newCaseNumber, openCase } from '#features/after-sale/cases/open-case-db.server.ts'
import { addDispute } from '#features/after-sale/disputes/testing.ts'
import { postCharge } from '#features/core/ledger/events/charge.ts'
import { writeEntries } from '#features/core/ledger/write-entries-db.server.ts'
import type { Entry } from '#features/core/ledger/entry.ts'
import { testPolicyPack as policyPack } from '#features/core/policy-pack/testing.ts'
import { sellHub } from './testing.ts'

const now = new Date('2026-11-18T19:26:00Z')
type Order = Awaited<ReturnType<typeof addSold>>

const db = await testDatabase()
const sell = await sellHub(db, () => now)
const sellerId = await addSeller(db, 'harbour')
const tool = sell.toolOf(await sell.makeKey(sellerId))

const post = (entry: Entry) => db.asSeller(sellerId, 'write', (own) => writeEntries(own, sellerId, [entry]))

/** A refund of 1.00 that was made. */
async function refund(order: Order, reason: Row<'refunds'>['reason']) {
  const row = await addRow(db.owner, 'refunds', {
    seller_id: sellerId,
    order_id: order.id,
    reason,
    state: 'REFUNDED',
    currency: 'GBP',
    amount_minor: 100,
    refunded_at: now,
  })
  await post(entryOf(order, `refund ${row.id}`, 'REFUND', 'REFUND'))
  return row.refund_key
}

const entryOf = (
  { id, number }: Order,
  key: string,
  kind: Entry['kind'],
  transaction: Row<'transactions'>['kind'],
): Entry => ({
  key,
  kind,
  at: now,
  currency: 'GBP',
  orderId: id,
  feeSchedule: null,
  reversesId: null,
  postings: [
    { account: 'refunds', amountMinor: 100 },
    { account: 'funds:available', amountMinor: -100 },
  ],
  transaction: {
    kind: transaction,
    orderNumber: number,
    description: null,
    grossMinor: -100,
    feesMinor: 0,
    state: 'AVAILABLE',
    availableAt: now,
    holdId: null,
  },
})

/** References of the order's transactions by eBay's type; undefined if there are none. */
async function referencesOf({ number }: Order): Promise<Record<string, unknown>> {
  const { transactions } = await tool.sell.finances.getTransactions({ filter: `orderId:{${number}}` })
  return Object.fromEntries(
    transactions.map((one: { transactionType: string; references?: unknown }) => [one.transactionType, one.references]),
  )
}

it('a refund refers to itself and to its return', async () => {
  const order = await addSold(db, sellerId)
  const number = newCaseNumber('RETURN')
  await db.asSeller(sellerId, 'write', (own) =>
    openCase(own, {
      sellerId,
      order: order.number,
      line: 1,
      units: 1,
      kind: 'RETURN',
      reason: 'DEFECTIVE_ITEM',
      words: '',
      photos: [],
      number,
      key: `open ${number}`,
      now,
      policyPack,
    }),
  )
  const key = await refund(order, 'BUYER_RETURN')
  await db.owner.updateTable('cases').set({ refund_key: key }).where('case_number', '=', number).execute()
  expect((await referencesOf(order))['REFUND']).toEqual([
    { referenceType: 'REFUND_ID', referenceId: key },
    { referenceType: 'CASE_ID', referenceId: number },
  ])
})

it('a cancelled order’s refund and fee credit refer to the cancellation', async () => {
  const order = await addSold(db, sellerId)
  const refundKey = await refund(order, 'SELLER_CANCEL')
  const { cancel_key: cancelKey } = await addRow(db.owner, 'cancellations', {
    seller_id: sellerId,
    order_id: order.id,
    initiator: 'SELLER',
    reason: 'ADDRESS_ISSUES',
    state: 'CLOSED_WITH_REFUND',
    requested_at: now,
    closed_at: now,
    refund_key: refundKey,
  })
  await post(entryOf(order, `cancellation ${order.id}`, 'CANCELLATION', 'FEE_CREDIT'))
  const cancellation = { referenceType: 'CANCELLATION_ID', referenceId: cancelKey }
  expect(await referencesOf(order)).toMatchObject({
    REFUND: [{ referenceType: 'REFUND_ID', referenceId: refundKey }, cancellation],
    CREDIT: [cancellation],
  })
})

it('a payment dispute and a charge refer to dispute and order, a sale to nothing more', async () => {
  const order = await addSold(db, sellerId)
  const opened = await addDispute(db, { sellerId, order: order.number, now })
  expect(opened.ok).toBe(true)
  const { dispute_number: dispute } = await rowOf(db.owner, 'disputes', { order_id: order.id })
  await post(
    postCharge({
      chargeId: `of advertising ${order.id}`,
      at: now,
      currency: 'GBP',
      amountMinor: 30,
      account: 'advertising',
      description: 'Promoted listing',
      order: { id: order.id, number: order.number },
    }),
  )
  expect(await referencesOf(order)).toEqual({
    SALE: undefined,
    DISPUTE: [{ referenceType: 'PAYMENTS_DISPUTE_ID', referenceId: dispute }],
    NON_SALE_CHARGE: [{ referenceType: 'ORDER_ID', referenceId: order.number }],
  })
})
