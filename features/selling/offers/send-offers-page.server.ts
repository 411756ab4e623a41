import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { parseItemNumber, type ItemNumber } from '#features/core/listing/listing.ts'
import { eligible } from '#features/core/offer/send-offers-db.server.ts'
import { firstIds } from '#features/machinery/grid/list-ids-db.server.ts'
import { openChosen } from '#features/machinery/grid/list-routes.server.ts'
import { listingsList } from '#features/selling/listings/listings-list.server.ts'
import { day } from '#lib/duration.ts'
import type { SellerArgs } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'

/** Most listings for which offers are sent at once. */
export const mostListings = 200
export const resultDays = 90

/** Listings selected by the URL: given ones or all that match. */
export const openChosenListings = (visit: SellerArgs) =>
  openChosen(
    listingsList,
    { path: paths.listings.active, params: visit.url.searchParams, parse: parseItemNumber },
    visit,
  )

export interface ListingToSend {
  item: ItemNumber
  title: string
  priceMinor: number
  currency: string
  /** Buyers whom it interests. */
  buyers: number
  isEligible: boolean
}

/** The first selected listings, in list order; one more than may be chosen. */
export async function readListingsToSend(db: SellerDb, visit: SellerArgs): Promise<ListingToSend[]> {
  const match = openChosenListings(visit)
  const ids = await firstIds(db, listingsList, match, mostListings + 1)
  const { rows } = await sql<ListingToSend>`
    select l.item_number as item, l.title, l.price_minor as "priceMinor", l.currency,
      (select count(*)::integer from interested_buyers i where i.seller_id = ${match.sellerId} and i.listing_id = l.id) as buyers,
      ${eligible(match.sellerId)} as "isEligible"
    from unnest(${ids}::bigint[]) with ordinality as page (id, place)
    join listings l on l.seller_id = ${match.sellerId} and l.id = page.id order by page.place`.execute(db)
  return rows
}

/** What came of the offers that the seller sent. */
export async function readSentResults(db: SellerDb, { sellerId, now }: { sellerId: number; now: Date }) {
  const since = new Date(now.getTime() - resultDays * day)
  const { rows } = await sql<{
    currency: string
    sent: number
    seen: number
    accepted: number
    paid: number
    minor: number
  }>`
    select currency, count(*)::integer as sent, count(*) filter (where seen_at is not null)::integer as seen,
      count(*) filter (where state in ('ACCEPTED', 'PAID', 'NOT_PAID'))::integer as accepted,
      count(*) filter (where state = 'PAID')::integer as paid,
      coalesce(sum(price_minor * units) filter (where state = 'PAID'), 0)::bigint as minor
    from buyer_offers where seller_id = ${sellerId} and begun_by = 'SELLER' and made_at >= ${since}
    group by currency order by currency`.execute(db)
  const sum = (of: 'sent' | 'seen' | 'accepted' | 'paid') => rows.reduce((total, row) => total + row[of], 0)
  return {
    sent: sum('sent'),
    seen: sum('seen'),
    accepted: sum('accepted'),
    paid: sum('paid'),
    // Sales of paid offers, by currency.
    sales: rows.filter(({ minor }) => minor > 0).map(({ currency, minor }) => ({ currency, minor })),
  }
}
