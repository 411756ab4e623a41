import { anyListing, updateRows, addRows, addRow } from '#db/testing-row.ts'
import type { Database } from '#db/client.ts'
import { addOrderToShip } from '#features/shipping/fulfilment/testing.ts'
import { parseOrderNumber, type OrderNumber } from '#features/core/order/order.ts'
import type { CaseFacts, CaseNumber, CaseStep } from '#features/core/order/order-case.ts'
import type { Actor } from '#features/core/order/order-event.ts'
import { readOrderEvents } from '#features/core/order/order-events-db.server.ts'
import { testPolicyPack as policyPack } from '#features/core/policy-pack/testing.ts'
import { day } from '#lib/duration.ts'
import { expect } from 'vitest'
import { readCase } from './cases-db.server.ts'
import { moveCase, type CaseMove } from './move-case-db.server.ts'
import { newCaseNumber, openCase, type NewCase } from './open-case-db.server.ts'

interface Sold {
  units?: number
  placedAt?: Date
  /** Null: still in transit. */
  deliveredAt?: Date | null
  expectedAt?: Date
  /** Return period in days. */
  returnDays?: number
  available?: number
}
let serial = 0

/** Adds a shipped order of one line: £1.00 a unit, £2.00 shipping. */
export async function addSold(
  db: Database,
  sellerId: number,
  {
    units = 9,
    placedAt = new Date('2026-11-09T10:00:00Z'),
    deliveredAt = new Date('2026-11-12T11:42:00Z'),
    ...more
  }: Sold = {},
): Promise<{ id: number; number: OrderNumber }> {
  const { expectedAt = new Date(placedAt.getTime() + 5 * day), returnDays = 30, available = 3 } = more
  serial += 1
  const order = await addOrderToShip(db, sellerId, [units], { placedAt })
  const whose = { seller_id: sellerId }
  const listing = await addRow(db.owner, 'listings', {
    ...whose,
    title: 'Light meter',
    sku: `MET-${serial}`,
    ...anyListing,
    condition: 'GOOD',
    quantity_available: available,
    starts_at: placedAt,
  })
  const policy = await addRow(db.owner, 'seller_policies', {
    ...whose,
    kind: 'RETURN',
    name: `Returns ${serial}`,
    days: returnDays,
  })
  await addRows(db.owner, 'listing_policies', {
    ...whose,
    listing_id: listing.id,
    kind: 'RETURN',
    policy_id: policy.id,
  })
  const line = await db.owner
    .updateTable('line_items')
    .set({ shipping_minor: 200, listing_id: listing.id })
    .where('seller_id', '=', sellerId)
    .where('order_id', '=', order.id)
    .returning('id')
    .executeTakeFirstOrThrow()
  await updateRows(
    db.owner,
    'orders',
    { seller_id: sellerId, id: order.id },
    { estimated_delivery_max: expectedAt, shipping_minor: 200 },
  )
  await updateRows(
    db.owner,
    'payments',
    { seller_id: sellerId, order_id: order.id },
    { amount_minor: units * 100 + 200 },
  )
  const shipment = await addRow(db.owner, 'shipments', {
    ...whose,
    order_id: order.id,
    carrier: 'Royal Mail',
    tracking_number: 'RN473124829GB',
    state: deliveredAt ? 'DELIVERED' : 'IN_TRANSIT',
    shipped_at: placedAt,
    delivered_at: deliveredAt,
  })
  await addRows(db.owner, 'shipment_lines', {
    ...whose,
    shipment_id: shipment.id,
    line_item_id: line.id,
    quantity: units,
  })
  return { id: order.id, number: parseOrderNumber(order.number)! }
}

type AddedOrder = Awaited<ReturnType<typeof addSold>>

/** Opens and moves cases of a seller, by default by this member and at this moment. */
export function testCases(db: Database, { sellerId, actor, now }: { sellerId: number; actor: Actor; now: Date }) {
  let keys = 0

  const newCase = (order: AddedOrder, more: Partial<NewCase> = {}): NewCase => ({
    sellerId,
    order: order.number,
    line: 1,
    units: 1,
    kind: 'RETURN',
    reason: 'NOT_AS_DESCRIBED',
    words: 'The needle sticks.',
    photos: [],
    number: newCaseNumber(more.kind ?? 'RETURN'),
    key: `open ${(keys += 1)}`,
    now,
    policyPack,
    ...more,
  })
  const open = (given: NewCase) => db.asSeller(given.sellerId, 'write', (own) => openCase(own, given))

  async function opened(more: Partial<NewCase> = {}, sold: Parameters<typeof addSold>[2] = {}): Promise<CaseNumber> {
    const given = newCase(await addSold(db, more.sellerId ?? sellerId, sold), more)
    expect(await open(given)).toEqual({ ok: true, repeated: false })
    return given.number
  }

  const move = (number: CaseNumber, step: CaseStep, more: Partial<CaseMove> = {}) =>
    db.asSeller(more.sellerId ?? sellerId, 'write', (own) =>
      moveCase(own, {
        sellerId,
        number,
        step,
        key: `${number} ${step} ${(keys += 1)}`,
        actor,
        now,
        policyPack,
        ...more,
      }),
    )
  const stand = async (number: CaseNumber, id = sellerId) =>
    (await db.asSeller(id, 'read', (own) => readCase(own, id, number)))!

  async function timelineOf(number: CaseNumber): Promise<{ facts: CaseFacts; by: string; at: Date }[]> {
    const { row } = await stand(number)
    const events = await db.asSeller(sellerId, 'read', (own) => readOrderEvents(own, sellerId, row.order_id))
    return events.flatMap((event) =>
      event.kind === 'CASE_STEP' ? [{ facts: event.after, by: event.actor.kind, at: event.at }] : [],
    )
  }

  return { newCase, open, opened, move, stand, timelineOf }
}
