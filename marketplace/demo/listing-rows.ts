import type { NewRow } from '#db/schema.ts'
import type { Random } from '#lib/random.ts'
import { cancelState, type Offer, type OrderPlan } from './plan.ts'
import { day, minute } from '#lib/duration.ts'

/** Units sold and not cancelled, per offer. */
export function unitsSold(orders: readonly OrderPlan[], now: Date): Map<Offer, number> {
  const sold = new Map<Offer, number>()
  for (const { lines, cancellation } of orders) {
    if (cancelState(cancellation, now) === 'CANCELED') continue
    for (const { offer, quantity } of lines) sold.set(offer, (sold.get(offer) ?? 0) + quantity)
  }
  return sold
}

export interface ListingKeys {
  sellerId: number
  currency: string
  id: number
  productId: number
  itemNumber: string
  sold: number
}

/** A listing row, with views and watchers derived from price and popularity. */
export function listingRow(random: Random, offer: Offer, keys: ListingKeys, now: Date): NewRow<'listings'> {
  const { ware, state } = offer
  const interest = 14 + ware.popularity * 9 + Math.sqrt(ware.priceMinor) / 4
  const views = Math.round(interest * shareOnSale(offer, now) * (0.5 + random.next() * 1.2))
  return {
    seller_id: keys.sellerId,
    id: keys.id,
    item_number: keys.itemNumber,
    product_id: keys.productId,
    title: ware.title,
    sku: offer.sku,
    category: ware.department.category,
    condition: ware.condition,
    format: offer.format,
    state,
    end_reason: offer.endReason,
    price_minor: ware.priceMinor,
    currency: keys.currency,
    quantity_available: offer.available,
    quantity_sold: keys.sold,
    watchers: Math.round(views * (ware.condition === 'NEW' ? 0.02 : 0.09) * random.next() * 2),
    views_30d: views,
    image_url: null,
    starts_at: offer.startsAt,
    ends_at: offer.endsAt,
    ended_at: offer.endedAt,
    out_of_stock_since: state === 'OUT_OF_STOCK' ? emptySince(random, offer, now) : null,
    created_at: createdAt(random, offer, now),
  }
}

/** The share of the last 30 days in which it was on sale. */
function shareOnSale({ startsAt, endedAt }: Offer, now: Date): number {
  if (!startsAt || startsAt > now) return 0
  const from = Math.max(startsAt.getTime(), now.getTime() - 30 * day)
  return Math.max(0, (endedAt ?? now).getTime() - from) / (30 * day)
}

/** Some are close to their automatic end. */
function emptySince(random: Random, { startsAt }: Offer, now: Date): Date {
  const since = Math.max(startsAt?.getTime() ?? 0, now.getTime() - random.int(1, 86) * day)
  return new Date(Math.floor(since / 1000) * 1000)
}

/** Drafts and scheduled listings were created in the last three weeks, others shortly before going on sale. */
function createdAt(random: Random, { startsAt, state }: Offer, now: Date): Date {
  const before =
    startsAt && state !== 'SCHEDULED'
      ? startsAt.getTime() - random.int(2, 90) * minute
      : now.getTime() - random.next() * 20 * day
  return new Date(Math.floor(before / 1000) * 1000)
}
