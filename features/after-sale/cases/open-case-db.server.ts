import { selectOfSeller } from '#db/select-of-seller.ts'
import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { firstRow, oneRow } from '#db/one-row.ts'
import type { Row } from '#db/schema.ts'
import { settleHolds } from '#features/core/holds/settle-holds-db.server.ts'
import { hasPictures } from '#features/core/listing-pictures/pictures-db.server.ts'
import type { ChosenPicture } from '#features/core/listing-pictures/picture.ts'
import { lockOrders, touchOrders, type LockedOrder } from '#features/core/order/locked-orders-db.server.ts'
import type { CaseKind, CaseNumber, CaseReason } from '#features/core/order/order-case.ts'
import { addOrderEvents, knownRequests } from '#features/core/order/order-events-db.server.ts'
import type { OrderNumber } from '#features/core/order/order.ts'
import { paidLine } from '#features/core/order/paid-line.ts'
import type { PolicyPack } from '#features/core/policy-pack/policy-pack.ts'
import { openedCase, refundableMinor } from './case-course.ts'
import { atStake } from './case-money.ts'
import { openingRefusal, type OpeningRefusal } from './case-opening.ts'
import { readCaseSetting } from './case-setting-db.server.ts'
import { ruledStep } from './case-rules.ts'
import { rulesInCurrency } from './case-rules-db.server.ts'
import { moveCase } from './move-case-db.server.ts'
import { brand } from '#lib/brand.ts'

export const newCaseNumber = (kind: CaseKind) =>
  brand<CaseNumber>(`${kind === 'RETURN' ? 5 : 6}-${randomInt(100_000_000).toString().padStart(8, '0')}`)

export interface NewCase {
  sellerId: number
  order: OrderNumber
  /** Line position in the order. */
  line: number
  units: number
  kind: CaseKind
  reason: CaseReason
  words: string
  photos: readonly ChosenPicture[]
  number: CaseNumber
  key: string
  now: Date
  policyPack: PolicyPack
}

export type OpenOutcome =
  | { ok: true; repeated: boolean }
  | { ok: false; reason: OpeningRefusal | 'unknown' | 'unknown-picture' }

/**
 * Opens a case and records it in the timeline in one transaction; applies the seller's automatic answer. Only one case
 * can be opened for a unit.
 */
export async function openCase(db: SellerDb, newCase: NewCase): Promise<OpenOutcome> {
  const { sellerId, now, key, photos } = newCase
  const order = (await lockOrders(db, sellerId, [newCase.order])).get(newCase.order)
  const line = order && (await readLine(db, sellerId, order.id, newCase.line))
  if (!order || !line) return { ok: false, reason: 'unknown' }
  if ((await knownRequests(db, sellerId, [key])).size > 0) return { ok: true, repeated: true }
  const { number, policyPack } = newCase
  const refusal = openingRefusal({
    ...newCase,
    deadlines: policyPack.deadlines,
    ...(await readOpening(db, { order, line, kind: newCase.kind })),
  })
  if (refusal) return { ok: false, reason: refusal }
  if (
    !(await hasPictures(
      db,
      sellerId,
      photos.map(({ hash }) => hash),
    ))
  )
    return { ok: false, reason: 'unknown-picture' }
  await addCase(db, newCase, { order, line })
  await settleHolds(db, { sellerId, orderIds: [order.id], now, rules: policyPack.payout })
  const rules = await rulesInCurrency(db, sellerId, line.currency)
  const step = ruledStep(newCase, refundableMinor(atStake(paidLine(line), newCase)), rules)
  if (step)
    await moveCase(db, { sellerId, number, step, key: `${number} rule`, actor: { kind: 'HUB' }, now, policyPack })
  return { ok: true, repeated: false }
}

async function readLine(db: SellerDb, sellerId: number, orderId: number, line: number) {
  return selectOfSeller(db, 'line_items', sellerId)
    .selectAll()
    .where('order_id', '=', orderId)
    .where('position', '=', line)
    .executeTakeFirst()
}

async function readOpening(
  db: SellerDb,
  { order: { id }, line, kind }: { order: LockedOrder; line: Row<'line_items'>; kind: CaseKind },
) {
  const sellerId = line.seller_id
  const order = await selectOfSeller(db, 'orders', sellerId)
    .select(['payment_status', 'delivered', 'delivered_at', 'estimated_delivery_max', 'shipped_at', 'delivery'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const found = await sql<{ in_cases: number; is_disputed: boolean; return_days: number | null }>`
    select (select coalesce(sum(units), 0)::integer from cases
        where seller_id = ${sellerId} and line_item_id = ${line.id} and closed_at is null) as in_cases,
      exists (select from disputes where seller_id = ${sellerId} and order_id = ${id} and state <> 'WON') as is_disputed,
      (select p.days from listing_policies l
        join seller_policies p on p.seller_id = ${sellerId} and p.kind = l.kind and p.id = l.policy_id
        where l.seller_id = ${sellerId} and l.listing_id = ${line.listing_id} and l.kind = 'RETURN') as return_days`.execute(
    db,
  )
  const { in_cases, is_disputed, return_days } = firstRow(found)
  const { isDelivered, hasProof, deliveredAt } = await readArrival(db, line, order)
  return {
    isPaid: order.payment_status === 'PAID' || order.payment_status === 'PARTIALLY_REFUNDED',
    isDisputed: is_disputed,
    isShipped: line.shipped_quantity > 0,
    isDelivered,
    hasProof,
    // An item not received is due by its own estimate, whatever else has been delivered.
    arrivedAt: (kind === 'RETURN' ? deliveredAt : null) ?? order.estimated_delivery_max ?? order.shipped_at,
    freeUnits: line.shipped_quantity - in_cases,
    returnDays: return_days,
  }
}

/**
 * Delivery of a line by the parcels that contain it. Falls back to the order's delivery if contents are unknown, as for
 * imported orders.
 */
async function readArrival(
  db: SellerDb,
  { seller_id: sellerId, id }: Row<'line_items'>,
  order: Pick<Row<'orders'>, 'delivery' | 'delivered' | 'delivered_at'>,
): Promise<{ isDelivered: boolean; hasProof: boolean; deliveredAt: Date | null }> {
  const own = await oneRow(
    db,
    sql<{ isDelivered: boolean | null; hasProof: boolean | null; deliveredAt: Date | null }>`
    select bool_or(s.state = 'DELIVERED') as "isDelivered",
      bool_and(s.state = 'DELIVERED' and s.delivered_at is not null) as "hasProof", max(s.delivered_at) as "deliveredAt"
    from shipment_lines l join shipments s on s.seller_id = ${sellerId} and s.id = l.shipment_id
    where l.seller_id = ${sellerId} and l.line_item_id = ${id}`,
  )
  if (own.isDelivered !== null) return { ...own, isDelivered: own.isDelivered, hasProof: own.hasProof === true }
  const { delivery, delivered: isDelivered, delivered_at: deliveredAt } = order
  // Nobody saw a download arrive.
  return { isDelivered, hasProof: isDelivered && deliveredAt !== null && delivery !== 'DIGITAL', deliveredAt }
}

async function addCase(
  db: SellerDb,
  newCase: NewCase,
  { order, line }: { order: LockedOrder; line: Row<'line_items'> },
): Promise<void> {
  const { sellerId, now, number, photos, key } = newCase
  const facts = openedCase({ ...newCase, at: now }, await readCaseSetting(db, sellerId, newCase.policyPack))
  const { id } = await db
    .insertInto('cases')
    .values({
      seller_id: sellerId,
      case_number: number,
      kind: facts.kind,
      state: facts.state,
      reason: facts.reason,
      order_id: order.id,
      line_item_id: line.id,
      units: facts.units,
      words: newCase.words,
      currency: line.currency,
      amount_minor: refundableMinor(atStake(paidLine(line), facts)),
      opened_at: now,
      due_at: new Date(facts.answerBy.at),
      deadline: JSON.stringify(facts.deadline),
      answer_by: JSON.stringify(facts.answerBy),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (photos.length > 0)
    await db
      .insertInto('case_photos')
      .values(
        photos.map(({ hash, alt }, index) => ({ seller_id: sellerId, case_id: id, position: index + 1, hash, alt })),
      )
      .execute()
  await touchOrders(db, sellerId, [order.id])
  await addOrderEvents(db, {
    sellerId,
    at: now,
    actor: { kind: 'BUYER' },
    events: [{ orderId: order.id, kind: 'CASE_STEP', subject: number, before: null, after: facts, requestKey: key }],
  })
}
