import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { ItemNumber } from '#features/core/listing/listing.ts'
import { hour } from '#lib/duration.ts'
import type { OfferRow } from './offer.ts'
import type { OfferLimits } from '#features/core/policy-pack/offer-limits.ts'
import { insertOffers, readOfferedItem } from './offers-db.server.ts'
import { sendRefusal, sentPriceMinor, type SendRefusal, type SentPrice } from './send-offers.ts'

export interface OffersToSend {
  sellerId: number
  item: ItemNumber
  price: SentPrice
  units: number
  message: string | null
  /** How long they stand; null: by the policy pack. */
  hours: number | null
  mayCounter: boolean
  memberName: string | null
  /** From when buyers are told; until then they can be undone. Null: at once. */
  tellAt: Date | null
  now: Date
  limits: OfferLimits
}

export type SentOffers = { sent: OfferRow[]; refused: null } | { sent: []; refused: SendRefusal }

/** Sends one offer to each buyer whom a listing interests and who has no open offer for it. */
export async function sendOffers(db: SellerDb, toSend: OffersToSend): Promise<SentOffers> {
  const { sellerId, item, price, units, message, hours, mayCounter, memberName, tellAt, now, limits } = toSend
  // One at a time sends offers for a listing.
  await sql`select from listings where seller_id = ${sellerId} and item_number = ${item} for no key update`.execute(db)
  const listing = await readOfferedItem(db, sellerId, item)
  if (!listing) return { sent: [], refused: 'no-such-listing' }
  const refused = sendRefusal(listing, toSend, limits)
  if (refused) return { sent: [], refused }
  const { rows: buyers } = await sql<{ username: string; isFree: boolean }>`
    select i.buyer_username as username, not ${hasOpenOffer(sellerId)} as "isFree"
    from interested_buyers i where i.seller_id = ${sellerId} and i.listing_id = ${listing.id} order by i.since, 1`.execute(
    db,
  )
  if (buyers.length === 0) return { sent: [], refused: 'nobody-interested' }
  const free = buyers.filter(({ isFree }) => isFree)
  if (free.length === 0) return { sent: [], refused: 'offer-open' }
  const stands = hours === null ? limits.sentStands : hours * hour
  const offer = {
    sellerId,
    begunBy: 'SELLER',
    externalId: null,
    item,
    sku: null,
    variation: null,
    priceMinor: sentPriceMinor(listing.priceMinor, price),
    currency: listing.currency,
    units,
    message,
    mayCounter,
    madeAt: now,
    dueAt: new Date(now.getTime() + stands),
    memberName,
    tellAt,
    now,
  } as const
  const offers = free.map(({ username }) => ({ ...offer, buyer: username }))
  const sent = await insertOffers(db, offers, { id: listing.id, variation: null, listPriceMinor: listing.priceMinor })
  return { sent, refused: null }
}

/** Condition on an interested buyer `i`: an offer for the listing is open, or accepted and not paid yet. */
const hasOpenOffer = (sellerId: number) => sql<SqlBool>`exists (
  select from buyer_offers b where b.seller_id = ${sellerId} and b.listing_id = i.listing_id
    and b.buyer_username = i.buyer_username and b.due_at is not null)`

/** Condition on a listing, by its alias: the seller can send offers for it, as `sendRefusal` decides. */
export function eligible(sellerId: number, alias: 'l' | 'o' = 'l'): RawBuilder<SqlBool> {
  const l = sql.raw(alias)
  return sql<SqlBool>`(${l}.state = 'ACTIVE' and ${l}.format = 'FIXED_PRICE'
    and not exists (select from listing_variations v where v.seller_id = ${sellerId} and v.listing_id = ${l}.id)
    and exists (
      select from interested_buyers i
      where i.seller_id = ${sellerId} and i.listing_id = ${l}.id and not ${hasOpenOffer(sellerId)}))`
}
