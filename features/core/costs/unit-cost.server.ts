import { sql, type RawBuilder } from 'kysely'

interface Costed {
  sku: RawBuilder<unknown>
  currency: RawBuilder<unknown>
}

/** SQL: what the parts of a kit cost together; null if one has no cost, or the SKU is no kit. */
export const kitCost = (sellerId: unknown, { sku, currency }: Costed): RawBuilder<number | null> => sql`(
  select case when count(*) = count(a.unit_cost_minor) then sum(a.unit_cost_minor * t.units)::bigint end
  from stock_items s
  join kit_parts t on t.seller_id = ${sellerId} and t.listing_id = s.listing_id and t.position = coalesce(s.position, 0)
  left join costed_skus a on a.seller_id = ${sellerId} and a.sku = t.part_sku and a.currency = ${currency}
  where s.seller_id = ${sellerId} and s.sku = ${sku} and s.is_kit)`

/** SQL: what a unit of a SKU costs now, a kit what its parts do; null if it is not known. */
export const unitCostOf = (sellerId: unknown, of: Costed): RawBuilder<number | null> => sql`(
  case when exists (select from stock_items s where s.seller_id = ${sellerId} and s.sku = ${of.sku} and s.is_kit) then ${kitCost(sellerId, of)}
    else (select a.unit_cost_minor from costed_skus a where a.seller_id = ${sellerId} and a.sku = ${of.sku} and a.currency = ${of.currency}) end)`

/** SQL: SKUs whose cost was entered when `entered` is true of its row `c`, and the kits that are made of them. */
export const skusCosted = (sellerId: unknown, entered: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select c.sku from sku_costs c where c.seller_id = ${sellerId} and ${entered}
  union all
  select s.sku from sku_costs c
  join kit_parts t on t.seller_id = ${sellerId} and t.part_sku = c.sku
  join stock_items s on s.seller_id = ${sellerId} and s.listing_id = t.listing_id and coalesce(s.position, 0) = t.position
  where c.seller_id = ${sellerId} and ${entered}`

/** SQL: SKUs of listings that were published or changed when `happened` is true of their event `e`; of the latest 1,000. */
export const skusChanged = (sellerId: unknown, happened: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select s.sku from stock_items s where s.seller_id = ${sellerId} and s.listing_id in (
    select e.listing_id from events e
    where e.seller_id = ${sellerId} and e.type in ('listing.changed', 'listing.published') and ${happened}
    order by e.happened_at desc limit 1000)`

/** SQL: whether an item `i` costs more than its price, of its variation `v` or else its listing `l`. */
export const isBelowCost = (sellerId: unknown): RawBuilder<boolean> =>
  sql`${unitCostOf(sellerId, { sku: sql`i.sku`, currency: sql`l.currency` })} > coalesce(v.price_minor, l.price_minor)`
