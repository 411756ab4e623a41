import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { countSold, findStock, type SoldListing } from '#features/listing/sell-stock-db.server.ts'
import { findBuyer, findAddress } from './find-buyer-db.server.ts'
import { namedVariation, variationWords } from '#features/listing/sold-variation.ts'
import type { IntakeOutcome, PushedLine, PushedOrder } from './pushed-order.ts'
import { takePayment } from './take-payment-db.server.ts'

interface Intake {
  sellerId: number
  order: PushedOrder
  now: Date
}

/**
 * Takes an order that the marketplace's shop pushes in, whole or not at all: it reserves its stock, and of any number of orders
 * at one moment only as many are taken as there is stock for. The same order again is the same order.
 */
export async function takeOrder(db: SellerDb, { sellerId, order, now }: Intake): Promise<IntakeOutcome> {
  const known = await knownOrder(db, sellerId, order)
  if (known) return known
  const stock = await findStock(db, { sellerId, wanted: order.lines })
  // Of two that push the same order at one moment, the other has it now.
  const meanwhile = await knownOrder(db, sellerId, order)
  if (meanwhile) return meanwhile
  if (!stock.ok) return stock
  const { listings } = stock
  const at = order.lines.findIndex(({ item }) => listings.get(item)!.currency !== order.currency)
  if (at >= 0) return { ok: false, reason: 'wrong-currency', at }
  const buyerId = await findBuyer(db, sellerId, order.buyer)
  if (buyerId === null) return { ok: false, reason: 'buyer-taken' }
  const addressId = await findAddress(db, { sellerId, buyerId, address: order.shipTo })
  const orderId = await addOrder(db, { sellerId, order, buyerId, addressId })
  if (orderId === null) return (await knownOrder(db, sellerId, order))!
  await addLines(db, { sellerId, orderId, order, listings })
  await countSold(db, { sellerId, wanted: order.lines, listings, now })
  if (order.payment) {
    const paid = await takePayment(db, { sellerId, orderId, payment: order.payment, now })
    if (!paid.ok) return paid
  }
  return { ok: true, repeated: false, orderId }
}

async function knownOrder(db: SellerDb, sellerId: number, order: PushedOrder): Promise<IntakeOutcome | null> {
  const known = await db
    .selectFrom('orders')
    .select(['id', 'pushed_as'])
    .where('seller_id', '=', sellerId)
    .where('external_id', '=', order.id)
    .executeTakeFirst()
  if (!known) return null
  return known.pushed_as === order.pushedAs
    ? { ok: true, repeated: true, orderId: known.id }
    : { ok: false, reason: 'order-id-taken' }
}

interface Adding {
  sellerId: number
  order: PushedOrder
  buyerId: number
  addressId: number
}

/** Null where another has pushed it at this very moment. */
async function addOrder(db: SellerDb, { sellerId, order, buyerId, addressId }: Adding): Promise<number | null> {
  const sum = (of: (line: PushedLine) => number) => order.lines.reduce((total, line) => total + of(line), 0)
  const row = await db
    .insertInto('orders')
    .values({
      seller_id: sellerId,
      order_number: sql`order_number(nextval('order_serials'))`,
      external_id: order.id,
      pushed_as: order.pushedAs,
      buyer_id: buyerId,
      buyer_username: order.buyer.username,
      ship_to_address_id: addressId,
      ship_to_country: order.shipTo.country,
      placed_at: order.placedAt,
      shipping_service: order.shippingService,
      buyer_note: order.buyerNote,
      estimated_delivery_min: order.deliveryMin,
      estimated_delivery_max: order.deliveryMax,
      currency: order.currency,
      subtotal_minor: sum(({ quantity, unitPriceMinor }) => quantity * unitPriceMinor),
      discount_minor: sum(({ discountMinor }) => discountMinor),
      shipping_minor: sum(({ shippingMinor }) => shippingMinor),
      tax_minor: sum(({ taxMinor }) => taxMinor),
      line_count: order.lines.length,
      unit_count: sum(({ quantity }) => quantity),
    })
    .onConflict((conflict) => conflict.columns(['seller_id', 'external_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

async function addLines(
  db: SellerDb,
  {
    sellerId,
    orderId,
    order,
    listings,
  }: { sellerId: number; orderId: number; order: PushedOrder; listings: ReadonlyMap<string, SoldListing> },
): Promise<void> {
  await db
    .insertInto('line_items')
    .values(
      order.lines.map((line, index) => {
        const listing = listings.get(line.item)!
        const variation = namedVariation(listing.variations, { sku: line.sku, values: line.variation })
        return {
          seller_id: sellerId,
          order_id: orderId,
          position: index + 1,
          listing_id: listing.id,
          product_id: listing.product_id,
          item_number: listing.item_number,
          sku: variation?.sku ?? listing.sku,
          title: listing.title,
          variation: variation && variationWords(variation.values),
          currency: order.currency,
          quantity: line.quantity,
          unit_price_minor: line.unitPriceMinor,
          discount_minor: line.discountMinor,
          shipping_minor: line.shippingMinor,
          tax_minor: line.taxMinor,
          holds_stock: true,
        }
      }),
    )
    .execute()
}
