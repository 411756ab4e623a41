import { updateRows } from '#db/testing-row.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { propertyRuns } from '#db/testing-property-runs.ts'
import { addSeller } from '#db/testing-seller.ts'
import { testServices, type TestServices } from '#features/people/accounts/testing.ts'
import { newParcelKey, shipOrder } from '#features/shipping/fulfilment/ship-order-db.server.ts'
import { addOrderToShip } from '#features/shipping/fulfilment/testing.ts'
import { voidParcel } from '#features/shipping/fulfilment/void-parcel-db.server.ts'
import type { ParcelKey } from '#features/shipping/fulfilment/parcel.ts'
import type { Actor } from '#features/core/order/order-event.ts'
import { parseOrderNumber } from '#features/core/order/order.ts'
import { contradictions } from '#features/orders/order-list/testing-contradictions.ts'
import { testPolicyPack as policyPack } from '#features/core/policy-pack/testing.ts'
import { newRefundKey, refundOrder } from '#features/after-sale/refunds/refund-order-db.server.ts'
import { settleDueRefunds } from '#features/after-sale/refunds/settle-refunds.server.ts'
import { scriptedPaymentSide, type ScriptedPaymentSide } from '#features/after-sale/refunds/testing.ts'
import { minute } from '#lib/duration.ts'
import { answerCancellation, cancelOrder, requestCancellation } from './cancel-order-db.server.ts'
import { newCancelKey } from './cancellations-db.server.ts'
import type { CancelKey } from './cancellation.ts'
import { shareOfUnits } from './cancel-plan.ts'
import { closeRefunded } from './close-refunded-db.server.ts'
import { dropRefundedLines } from './drop-refunded-db.server.ts'
import { releaseRefunded } from './release-refunded-db.server.ts'

const amira: Actor = { kind: 'MEMBER', id: 'amira', name: 'Amira Farouk' }
const placedAt = new Date('2026-11-19T10:00:00Z')
const now = new Date(placedAt.getTime() + 30 * minute)

let side: ScriptedPaymentSide
let hub: TestServices

const db = await testDatabase({ poolSize: 8 })
const ann = await addSeller(db, 'ann')
beforeEach(() => {
  side = scriptedPaymentSide()
  hub = testServices(db, { now: () => now })
  hub.refunds = { payments: side, followers: [closeRefunded, releaseRefunded] }
})

interface Order {
  id: number
  number: string
}
/** Lines at £1 a unit in an order of £10; the rest was paid for the order as a whole. */
const addOrder = (quantities: number[]) => addOrderToShip(db, ann, quantities, { placedAt })
const commonOf = (order: Order) => ({
  sellerId: ann,
  number: parseOrderNumber(order.number)!,
  policyPack,
  actor: amira,
  now,
})
type Units = [line: number, units: number][]
const chosen = (units: Units | 'rest') => (units === 'rest' ? units : new Map(units))

const cancel = (order: Order, units: Units | 'rest', key: CancelKey = newCancelKey()) =>
  db.asSeller(ann, 'write', (own) =>
    cancelOrder(own, {
      ...commonOf(order),
      key,
      reason: 'OUT_OF_STOCK_OR_CANNOT_FULFILL',
      restocks: false,
      units: chosen(units),
    }),
  )
const request = (order: Order, units: Units | 'rest', key: CancelKey = newCancelKey()) =>
  db.asSeller(ann, 'write', (own) =>
    requestCancellation(own, {
      ...commonOf(order),
      actor: { kind: 'BUYER' },
      key,
      reason: 'ORDER_MISTAKE',
      units: chosen(units),
    }),
  )
const accept = (order: Order, key: CancelKey) =>
  db.asSeller(ann, 'write', (own) =>
    answerCancellation(own, { ...commonOf(order), key, answer: { accept: true, restocks: true } }),
  )
const ship = (order: Order, units: Units | 'rest', key: ParcelKey = newParcelKey()) =>
  db.asSeller(ann, 'write', (own) =>
    shipOrder(own, {
      ...commonOf(order),
      parcels: [{ key, carrier: 'DHL', trackingNumber: null, shippedAt: now, contents: chosen(units) }],
    }),
  )
const refundLine = (order: Order, line: number, minor: number) =>
  db.asSeller(ann, 'write', async (own) => {
    const key = newRefundKey()
    const refund = { ...commonOf(order), key, reason: 'OTHER_ADJUSTMENT' as const }
    const outcome = await refundOrder(own, { ...refund, input: { lines: new Map([[line, minor]]), shippingMinor: 0 } })
    if (outcome.ok) await dropRefundedLines(own, { ...refund, lines: [line], cancelReason: 'OTHER' })
    return outcome
  })

const statusOf = async ({ id }: Order) =>
  (await db.owner.selectFrom('orders').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status
const unitsOf = async ({ id }: Order) =>
  (
    await db.owner
      .selectFrom('line_items')
      .select(['quantity', 'shipped_quantity as shipped', 'cancelled_quantity as cancelled'])
      .where('order_id', '=', id)
      .orderBy('position')
      .execute()
  ).map(({ quantity, shipped, cancelled }) => [quantity, shipped, cancelled])
const refundsOf = async ({ id }: Order) =>
  (await db.owner.selectFrom('refunds').select('amount_minor').where('order_id', '=', id).orderBy('id').execute()).map(
    ({ amount_minor }) => amount_minor,
  )
const cancellationsOf = ({ id }: Order) =>
  db.owner.selectFrom('cancellations').selectAll().where('order_id', '=', id).orderBy('id').execute()
const eventsOf = async ({ id }: Order) =>
  (
    await sql<{
      type: string
    }>`select type from events where order_id = ${id} and type like 'order.%cancel%' order by id`.execute(db.owner)
  ).rows.map(({ type }) => type)

it('a line that cannot be delivered is cancelled, and the order is shipped once the rest is', async () => {
  const order = await addOrder([1, 2])
  const key = newCancelKey()
  expect(await cancel(order, [[1, 1]], key)).toMatchObject({ ok: true, state: 'REFUND_PENDING' })
  expect(await cancel(order, [[1, 1]], key)).toMatchObject({ ok: true, repeated: true })
  expect([await statusOf(order), await refundsOf(order)]).toEqual(['AWAITING_SHIPMENT', [100]])
  expect(await cancellationsOf(order)).toMatchObject([{ units: [{ line: 1, units: 1 }], counts_as_defect: true }])
  await settleDueRefunds(hub)
  expect(await cancellationsOf(order)).toMatchObject([{ state: 'CLOSED_WITH_REFUND' }])
  expect(await ship(order, [[1, 1]])).toMatchObject({ ok: false, reason: 'more-than-open' })
  expect(await ship(order, 'rest')).toMatchObject({ ok: true })
  expect([await statusOf(order), await unitsOf(order)]).toEqual([
    'SHIPPED',
    [
      [1, 0, 1],
      [2, 2, 0],
    ],
  ])
  expect(await cancel(order, 'rest')).toMatchObject({ ok: false, reason: 'already-shipped' })
  expect(await eventsOf(order)).toEqual(['order.lines_cancelled'])
  expect(await contradictions(db, ann, [order.id])).toEqual([])
})

it('a fully refunded line is cancelled, and its shipped units stay shipped', async () => {
  const order = await addOrder([2, 1])
  await ship(order, [[1, 1]])
  await refundLine(order, 1, 200)
  expect(await unitsOf(order)).toEqual([
    [2, 1, 1],
    [1, 0, 0],
  ])
  expect(await cancellationsOf(order)).toMatchObject([
    { state: 'REFUND_PENDING', reason: 'OTHER', counts_as_defect: false },
  ])
  side.says = { made: false, refusal: 'DECLINED' }
  await settleDueRefunds(hub)
  // While its refund is pending, other units can be cancelled.
  expect(await cancel(order, 'rest')).toMatchObject({ ok: true })
  expect(await statusOf(order)).toBe('SHIPPED')
  expect(await contradictions(db, ann, [order.id])).toEqual([])
})

it('an order cancelled unit by unit ends cancelled, with everything refunded', async () => {
  const order = await addOrder([2, 1])
  await cancel(order, [[1, 1]])
  await cancel(order, [[2, 1]])
  expect(await statusOf(order)).toBe('AWAITING_SHIPMENT')
  await cancel(order, [[1, 1]])
  await settleDueRefunds(hub)
  expect([await statusOf(order), await refundsOf(order)]).toEqual(['CANCELLED', [100, 100, 800]])
  expect(await eventsOf(order)).toEqual(['order.lines_cancelled', 'order.lines_cancelled', 'order.cancelled'])
  expect(await contradictions(db, ann, [order.id])).toEqual([])
})

it('a buyer asks to cancel some units and the seller accepts; once the rest has shipped nothing can be cancelled', async () => {
  const order = await addOrder([3])
  await ship(order, [[1, 1]])
  const key = newCancelKey()
  expect(await request(order, [[1, 3]])).toMatchObject({ ok: false, reason: 'more-than-open' })
  expect(await request(order, [[2, 1]])).toMatchObject({ ok: false, reason: 'more-than-open' })
  expect(await request(order, [[1, 1]], key)).toMatchObject({ ok: true, state: 'REQUESTED' })
  expect(await statusOf(order)).toBe('CANCELLATION_REQUESTED')
  expect(await request(order, 'rest')).toMatchObject({ ok: false, reason: 'not-possible-now' })
  expect(await accept(order, key)).toMatchObject({ ok: true, state: 'REFUND_PENDING' })
  expect([await statusOf(order), await unitsOf(order)]).toEqual(['PARTLY_SHIPPED', [[3, 1, 1]]])
  await ship(order, 'rest')
  expect([await statusOf(order), await refundsOf(order)]).toEqual(['SHIPPED', [100]])
  expect(await request(order, 'rest')).toMatchObject({ ok: false, reason: 'already-shipped' })
  expect(await contradictions(db, ann, [order.id])).toEqual([])
})

it('an unpaid order can only be cancelled completely', async () => {
  const order = await addOrder([2])
  await updateRows(db.owner, 'payments', { order_id: order.id }, { state: 'PENDING', paid_at: null })
  expect(await cancel(order, [[1, 1]])).toEqual({ ok: false, reason: 'not-paid' })
  expect(await cancel(order, 'rest')).toMatchObject({ ok: true, state: 'CLOSED_NO_REFUND' })
})

it('a unit is shipped or cancelled, never both, even at the same moment', async () => {
  for (let round = 0; round < 6; round++) {
    const order = await addOrder([1, 1])
    const [shipped, cancelled] = await Promise.all([ship(order, [[1, 1]]), cancel(order, [[1, 1]])])
    expect([shipped.ok, cancelled.ok].filter(Boolean)).toHaveLength(1)
    const [first] = await unitsOf(order)
    expect(first).toEqual(shipped.ok ? [1, 1, 0] : [1, 0, 1])
    expect(await refundsOf(order)).toEqual(shipped.ok ? [] : [100])
    expect(await contradictions(db, ann, [order.id])).toEqual([])
  }
})

it('the database divides a line’s payment like the hub', async () => {
  const cases = fc.sample(fc.tuple(fc.nat(2 ** 40), fc.integer({ min: 1, max: 5000 }), fc.nat(5000), fc.nat(5000)), {
    numRuns: 200,
    seed: 7,
  })
  for (const [paid, ordered, before, units] of cases) {
    const { rows } = await sql<{ share: number }>`
      select share_of_units(${paid}::bigint, ${ordered}, ${before}, ${units}) as share`.execute(db.owner)
    expect(rows[0]?.share).toBe(shareOfUnits(paid, ordered, before, units))
  }
})

it('the database rejects shipping and cancelling more than was ordered', async () => {
  const order = await addOrder([2])
  await ship(order, [[1, 1]])
  const set = (units: number) =>
    db.owner.updateTable('line_items').set({ cancelled_quantity: units }).where('order_id', '=', order.id).execute()
  await set(1)
  expect(await statusOf(order)).toBe('SHIPPED')
  await expect(set(2)).rejects.toThrow(/check constraint/)
  await expect(set(-1)).rejects.toThrow(/check constraint/)
})

it('after any history of shipping, cancelling, refunding and taking back, a plain count gives what is left', async () => {
  const units = fc.record({ line: fc.constantFrom(1, 2), units: fc.integer({ min: 1, max: 3 }) })
  const moves = fc.oneof(
    fc.record({ does: fc.constantFrom('ship' as const, 'cancel' as const, 'ask' as const), of: units }),
    fc.record({
      does: fc.constantFrom('ship rest' as const, 'cancel rest' as const, 'take back' as const, 'settle' as const),
    }),
    fc.record({ does: fc.constant('refund' as const), line: fc.constantFrom(1, 2) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(moves, { minLength: 2, maxLength: 9 }), async (history) => {
      const order = await addOrder([3, 2])
      const plain = [
        { ordered: 3, shipped: 0, cancelled: 0 },
        { ordered: 2, shipped: 0, cancelled: 0 },
      ]
      const open = (at: number) => plain[at]!.ordered - plain[at]!.shipped - plain[at]!.cancelled
      const parcels: { key: ParcelKey; units: number[] }[] = []
      const take = (what: 'shipped' | 'cancelled', counts: number[]) =>
        counts.forEach((n, at) => (plain[at]![what] += n))
      const all = () => [open(0), open(1)]
      const only = ({ line, units: n }: { line: number; units: number }) => [line === 1 ? n : 0, line === 2 ? n : 0]
      for (const move of history) {
        if (move.does === 'ship' || move.does === 'ship rest') {
          const key = newParcelKey()
          const counts = move.does === 'ship' ? only(move.of) : all()
          const outcome = await ship(order, move.does === 'ship' ? [[move.of.line, move.of.units]] : 'rest', key)
          if (outcome.ok) parcels.push({ key, units: counts })
          if (outcome.ok) take('shipped', counts)
        } else if (move.does === 'cancel' || move.does === 'cancel rest') {
          const counts = move.does === 'cancel' ? only(move.of) : all()
          const outcome = await cancel(order, move.does === 'cancel' ? [[move.of.line, move.of.units]] : 'rest')
          if (outcome.ok) take('cancelled', counts)
        } else if (move.does === 'ask') {
          const key = newCancelKey()
          if (!(await request(order, [[move.of.line, move.of.units]], key)).ok) continue
          expect(await accept(order, key)).toMatchObject({ ok: true })
          take('cancelled', only(move.of))
        } else if (move.does === 'refund') {
          const at = move.line - 1
          const outcome = await refundLine(order, move.line, plain[at]!.ordered * 100)
          // The line was fully refundable; an earlier complete cancellation left nothing unshipped.
          if (outcome.ok) plain[at]!.cancelled += open(at)
        } else if (move.does === 'take back') {
          const last = parcels.pop()
          if (!last) continue
          const taken = await db.asSeller(ann, 'write', (own) => voidParcel(own, { ...commonOf(order), key: last.key }))
          expect(taken).toMatchObject({ ok: true })
          last.units.forEach((n, at) => (plain[at]!.shipped -= n))
        } else await settleDueRefunds(hub)
      }
      expect(await unitsOf(order)).toEqual(plain.map((each) => [each.ordered, each.shipped, each.cancelled]))
      const [shipped, left] = [plain.some((each) => each.shipped > 0), open(0) + open(1)]
      const expected =
        left === 0 ? (shipped ? 'SHIPPED' : 'CANCELLED') : shipped ? 'PARTLY_SHIPPED' : 'AWAITING_SHIPMENT'
      expect(await statusOf(order)).toBe(expected)
      expect(await contradictions(db, ann, [order.id])).toEqual([])
    }),
    propertyRuns(10),
  )
})
