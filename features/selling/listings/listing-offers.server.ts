import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { averageDiscount, readOfferSales } from '#features/core/offer/offer-sales.server.ts'
import { isOver } from '#features/core/offer/offer-time.server.ts'
import { shownBuyer } from '#features/core/order/removed-buyer.ts'
import { momentWords } from '#texts/moment-words.ts'
import type { SellerArgs } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { mayDo } from '#web/roles.ts'
import type { ListingRow } from './listings-list-row.server.ts'

const mostShown = 5

interface WaitingOffer {
  key: string
  buyer: string
  minor: number
  dueAt: Date
  /** Of all that wait. */
  waiting: number
}

export type ListingOffersModel = NonNullable<Awaited<ReturnType<typeof listingOffers>>>

/** Offers for a listing that await the seller, and what was sold by offers; null without any, or for readers of no amounts. */
export async function listingOffers(
  db: SellerDb,
  { hub, seller, texts }: SellerArgs,
  { id, item_number: item, currency }: ListingRow,
) {
  if (!mayDo(seller.role, 'amounts.view')) return null
  const now = hub.now()
  const { rows: offers } = await sql<WaitingOffer>`
    select o.offer_key as key, o.buyer_username as buyer, o.price_minor as minor, o.due_at as "dueAt",
      count(*) over ()::integer as waiting
    from buyer_offers o
    where o.seller_id = ${seller.id} and o.listing_id = ${id} and o.turn = 'SELLER' and not ${isOver(now)}
    order by o.due_at, o.id limit ${mostShown}`.execute(db)
  const sales = await readOfferSales(db, {
    sellerId: seller.id,
    currency,
    from: sql`orders o`,
    where: sql`f.listing_id = ${id}`,
  })
  const { t, money, percent } = texts
  if (offers.length === 0 && sales.units === 0) return null
  return {
    href: paths.offersOfListing(item),
    waiting: offers[0]?.waiting ?? 0,
    offers: offers.map(({ key, buyer, minor, dueAt }) => ({
      href: paths.offer(key, new URLSearchParams({ item }).toString()),
      text: t('listing.offers.one', { amount: money({ minor, currency }), buyer: shownBuyer(buyer, texts) }),
      due: t('listing.offers.due', { time: momentWords(dueAt, now, texts) }),
    })),
    sold:
      sales.units === 0
        ? null
        : t('listing.offers.sold', {
            n: sales.units,
            amount: money({ minor: sales.agreedMinor, currency }),
            discount: percent(averageDiscount(sales), 1),
          }),
  }
}
