import { sql, type RawBuilder } from 'kysely'

/** SQL: joins the offer `f` that order line `l` pays, if any. */
export const joinOffer = (sellerId: unknown): RawBuilder<unknown> => sql`
  left join buyer_offers f on f.seller_id = ${sellerId} and f.order_id = l.order_id and f.order_position = l.position`

/** SQL: how programs name offer `f`: by the marketplace's id, or the hub's key of one that the seller sent. */
export const offerName = sql<string | null>`coalesce(f.external_id, f.offer_key)`

/** SQL: ids of the seller's orders that pay an offer. */
export const idsFromOffers = (sellerId: unknown): RawBuilder<unknown> =>
  sql`select order_id from buyer_offers where seller_id = ${sellerId} and order_id is not null`

/** SQL: by how much the offers that order `o` pays are below what their listings asked; null without any. */
export const offeredLess = (sellerId: unknown) => sql<number | null>`(
  select sum((f.list_price_minor - f.price_minor) * f.units)::bigint from buyer_offers f
  where f.seller_id = ${sellerId} and f.order_id = o.id)`
