import type { KeptSum } from './kept-sum.ts'

/** Stock by SKU, its counts (decision 98), what is at other locations (decision 106), and kits (decision 133). */
export const keptStock: readonly KeptSum[] = [
  {
    table: 'stock_items',
    columns: 'seller_id, sku, listing_id, position, available',
    empty: 'not is_stocked',
    rows: `select seller_id, sku, listing_id, position, available
      from (
        select distinct on (h.seller_id, h.sku) h.*
        from (
          select l.seller_id, l.sku, l.id as listing_id, null::smallint as position, l.quantity_available as available,
            l.tab <> 'ended' as is_live
          from listings l
          where l.sku is not null and l.tab <> 'drafts'
            and not exists (select from listing_variations v where v.seller_id = l.seller_id and v.listing_id = l.id)
          union all
          select v.seller_id, v.sku, v.listing_id, v.position, v.quantity, l.tab <> 'ended'
          from listing_variations v join listings l on l.seller_id = v.seller_id and l.id = v.listing_id
          where v.sku is not null and l.tab <> 'drafts'
        ) h
        order by h.seller_id, h.sku, h.is_live desc, h.listing_id desc
      ) held
      where is_live or available > 0`,
    sources: 'listings, listing_variations',
    // Corrected in place: the rows also hold reorder points, and rows of counts refer to them.
    correct: `do $$
      declare c record;
      begin
        for c in
          select seller_id, array_agg(sku) as skus
          from (
            select seller_id, sku from stock_items
            union select seller_id, sku from listings where sku is not null and tab <> 'drafts'
            union select seller_id, sku from listing_variations where sku is not null
          ) named
          group by seller_id order by seller_id
        loop
          perform refresh_stock_items(c.seller_id, c.skus, true);
        end loop;
      end
      $$`,
  },
  {
    table: 'stock_item_counts',
    columns: 'seller_id, is_low, is_out, idle_from, items',
    stored: `select seller_id, is_low, is_out, idle_from, sum(items)::integer
      from stock_item_counts group by 1, 2, 3, 4 having sum(items) <> 0`,
    rows: `select seller_id, is_low, available = 0, idle_period(idle_since), count(*)::integer
      from stock_items where is_stocked group by 1, 2, 3, 4`,
    sources: 'stock_items',
  },
  {
    table: 'stock_at_locations',
    columns: 'seller_id, sku, quantity',
    stored: 'select seller_id, sku, elsewhere from stock_items where elsewhere > 0',
    rows: 'select seller_id, sku, sum(quantity)::integer from stock_at_locations where quantity > 0 group by 1, 2',
    sources: 'stock_items, stock_at_locations',
    correct: `update stock_items i set elsewhere = coalesce((
        select sum(a.quantity) from stock_at_locations a where a.seller_id = i.seller_id and a.sku = i.sku
      ), 0)
      where i.elsewhere > 0
        or exists (select from stock_at_locations a where a.seller_id = i.seller_id and a.sku = i.sku and a.quantity > 0)`,
  },
  {
    table: 'kit_parts',
    columns: 'seller_id, listing_id, position, kits',
    stored: `select distinct k.seller_id, k.listing_id, k.position, case when k.position = 0 then l.on_hand else v.quantity end
      from kit_parts k join listings l on l.seller_id = k.seller_id and l.id = k.listing_id
      left join listing_variations v on v.seller_id = k.seller_id and v.listing_id = k.listing_id and v.position = k.position`,
    rows: `select k.seller_id, k.listing_id, k.position, least(1000000, min(coalesce(i.available, 0) / k.units))
      from kit_parts k left join stock_items i on i.seller_id = k.seller_id and i.sku = k.part_sku group by 1, 2, 3`,
    sources: 'kit_parts, stock_items, listings, listing_variations',
    correct: `do $$
      declare c record;
      begin
        for c in select seller_id, array_agg(distinct listing_id) as ids from kit_parts group by seller_id order by seller_id loop
          perform refresh_kits(c.seller_id, c.ids);
        end loop;
      end
      $$`,
  },
  {
    table: 'line_parts',
    columns: 'seller_id, line_item_id, sku, held_units',
    rows: `select p.seller_id, p.line_item_id, p.sku, case when p.listing_id is null then 0 else n.held_quantity * p.units end
      from line_parts p join line_items n on n.seller_id = p.seller_id and n.id = p.line_item_id`,
    sources: 'line_parts, line_items',
    correct: `update line_parts p set held_units = n.held_quantity * p.units
      from line_items n
      where n.seller_id = p.seller_id and n.id = p.line_item_id and p.listing_id is not null and p.held_units <> n.held_quantity * p.units`,
  },
]
