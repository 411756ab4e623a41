import { sql } from 'kysely'
import { z } from 'zod'
import type { ItemNumber } from '#features/core/listing/listing.ts'
import { discountOf, longestOffer, type OfferRow } from '#features/core/offer/offer.ts'
import { readOfferedItem } from '#features/core/offer/offers-db.server.ts'
import { eligible, sendOffers } from '#features/core/offer/send-offers-db.server.ts'
import type { SendRefusal, SentPrice } from '#features/core/offer/send-offers.ts'
import { brand } from '#lib/brand.ts'
import { day, hour } from '#lib/duration.ts'
import { parseDecimal } from '#lib/money.ts'
import { amountOf, marketplaceOf } from './order-shape.ts'
import { pageFacts, readRowRange } from './paging.ts'
import { parseBody, SellError, type SellErrorId } from './sell-error.ts'
import { negotiationRoot, type SellAnswer, type SellCall, type SellRoute } from './sell-route.ts'

const hoursOf = { DAY: day / hour, HOUR: 1 } as const

export const offersBody = z.object({
  allowCounterOffer: z.boolean().optional(),
  message: z.string().nullish(),
  offerDuration: z.object({ unit: z.string(), value: z.number() }).nullish(),
  offeredItems: z
    .array(
      z.object({
        listingId: z.string(),
        discountPercentage: z.string().nullish(),
        price: z.object({ value: z.string(), currency: z.string() }).nullish(),
        quantity: z.int().min(1).max(1_000_000).nullish(),
      }),
    )
    .min(1),
})
type OffersBody = z.output<typeof offersBody>

async function findEligibleItems(call: SellCall): Promise<SellAnswer> {
  requireMarketplace(call)
  const range = readRowRange(call.url, { usual: 10, most: 200, errors: { limit: 150003, offset: 150004 } })
  const { limit, offset } = range
  const { rows } = await call.read((db) =>
    sql<{ total: number; items: string[] | null }>`
      with eligible as (select l.id, l.item_number from listings l where l.seller_id = ${call.seller.id} and ${eligible(call.seller.id)})
      select (select count(*)::integer from eligible) as total,
        (select array_agg(item_number order by id) from (select * from eligible order by id limit ${limit} offset ${offset}) page) as items`.execute(
      db,
    ),
  )
  const { total, items } = rows[0] ?? { total: 0, items: null }
  if (total === 0) return { status: 204 }
  const eligibleItems = (items ?? []).map((listingId) => ({ listingId }))
  return {
    status: 200,
    body: { ...pageFacts(call.url, call.hub.config.publicUrl, { ...range, total }), eligibleItems },
  }
}

async function sendToInterested(call: SellCall): Promise<SellAnswer> {
  requireMarketplace(call)
  if (call.body === null) throw new SellError(150006)
  const body = parseBody(offersBody, call.body, 150009)
  const [item] = body.offeredItems
  const names = body.offeredItems.map(({ listingId }) => listingId)
  if (!item || names.length > 1)
    throw new SellError(150005, { parameters: { listingIds: names.slice(0, 20).join(', ').slice(0, 400) } })
  if (call.seller.suspended_at) throw new SellError(150021)
  const { listingId } = item
  if (!/^\d{12}$/.test(listingId)) throw new SellError(150012, { parameters: { listingId: listingId.slice(0, 50) } })
  const limits = call.hub.config.policyPack.offers
  const hours = readHours(body)
  const message = readMessage(body)
  const offers = await call.write(async (db) => {
    const listing = await readOfferedItem(db, call.seller.id, brand<ItemNumber>(listingId))
    if (!listing) throw new SellError(150012, { parameters: { listingId } })
    const { sent, refused } = await sendOffers(db, {
      sellerId: call.seller.id,
      item: brand<ItemNumber>(listingId),
      price: readPrice(item, listing.currency),
      units: item.quantity ?? 1,
      message,
      hours,
      mayCounter: body.allowCounterOffer ?? false,
      memberName: null,
      tellAt: null,
      now: call.hub.now(),
      limits,
    })
    if (!refused) return sent
    const parameters = { listingId, minPercentageDifference: `${limits.leastDiscount}%` }
    const id = refused === 'not-on-sale' && listing.state === 'ENDED' ? 150011 : refusals[refused]
    throw new SellError(id, {
      ...(refused === 'not-on-sale' && { detail: 'The listing is not on sale.' }),
      parameters,
    })
  })
  return { status: 200, body: { offers: offers.map((offer) => writeSent(offer, listingId)) } }
}

const refusals: Readonly<Record<SendRefusal, SellErrorId>> = {
  'no-such-listing': 150012,
  'takes-no-offers': 150017,
  'not-on-sale': 150013,
  'not-less': 150016,
  'too-little-discount': 150008,
  'not-enough-stock': 150014,
  'wrong-hours': 150027,
  'nobody-interested': 150020,
  'offer-open': 150019,
}

function requireMarketplace({ headers, seller }: SellCall): void {
  const given = headers.get('x-ebay-c-marketplace-id')
  if (given === null) throw new SellError(150001, { detail: 'X-EBAY-C-MARKETPLACE-ID is missing.' })
  const own = marketplaceOf(seller.country)
  if (given !== own)
    throw new SellError(150002, { parameters: { marketplaceId: given.slice(0, 50), marketplaceIds: own } })
}

function readHours({ offerDuration }: OffersBody): number | null {
  if (!offerDuration) return null
  const { unit, value } = offerDuration
  const hours = unit === 'DAY' || unit === 'HOUR' ? value * hoursOf[unit] : 0
  if (Number.isInteger(hours) && hours >= 1 && hours <= longestOffer / hour) return hours
  throw new SellError(150027, { parameters: { durationValue: `1 to ${longestOffer / day}`, durationUnit: 'DAY' } })
}

function readMessage({ message }: OffersBody): string | null {
  const text = message?.trim() ?? ''
  if ([...text].length > 2_000 || /<[a-z!/]/i.test(text) || text.includes('\0')) throw new SellError(150010)
  return text === '' ? null : text
}

function readPrice({ price, discountPercentage }: OffersBody['offeredItems'][number], currency: string): SentPrice {
  if (price && discountPercentage) throw new SellError(150007)
  const invalid = (fieldName: string, detail: string) => new SellError(150009, { detail, parameters: { fieldName } })
  if (price) {
    const minor = price.currency === currency ? parseDecimal(price.value, currency)?.minor : undefined
    if (minor === undefined || minor <= 0) throw invalid('price', `It is an amount in ${currency}.`)
    return { priceMinor: minor }
  }
  if (!/^\d{1,2}(\.\d{1,2})?$/.test(discountPercentage ?? ''))
    throw invalid('discountPercentage', 'Either a discount in percent or a price is required.')
  return { discountPercent: Number(discountPercentage) }
}

function writeSent(offer: OfferRow, listingId: string) {
  const hours = offer.due_at ? (offer.due_at.getTime() - offer.made_at.getTime()) / hour : 0
  return {
    offerId: offer.offer_key,
    offerType: 'SELLER_INITIATED',
    offerStatus: 'PENDING',
    initiatedBy: 'SELLER',
    revision: String(offer.version),
    buyer: { maskedUsername: masked(offer.buyer_username) },
    allowCounterOffer: offer.may_counter,
    ...(offer.message !== null && { message: offer.message }),
    creationDate: offer.made_at.toISOString(),
    lastModifiedDate: offer.changed_at.toISOString(),
    offerDuration: hours % 24 === 0 ? { unit: 'DAY', value: hours / 24 } : { unit: 'HOUR', value: hours },
    offeredItems: [
      {
        listingId,
        quantity: offer.units,
        price: amountOf(offer.price_minor, offer.currency),
        discountPercentage: String(discountOf(offer.list_price_minor, offer.price_minor)),
      },
    ],
  }
}

/** First and last character of a user name, as eBay shows it to sellers before a sale. */
function masked(username: string): string {
  const letters = [...username]
  return `${letters[0] ?? ''}***${letters.length > 1 ? letters.at(-1) : ''}`
}

export const negotiationRoutes: readonly SellRoute[] = [
  {
    route: `GET ${negotiationRoot}/find_eligible_items`,
    scope: 'listings:read',
    handle: findEligibleItems,
  },
  {
    route: `POST ${negotiationRoot}/send_offer_to_interested_buyers`,
    scope: 'listings:write',
    body: 150006,
    handle: sendToInterested,
  },
]
