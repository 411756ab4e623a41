import { selectOfSeller } from '#db/select-of-seller.ts'
import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { firstRow } from '#db/one-row.ts'
import type { Row } from '#db/schema.ts'
import { lockOrders, type LockedOrder } from '#features/core/order/locked-orders-db.server.ts'
import type { CaseDeadline, CaseFacts, CaseNumber } from '#features/core/order/order-case.ts'
import type { OrderNumber } from '#features/core/order/order.ts'
import { paidLine } from '#features/core/order/paid-line.ts'
import { soldVariation } from '#features/core/listing/sold-variation.ts'
import { leftOf, refundableOf } from '#features/after-sale/refunds/refund.ts'
import { readOrderMoney } from '#features/after-sale/refunds/order-money-db.server.ts'
import type { Circumstances } from './case-course.ts'
import { atStake } from './case-money.ts'

export type KeptCase = NonNullable<Awaited<ReturnType<typeof readCase>>>

export interface LockedCase extends KeptCase {
  order: LockedOrder
}

export async function readCase(db: SellerDb, sellerId: number, number: CaseNumber) {
  const row = await selectOfSeller(db, 'cases', sellerId)
    .selectAll()
    .where('case_number', '=', number)
    .executeTakeFirst()
  if (!row) return null
  const line = await selectOfSeller(db, 'line_items', sellerId)
    .selectAll()
    .where('id', '=', row.line_item_id)
    .executeTakeFirstOrThrow()
  return {
    number,
    row,
    line: { ...paidLine(line), id: line.id, listingId: line.listing_id, sku: line.sku, variation: line.variation },
    facts: await factsOf(db, row, line.position),
  }
}

/** Locks the order of a case and reads the case; null if the seller has none. */
export async function lockCase(db: SellerDb, sellerId: number, number: CaseNumber): Promise<LockedCase | null> {
  const { rows } = await sql<{ number: OrderNumber }>`
    select o.order_number as number from cases c join orders o on o.seller_id = ${sellerId} and o.id = c.order_id
    where c.seller_id = ${sellerId} and c.case_number = ${number}`.execute(db)
  const order = rows[0] && (await lockOrders(db, sellerId, [rows[0].number])).get(rows[0].number)
  const kept = order && (await readCase(db, sellerId, number))
  return kept ? { ...kept, order } : null
}

/** Reads a case's current state from its timeline, which is authoritative. */
async function factsOf(db: SellerDb, row: Row<'cases'>, line: number): Promise<CaseFacts> {
  const found = await sql<{ step: CaseFacts['step'] }>`
    select after ->> 'step' as step from order_events
    where seller_id = ${row.seller_id} and order_id = ${row.order_id} and kind = 'CASE_STEP' and subject = ${row.case_number}
    order by id desc limit 1`.execute(db)
  return {
    kind: row.kind,
    state: row.state,
    step: firstRow(found).step,
    reason: row.reason,
    line,
    units: row.units,
    deadline: row.deadline as CaseDeadline | null,
    answerBy: row.answer_by as CaseDeadline,
    offerPercent: row.offer_percent,
    refundMinor: row.refund_minor,
    parcel:
      row.carrier === null || row.tracking_number === null
        ? null
        : { carrier: row.carrier, trackingNumber: row.tracking_number },
  }
}

/** Current facts of a case; `goneMinor` is the amount of its line refunded or in progress. */
export type KeptCircumstances = Circumstances & { goneMinor: number }

export async function readCircumstances(db: SellerDb, { row, facts, line }: KeptCase): Promise<KeptCircumstances> {
  const refundable = refundableOf(await readOrderMoney(db, row.seller_id, row.order_id))
  const whole = atStake(line, facts)
  const itemMinor = Math.min(whole.itemMinor, leftOf(facts.line, refundable))
  const shippingMinor = Math.min(
    whole.shippingMinor,
    leftOf({ shippingOf: facts.line }, refundable),
    refundable.leftMinor - itemMinor,
  )
  const left = refundable.parts.reduce((sum, part) => (part.line === facts.line ? sum + part.minor : sum), 0)
  const goneMinor = line.itemMinor + line.taxMinor + line.shippingMinor - left
  return { available: await availableOf(db, row.seller_id, line), itemMinor, shippingMinor, goneMinor }
}

/** Units available of the item, by variation; none if it is no longer for sale. */
async function availableOf(db: SellerDb, sellerId: number, { listingId, ...sold }: KeptCase['line']): Promise<number> {
  if (listingId === null) return 0
  const listing = await selectOfSeller(db, 'listings', sellerId)
    .select('quantity_available')
    .where('id', '=', listingId)
    .where('state', '=', 'ACTIVE')
    .executeTakeFirst()
  if (!listing) return 0
  const variations = await selectOfSeller(db, 'listing_variations', sellerId)
    .select(['sku', 'axis_values as values', 'quantity'])
    .where('listing_id', '=', listingId)
    .execute()
  if (variations.length === 0) return listing.quantity_available
  return Math.min(listing.quantity_available, soldVariation(variations, sold)?.quantity ?? 0)
}
