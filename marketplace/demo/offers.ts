import { sql, type Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { ItemNumber } from '#features/core/listing/listing.ts'
import { discounted, type OfferParty, type OfferStep } from '#features/core/offer/offer.ts'
import { makeOffer, moveOffer } from '#features/core/offer/offers-db.server.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { brand } from '#lib/brand.ts'
import { day, hour } from '#lib/duration.ts'
import { demoLedgerRules } from './ledger-rules.ts'
import { demoOwner } from './members.ts'

/** An offer of the demo: hours ago, discount in percent, and what followed, with the discount of a counteroffer. */
interface ToldOffer {
  ago: number
  buyer: string
  percent: number
  begunBy?: OfferParty
  message?: string
  later?: { ago: number; step: OfferStep; by: OfferParty | 'HUB'; percent?: number }
}

const told: readonly ToldOffer[] = [
  { ago: 312, buyer: 'quaylight', percent: 35, later: { ago: 290, step: 'decline', by: 'SELLER' } },
  { ago: 216, buyer: 'ansel.fan', percent: 15, later: { ago: 168, step: 'expire', by: 'HUB' } },
  { ago: 60, buyer: 'marta.k', percent: 10, begunBy: 'SELLER', message: 'Ten percent off for you, this week only.' },
  { ago: 30, buyer: 'old.town.optics', percent: 12, later: { ago: 6, step: 'accept', by: 'SELLER' } },
  { ago: 26, buyer: 'fern_and_film', percent: 15, later: { ago: 4, step: 'counter', by: 'SELLER', percent: 8 } },
  { ago: 9, buyer: 'jonas.b', percent: 14, message: 'Would you take this? I would pay today.' },
  { ago: 7, buyer: 'rollfilm', percent: 12 },
  { ago: 3, buyer: 'ansel.fan', percent: 9, message: 'Happy to collect it in person.' },
]

interface OfferedListing {
  id: number
  item: ItemNumber
  price: number
  currency: string
}

/**
 * Makes offers for the dearest listings that take them, through the hub's operations, and names interested buyers of
 * others. Returns the number of rows.
 */
export async function writeOffers(
  tx: Transaction<Schema>,
  { sellerId, now }: { sellerId: number; now: Date },
): Promise<number> {
  const limits = demoLedgerRules.policyPack.offers
  const { rows } = await sql<OfferedListing>`
    select l.id, l.item_number as item, l.price_minor as price, l.currency from listings l
    join listing_contents c on c.seller_id = ${sellerId} and c.listing_id = l.id and c.best_offer
    where l.seller_id = ${sellerId} and l.state = 'ACTIVE' and l.format = 'FIXED_PRICE' and l.quantity_available > 0
      and not exists (select from listing_variations v where v.seller_id = ${sellerId} and v.listing_id = l.id)
    order by l.price_minor desc, l.id limit ${told.length + 4}`.execute(tx)
  for (const [nth, { id, item, price, currency }] of rows.slice(0, told.length).entries()) {
    const { ago, buyer, percent, begunBy = 'BUYER', message, later } = assertDefined(told[nth], 'there are as many')
    const madeAt = new Date(now.getTime() - ago * hour)
    const made = await makeOffer(
      tx,
      {
        sellerId,
        begunBy,
        externalId: begunBy === 'BUYER' ? `offer-${id}` : null,
        item: brand<ItemNumber>(item),
        sku: null,
        variation: null,
        buyer,
        priceMinor: discounted(price, percent),
        currency,
        units: 1,
        message: message ?? null,
        mayCounter: true,
        madeAt,
        dueAt: new Date(madeAt.getTime() + (begunBy === 'BUYER' ? limits.stands : limits.sentStands)),
        memberName: begunBy === 'SELLER' ? demoOwner.name : null,
        tellAt: null,
        now,
      },
      limits,
    )
    if (!made.ok) throw new Error(`the demo’s offer of ${buyer} is refused: ${made.reason}`)
    if (!later) continue
    const moved = await moveOffer(
      tx,
      {
        sellerId,
        offer: { id: made.offer.id },
        step: later.step,
        by: later.by,
        memberName: later.by === 'SELLER' ? demoOwner.name : null,
        now: new Date(now.getTime() - later.ago * hour),
        ...(later.percent === undefined
          ? {}
          : { terms: { priceMinor: discounted(price, later.percent), units: 1, message: null } }),
      },
      limits,
    )
    if (!moved.ok) throw new Error(`the demo’s offer of ${buyer} refuses ${later.step}: ${moved.reason}`)
  }
  const interested = rows.slice(told.length).flatMap(({ id }, nth) =>
    ['tidewater', 'glass.plate', 'contact.sheet'].slice(nth % 3).map((buyer) => ({
      seller_id: sellerId,
      listing_id: id,
      buyer_username: buyer,
      interest: nth % 2 === 0 ? ('WATCHING' as const) : ('BASKET' as const),
      since: new Date(now.getTime() - (nth + 1) * day),
    })),
  )
  if (interested.length > 0) await tx.insertInto('interested_buyers').values(interested).execute()
  return rows.length + interested.length
}
