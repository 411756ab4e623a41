import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'
import type { ItemNumber } from '#features/listing/listing.ts'
import type { Stretch } from './paging.ts'

/** A thing on offer, by its SKU: a listing without variations, or one variation of a listing. */
export interface OfferRow extends Pick<
  Row<'listings'>,
  'id' | 'title' | 'category' | 'condition' | 'format' | 'currency' | 'quantity_sold' | 'version'
> {
  item_number: ItemNumber
  sku: string
  state: 'SCHEDULED' | 'ACTIVE' | 'OUT_OF_STOCK' | 'ON_HOLD'
  /** Its place among the listing's variations; null where the listing has none. */
  position: number | null
  price_minor: number
  quantity: number
}

/** All that is on offer under a SKU. What is a draft is nobody's yet, and what has ended is nobody's any more. */
const offers = (sellerId: number) => sql`(
  select l.id, l.item_number, l.title, l.category, l.condition, l.format, l.currency, l.quantity_sold, l.version, l.state,
    coalesce(v.sku, l.sku) as sku, v.position, coalesce(v.price_minor, l.price_minor) as price_minor,
    coalesce(v.quantity, l.quantity_available) as quantity
  from listings l
  left join listing_variations v on v.seller_id = ${sellerId} and v.listing_id = l.id
  where l.seller_id = ${sellerId} and l.state not in ('DRAFT', 'ENDED')
    and case when v.position is null then l.sku else v.sku end is not null
)`

/** What is on offer, by SKU. */
export async function readOffers(
  db: SellerDb,
  sellerId: number,
  { limit, offset }: Stretch,
): Promise<{ total: number; rows: OfferRow[] }> {
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::integer as total from ${offers(sellerId)} o`.execute(db)
  const { rows } = await sql<OfferRow>`
    select o.* from ${offers(sellerId)} o order by o.sku, o.id limit ${limit} offset ${offset}`.execute(db)
  return { total: counted[0]!.total, rows }
}

/** What is on offer under a SKU, or under an offer's id; null where that is nothing. */
export async function findOffer(
  db: SellerDb,
  sellerId: number,
  by: { sku: string } | { offerId: string },
): Promise<OfferRow | null> {
  const condition = 'sku' in by ? sql`o.sku = ${by.sku}` : offerCondition(by.offerId)
  if (!condition) return null
  const { rows } = await sql<OfferRow>`select o.* from ${offers(sellerId)} o where ${condition}`.execute(db)
  return rows[0] ?? null
}

/** The id of an offer: the item number of its listing, and the place of its variation. */
export const offerIdOf = ({ item_number: item, position }: Pick<OfferRow, 'item_number' | 'position'>) =>
  position === null ? item : item + String(position).padStart(3, '0')

function offerCondition(offerId: string) {
  const [, item, position] = /^(\d{12})(\d{3})?$/.exec(offerId) ?? []
  if (!item) return null
  return position === undefined
    ? sql`o.item_number = ${item} and o.position is null`
    : sql`o.item_number = ${item} and o.position = ${Number(position)}`
}
