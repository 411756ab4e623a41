import { rowOf, rowsOf } from '#db/testing-row.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { propertyRuns } from '#db/testing-property-runs.ts'
import { addSeller } from '#db/testing-seller.ts'
import type { DisputeNumber } from '#features/after-sale/disputes/dispute.ts'
import { moveDispute } from '#features/after-sale/disputes/move-dispute-db.server.ts'
import { addDispute } from '#features/after-sale/disputes/testing.ts'
import { placeHold, releaseHold } from '#features/core/holds/move-held-funds-db.server.ts'
import { settleHolds } from '#features/core/holds/settle-holds-db.server.ts'
import { postAdjustment } from '#features/core/ledger/events/adjustment.ts'
import { postRefund } from '#features/core/ledger/events/refund.ts'
import { writeEntries } from '#features/core/ledger/write-entries-db.server.ts'
import { testPolicyPack } from '#features/core/policy-pack/testing.ts'
import { testServices } from '#features/people/accounts/testing.ts'
import { brand } from '#lib/brand.ts'
import { day, hour } from '#lib/duration.ts'
import { payOutNow, planPayouts, startDuePayouts } from './payouts/due-payouts.server.ts'
import { moveDueFunds } from './payouts/funds-available.server.ts'
import { lockPayout, movePayout } from './payouts/move-payout-db.server.ts'
import { settleDuePayouts } from './payouts/settle-payouts.server.ts'
import type { PayoutAnswer } from './payouts/payout-side.ts'
import { addPostedOrder, moneyOf, type PostedOrder } from './testing.ts'

const { payout: rules } = testPolicyPack
const costlyPack = { dispute: { ...testPolicyPack.dispute, fee: { GBP: 1_500, EUR: 900 } } }

const db = await testDatabase()

const answers: PayoutAnswer[] = [
  { state: 'ACCEPTED' },
  { state: 'PAID', reference: 'HM-1' },
  { state: 'FAILED', failure: 'BANK_UNREACHABLE', mayBeRetried: true },
  { state: 'FAILED', failure: 'OTHER', mayBeRetried: false },
]

const minor = fc.integer({ min: 1, max: 5_000 })
const which = fc.nat(99)
const event = fc.oneof(
  fc.record({
    kind: fc.constant('sale' as const),
    minor,
    currency: fc.constantFrom('GBP', 'EUR'),
    isDelivered: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('refund' as const), minor, which }),
  fc.record({ kind: fc.constant('adjustment' as const), minor: fc.integer({ min: -3_000, max: 3_000 }) }),
  fc.record({ kind: fc.constant('hold' as const), which }),
  fc.record({ kind: fc.constant('dispute' as const), minor: fc.integer({ min: 1, max: 1_100 }), which }),
  fc.record({ kind: fc.constant('decide' as const), which, step: fc.constantFrom('accept', 'contest', 'win', 'lose') }),
  fc.record({ kind: fc.constant('release' as const), which }),
  fc.record({ kind: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 9 }) }),
  fc.record({ kind: fc.constant('pay' as const), onDemand: fc.boolean(), answer: fc.constantFrom(...answers) }),
  fc.record({ kind: fc.constant('report' as const), which, event: fc.constantFrom('pay', 'fail', 'reverse') }),
)
type Event = typeof event extends fc.Arbitrary<infer T> ? T : never

let serial = 0

/** A seller whose money is moved by random events. */
async function history() {
  const sellerId = await addSeller(db, `seller-${(serial += 1)}`)
  let now = new Date('2026-06-01T09:00:00Z')
  let answer: PayoutAnswer = { state: 'ACCEPTED' }
  const hub = testServices(db, { now: () => now })
  hub.payouts = { pay: async () => answer }
  await planPayouts(hub)
  const orders: (PostedOrder & { currency: string })[] = []
  const nth = <T>(list: readonly T[], index: number): T | undefined => list[index % Math.max(list.length, 1)]

  async function happen(each: Event): Promise<void> {
    switch (each.kind) {
      case 'sale': {
        const { minor: netMinor, currency, isDelivered } = each
        const deliveredAt = isDelivered ? now : null
        orders.push({
          ...(await addPostedOrder(db, sellerId, { netMinor, currency, paidAt: now, deliveredAt })),
          currency,
        })
        return
      }
      case 'refund': {
        const order = nth(orders, each.which)
        if (order) await refund(order, each.minor)
        return
      }
      case 'adjustment': {
        const said = { at: now, currency: 'GBP', amountMinor: each.minor, description: 'Correction', order: null }
        const entry = postAdjustment({ adjustmentId: `a${(serial += 1)}`, ...said })
        await db.asSeller(sellerId, 'write', (own) => writeEntries(own, sellerId, [entry]))
        return
      }
      case 'hold': {
        const order = nth(orders, each.which)
        if (order)
          await db.asSeller(sellerId, 'write', async (own) => {
            const held = await own
              .selectFrom('holds')
              .select('id')
              .where('seller_id', '=', sellerId)
              .where('order_id', '=', order.id)
              .where('state', '=', 'HELD')
              .executeTakeFirst()
            if (!held)
              await placeHold(
                own,
                { sellerId, orderId: order.id, currency: order.currency, now },
                { reason: 'MARKETPLACE' },
              )
          })
        return
      }
      case 'dispute': {
        const order = nth(orders, each.which)
        if (order) await addDispute(db, { sellerId, order: order.number, amountMinor: each.minor, now })
        return
      }
      case 'decide': {
        const disputes = await rowsOf(db.owner, 'disputes', { seller_id: sellerId }, 'id')
        const number = nth(disputes, each.which)?.dispute_number
        const { step } = each
        if (number !== undefined)
          await db.asSeller(sellerId, 'write', (own) =>
            moveDispute(own, { sellerId, number: brand<DisputeNumber>(number), step, now, policyPack: costlyPack }),
          )
        return
      }
      case 'release': {
        const holds = await rowsOf(db.owner, 'holds', { seller_id: sellerId, state: 'HELD' }, 'id')
        const hold = nth(holds, each.which)
        const order = orders.find(({ id }) => id === hold?.order_id)
        if (hold && order)
          await db.asSeller(sellerId, 'write', (own) =>
            releaseHold(own, hold.id, { sellerId, orderId: order.id, currency: order.currency, now }),
          )
        return
      }
      case 'wait':
        now = new Date(now.getTime() + each.days * day + hour)
        await db.asSeller(sellerId, 'write', (own) => moveDueFunds(own, { sellerId, now, rules }))
        await db.asSeller(sellerId, 'write', (own) =>
          settleHolds(own, { sellerId, orderIds: orders.map(({ id }) => id), now, rules }),
        )
        return
      case 'pay':
        answer = each.answer
        if (each.onDemand) await payOutNow(hub, sellerId)
        else await startDuePayouts(hub)
        await settleDuePayouts(hub)
        return
      case 'report': {
        const payouts = await rowsOf(db.owner, 'payouts', { seller_id: sellerId }, 'id')
        const number = nth(payouts, each.which)?.payout_number
        if (number !== undefined)
          await db.asSeller(sellerId, 'write', async (own) => {
            const payout = await lockPayout(own, sellerId, number)
            if (payout) await movePayout(own, { payout, event: each.event, at: now, now, rules })
          })
      }
    }
  }

  /** Gives back a part of the price, at most once for an order. */
  async function refund(order: PostedOrder & { currency: string }, most: number): Promise<void> {
    await db.asSeller(sellerId, 'write', async (own) => {
      const sale = await own
        .selectFrom('transactions')
        .selectAll()
        .where('seller_id', '=', sellerId)
        .where('order_id', '=', order.id)
        .where('kind', '=', 'SALE')
        .forUpdate()
        .executeTakeFirstOrThrow()
      const line = await rowOf(own, 'line_items', { seller_id: sellerId, order_id: order.id })
      const isPaidOut = sale.state === 'IN_PAYOUT' || sale.state === 'PAID_OUT'
      const entry = postRefund(
        {
          refundId: order.id,
          orderId: order.id,
          orderNumber: order.number,
          at: now,
          currency: order.currency,
          parts: [{ lineItemId: line.id, kind: 'ITEM', minor: Math.min(most, sale.gross_minor) }],
          lines: [],
          feeSchedule: null,
          place: {
            state: isPaidOut ? 'AVAILABLE' : (sale.state as 'PROCESSING'),
            availableAt: isPaidOut ? now : sale.available_at,
            holdId: sale.hold_id,
          },
        },
        { taxCollectedBy: 'MARKETPLACE' },
      )
      await writeEntries(own, sellerId, [entry])
    })
  }
  return { sellerId, happen }
}

it('any history of sales, refunds, holds and payouts keeps the books in balance; a payout equals its rows; nothing is paid twice; currencies never mix', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 5, maxLength: 25 }), async (events) => {
      const { sellerId, happen } = await history()
      for (const each of events) {
        await happen(each)
        const { accounts, transactions } = await moneyOf(db, sellerId)
        expect(transactions).toEqual(accounts)
      }
      const { rows } = await sql<{
        state: string
        currency: string
        amount: number
        rows: number | null
        others: number
      }>`
        select p.state, p.currency, p.amount_minor as amount, sum(t.net_minor)::bigint as rows,
          count(*) filter (where t.currency <> p.currency)::integer as others
        from payouts p left join transactions t on t.seller_id = p.seller_id and t.payout_id = p.id
        where p.seller_id = ${sellerId} group by p.id, p.state, p.currency, p.amount_minor`.execute(db.owner)
      for (const payout of rows) {
        const isReturned = payout.state === 'TERMINAL_FAILED' || payout.state === 'REVERSED'
        expect([payout.rows, payout.others]).toEqual([isReturned ? null : payout.amount, 0])
      }
      const uneven = await sql`
        select from ledger_postings where seller_id = ${sellerId} group by currency having sum(amount_minor) <> 0`.execute(
        db.owner,
      )
      expect(uneven.rows).toEqual([])
      // What was paid out of what was available never exceeds it.
      const owed = await sql`
        select from ledger_accounts where seller_id = ${sellerId} and account = 'payout_clearing' and balance_minor < 0`.execute(
        db.owner,
      )
      expect(owed.rows).toEqual([])
    }),
    propertyRuns(12),
  )
})
