import { updateRows } from '#db/testing-row.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { propertyRuns } from '#db/testing-property-runs.ts'
import { addSeller } from '#db/testing-seller.ts'
import { testServices, type TestServices } from '#features/people/accounts/testing.ts'
import {
  answerCancellation,
  cancelOrder,
  requestCancellation,
} from '#features/after-sale/cancellations/cancel-order-db.server.ts'
import { newCancelKey } from '#features/after-sale/cancellations/cancellations-db.server.ts'
import type { CancelKey } from '#features/after-sale/cancellations/cancellation.ts'
import { closeRefunded } from '#features/after-sale/cancellations/close-refunded-db.server.ts'
import { releaseRefunded } from '#features/after-sale/cancellations/release-refunded-db.server.ts'
import { expireCancellations } from '#features/after-sale/cancellations/due-cancellations.server.ts'
import { caseRefundFollower, runDueCases } from '#features/after-sale/cases/due-cases.server.ts'
import { moveCase } from '#features/after-sale/cases/move-case-db.server.ts'
import { newCaseNumber, openCase } from '#features/after-sale/cases/open-case-db.server.ts'
import type { ParcelKey } from '#features/shipping/fulfilment/parcel.ts'
import { trackingKinds, type TrackingKind } from '#features/shipping/fulfilment/parcel-states.ts'
import { newParcelKey, shipOrder } from '#features/shipping/fulfilment/ship-order-db.server.ts'
import { addOrderToShip } from '#features/shipping/fulfilment/testing.ts'
import { trackParcel } from '#features/shipping/fulfilment/track-parcel-db.server.ts'
import { voidParcel } from '#features/shipping/fulfilment/void-parcel-db.server.ts'
import { sellerSteps, type CaseNumber, type CaseStep } from '#features/core/order/order-case.ts'
import type { Actor } from '#features/core/order/order-event.ts'
import { parseOrderNumber } from '#features/core/order/order.ts'
import { testPolicyPack as policyPack } from '#features/core/policy-pack/testing.ts'
import { postDueOrders } from '#features/core/ledger/posting/post-due.server.ts'
import { expectSoundBooks } from '#features/core/ledger/testing.ts'
import { postRefunded } from '#features/after-sale/refunds/post-refunded-db.server.ts'
import { newRefundKey, refundOrder } from '#features/after-sale/refunds/refund-order-db.server.ts'
import type { RefundKey } from '#features/after-sale/refunds/refund.ts'
import { retryRefund } from '#features/after-sale/refunds/retry-refund-db.server.ts'
import { settleDueRefunds } from '#features/after-sale/refunds/settle-refunds.server.ts'
import { scriptedPaymentSide, type ScriptedPaymentSide } from '#features/after-sale/refunds/testing.ts'
import { day, minute } from '#lib/duration.ts'
import { contradictions } from '#features/orders/order-list/testing-contradictions.ts'

const amira: Actor = { kind: 'MEMBER', id: 'amira', name: 'Amira Farouk' }
const parcel = { carrier: 'Royal Mail', trackingNumber: 'RN473124829GB' }
const placedAt = new Date('2026-11-09T10:00:00Z')

let now: Date
let hub: TestServices
let side: ScriptedPaymentSide

const db = await testDatabase()
const sellerId = await addSeller(db, 'ann')

/** A random action on an order; `pick` selects its target. */
const step = fc.record({
  does: fc.constantFrom(
    ...([
      'ship',
      'ship',
      'void',
      'deliver',
      'carrier',
      'ask',
      'accept',
      'decline',
      'cancel',
      'refund',
      'retry',
    ] as const),
    ...([
      'return',
      'return',
      'lost',
      'answer',
      'answer',
      'answer',
      'buyer',
      'clock',
      'clock',
      'pay',
      'refuse',
    ] as const),
  ),
  pick: fc.nat({ max: 30 }),
})
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** An order of three and two units, each line with its own shipping, and what the actors know of it. */
async function begin() {
  now = new Date(placedAt.getTime() + 30 * minute)
  side = scriptedPaymentSide()
  hub = testServices(db, { now: () => now })
  hub.refunds = {
    payments: side,
    followers: [closeRefunded, releaseRefunded, caseRefundFollower(policyPack), postRefunded(hub.config)],
  }
  const order = await addOrderToShip(db, sellerId, [3, 2], { placedAt })
  await updateRows(
    db.owner,
    'orders',
    { id: order.id },
    { estimated_delivery_max: new Date(placedAt.getTime() + 5 * day), shipping_minor: 195, tax_minor: 41 },
  )
  const lines = db.owner.updateTable('line_items').where('seller_id', '=', sellerId).where('order_id', '=', order.id)
  await lines.set({ shipping_minor: 120, discount_minor: 30, tax_minor: 41 }).where('position', '=', 1).execute()
  await lines.set({ shipping_minor: 75 }).where('position', '=', 2).execute()
  const parcels: ParcelKey[] = []
  const requests: CancelKey[] = []
  const refunds: RefundKey[] = []
  const cases: CaseNumber[] = []
  return { id: order.id, number: parseOrderNumber(order.number)!, parcels, requests, refunds, cases }
}
type Order = Awaited<ReturnType<typeof begin>>

const write = <T>(work: Parameters<typeof db.asSeller<T>>[2]) => db.asSeller(sellerId, 'write', work)
let keys = 0
/** Steps of buyers, carriers and the marketplace in a case. */
const elsewhere: readonly CaseStep[] = [
  ...(['take-offer', 'refuse-offer', 'send-back', 'arrived', 'withdraw', 'escalate'] as const),
  ...(['delivered-back', 'decide-for-seller', 'decide-for-buyer'] as const),
]

/** Performs the action like pages and jobs; it may be refused. */
async function take({ number, parcels, requests, refunds, cases }: Order, { does, pick }: Step): Promise<unknown> {
  const common = { sellerId, number, policyPack, actor: amira, now }
  const one = <T>(of: readonly T[]): T | undefined => of[pick % Math.max(1, of.length)]
  const inCase = (moves: readonly CaseStep[], actor: Actor) => {
    const about = one(cases)
    const more = { percent: (pick % 10) * 5, parcel, key: `move ${(keys += 1)}` }
    return about && write((tx) => moveCase(tx, { ...common, ...more, actor, number: about, step: one(moves)! }))
  }
  const carried = (key: string, kind: TrackingKind) =>
    write((tx) => trackParcel(tx, { sellerId, parcel: { key }, kind, at: now }))
  const openOne = (kind: 'RETURN' | 'NOT_RECEIVED') => {
    const about = newCaseNumber(kind)
    const reason = kind === 'RETURN' ? 'NOT_AS_DESCRIBED' : 'ITEM_NOT_RECEIVED'
    const what = { line: 1 + (pick % 2), units: 1 + (pick % 3), kind, reason, words: 'It hums.', photos: [] } as const
    return write(async (tx) => {
      const opened = await openCase(tx, { ...common, ...what, order: number, number: about, key: `open ${about}` })
      if (opened.ok) cases.push(about)
      return opened
    })
  }
  switch (does) {
    case 'ship': {
      const key = newParcelKey()
      parcels.push(key)
      const contents = pick % 3 === 0 ? 'rest' : new Map([[1 + (pick % 2), 1 + (pick % 3)]])
      const sent = { key, carrier: 'DHL', trackingNumber: null, shippedAt: now, contents } as const
      return write((tx) => shipOrder(tx, { ...common, parcels: [sent] }))
    }
    case 'void':
      return write(async (tx) => void (parcels.length > 0 && (await voidParcel(tx, { ...common, key: one(parcels)! }))))
    case 'deliver':
      for (const key of parcels) await carried(key, 'DELIVERED')
      return
    case 'carrier':
      return parcels.length > 0 && carried(one(parcels)!, trackingKinds[pick % trackingKinds.length]!)
    case 'ask': {
      const key = newCancelKey()
      requests.push(key)
      const buyer = { actor: { kind: 'BUYER' }, reason: 'ORDER_MISTAKE' } as const
      return write((tx) => requestCancellation(tx, { ...common, ...buyer, key }))
    }
    case 'accept':
    case 'decline': {
      const answer =
        does === 'accept'
          ? ({ accept: true, restocks: true } as const)
          : ({ accept: false, declineReason: 'OTHER' } as const)
      const key = one(requests)
      return key && write((tx) => answerCancellation(tx, { ...common, key, answer }))
    }
    case 'cancel':
      return write((tx) =>
        cancelOrder(tx, { ...common, key: newCancelKey(), reason: 'ADDRESS_ISSUES', restocks: true }),
      )
    case 'refund': {
      const key = newRefundKey()
      refunds.push(key)
      const minor = 1 + pick * 20
      const what =
        pick % 3 === 0 ? { lines: new Map([[1 + (pick % 2), pick]]), shippingMinor: pick } : { amountMinor: minor }
      return write((tx) => refundOrder(tx, { ...common, key, reason: 'OTHER_ADJUSTMENT', input: what }))
    }
    case 'retry':
      return write(
        async (tx) => void (refunds.length > 0 && (await retryRefund(tx, { ...common, key: one(refunds)! }))),
      )
    case 'return':
      return openOne('RETURN')
    case 'lost':
      return openOne('NOT_RECEIVED')
    case 'answer':
      return inCase(sellerSteps, amira)
    case 'buyer':
      return inCase(elsewhere, { kind: 'BUYER' })
    case 'clock':
      now = new Date(now.getTime() + (1 + (pick % 5)) * day)
      await expireCancellations(hub)
      return runDueCases(db, { policyPack, now })
    case 'pay':
    case 'refuse':
      side.says = does === 'pay' ? { made: true } : { made: false, refusal: 'DECLINED' }
      return settleDueRefunds(hub)
  }
}

/** An order was delivered, and the buyer complains. */
const sent: readonly Step[] = [
  { does: 'ship', pick: 0 },
  { does: 'deliver', pick: 0 },
  { does: 'return', pick: 0 },
]

it('in any sequence of shipping, cancelling, returning and refunding, an order stays consistent and its timeline matches', async () => {
  const done = new Set<string>()
  await fc.assert(
    fc.asyncProperty(fc.boolean(), fc.array(step, { minLength: 4, maxLength: 16 }), async (isSent, sequence) => {
      const order = await begin()
      for (const each of [...(isSent ? sent : []), ...sequence]) {
        const outcome = (await take(order, each)) as { ok?: boolean } | undefined
        if (outcome?.ok) done.add(each.does)
      }
      expect(await contradictions(db, sellerId, [order.id])).toEqual([])
      // The sale of an order that was not refunded is due, as it was inserted and not pushed.
      await postDueOrders(db, { rules: hub.config })
      await expectSoundBooks(db)
    }),
    propertyRuns(10),
  )
  // The sequences covered these actions.
  expect([...done]).toEqual(expect.arrayContaining(['ship', 'return']))
})
