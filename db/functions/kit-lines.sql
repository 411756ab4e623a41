-- Lines of kits hold the units of their parts (decision 133).

-- Units of SKUs that came cover oversold kits that were sold with them, the oldest order first, as `cover_oversold` does.
create or replace function cover_oversold_kits(seller bigint, skus text[]) returns void language plpgsql
  security definer set search_path from current set enable_seqscan = off as $$
declare
  line bigint;
  kits integer;
begin
  if coalesce(current_setting('hub.missing_units', true), '') = 'on' then return; end if;
  for line in
    select n.id from line_items n
    join orders o on o.seller_id = seller and o.id = n.order_id and o.status in ('AWAITING_PAYMENT', 'AWAITING_SHIPMENT')
    where n.seller_id = seller and n.oversold_quantity > 0 and n.is_kit and n.shipped_quantity = 0
      and exists (select from line_parts p where p.seller_id = seller and p.line_item_id = n.id and p.sku = any (skus))
    order by n.order_id, n.id
  loop
    -- The parts may be those of the line before it.
    select min(coalesce(least(l.quantity_available, case when p.variation is null then l.quantity_available else coalesce(v.quantity, 0) end), 0) / p.units)
    into kits
    from line_parts p
    left join listings l on l.seller_id = seller and l.id = p.listing_id
    left join lateral (
      select f.quantity from listing_variations f
      where f.seller_id = seller and f.listing_id = p.listing_id and variation_fit(f.axis_values, f.sku, p.variation, p.sku) is not null
      order by variation_fit(f.axis_values, f.sku, p.variation, p.sku) desc limit 1
    ) v on true
    where p.seller_id = seller and p.line_item_id = line;
    update line_items set short_quantity = short_quantity - least(oversold_quantity, kits)
    where seller_id = seller and id = line and oversold_quantity > 0 and kits > 0;
  end loop;
end
$$;
revoke execute on function cover_oversold_kits from public;

-- Keeps what sold kits are made of. Their parts' units are reserved by `move_parts`.
create or replace function hold_parts() returns trigger language plpgsql
  security definer set search_path from current
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  c record;
  placed timestamptz[];
  lines bigint[];
  nths smallint[];
  orders_of bigint[];
  skus text[];
  units_of integer[];
  titles text[];
  holders bigint[];
  variations text[];
  held integer[];
  sold timestamptz[];
begin
  for c in
    select seller_id, array_agg(id order by order_id, id) as ids, array_agg(order_id order by order_id, id) as orders,
      array_agg(listing_id order by order_id, id) as listings, array_agg(variation order by order_id, id) as variations,
      array_agg(sku order by order_id, id) as skus, array_agg(held_quantity order by order_id, id) as held
    from added where is_kit group by seller_id order by seller_id
  loop
    select array_agg(o.placed_at order by u.nth) into placed
    from unnest(c.orders) with ordinality u (id, nth) join orders o on o.seller_id = c.seller_id and o.id = u.id;
    select array_agg(u.line), array_agg(k.nth), array_agg(u.order_id), array_agg(k.part_sku), array_agg(k.units),
      array_agg(coalesce(l.title, k.part_sku)), array_agg(l.id), array_agg(array_to_string(v.axis_values, ', ')), array_agg(u.held * k.units),
      array_agg(u.at)
    into lines, nths, orders_of, skus, units_of, titles, holders, variations, held, sold
    from unnest(c.ids, c.orders, c.listings, c.variations, c.skus, c.held, placed) u (line, order_id, listing, variation, sku, held, at)
    left join lateral (
      select f.position from listing_variations f
      where f.seller_id = c.seller_id and f.listing_id = u.listing and variation_fit(f.axis_values, f.sku, u.variation, u.sku) is not null
      order by variation_fit(f.axis_values, f.sku, u.variation, u.sku) desc limit 1
    ) sold_as on u.variation is not null
    join kit_parts k on k.seller_id = c.seller_id and k.listing_id = u.listing
      and k.position = case when u.variation is null then 0 else sold_as.position end
    left join stock_items i on i.seller_id = c.seller_id and i.sku = k.part_sku
    left join listings l on l.seller_id = c.seller_id and l.id = i.listing_id
    left join listing_variations v on v.seller_id = c.seller_id and v.listing_id = i.listing_id and v.position = i.position;
    insert into line_parts (seller_id, line_item_id, nth, order_id, sku, units, title, listing_id, variation, held_units)
    select c.seller_id, u.* from unnest(lines, nths, orders_of, skus, units_of, titles, holders, variations, held) u;
    update listings l set quantity_sold = l.quantity_sold + u.held, last_sold_at = greatest(l.last_sold_at, u.at), version = l.version + 1
    from (select n.id, sum(n.held)::integer as held, max(n.at) as at from unnest(c.listings, c.held, placed) n (id, held, at) group by n.id) u
    where l.seller_id = c.seller_id and l.id = u.id and u.held > 0;
    update stock_items i set last_sold_at = u.at
    from (select n.sku, max(n.at) as at from unnest(skus, sold) n (sku, at) group by n.sku) u
    where i.seller_id = c.seller_id and i.sku = u.sku and (i.last_sold_at is null or i.last_sold_at < u.at);
  end loop;
  return null;
end
$$;

create or replace trigger stock_reserved_of_kits after insert on line_items referencing new table as added for each statement
  execute function hold_parts();

-- Parts are reserved, leave and are released with their kits.
create or replace function follow_kit_lines() returns trigger language plpgsql
  security definer set search_path from current set enable_seqscan = off as $$
declare c record;
begin
  for c in
    select seller_id, array_agg(id) as ids, array_agg(held_quantity) as held,
      array_agg(least(shipped_quantity, quantity - greatest(cancelled_quantity, short_quantity))) as gone
    from added where is_kit group by seller_id order by seller_id
  loop
    update line_parts p set held_units = u.held * p.units, gone_units = u.gone * p.units
    from unnest(c.ids, c.held, c.gone) u (id, held, gone)
    where p.seller_id = c.seller_id and p.line_item_id = u.id and p.listing_id is not null
      and (p.held_units, p.gone_units) <> (u.held * p.units, u.gone * p.units);
  end loop;
  return null;
end
$$;

create or replace trigger stock_of_lines_moved_of_kits after update on line_items referencing new table as added for each statement
  execute function follow_kit_lines();

-- Moves units of parts as `move_units`, and those of variations; no more are taken than there are.
create or replace function move_part_units(seller bigint, orders_of bigint[], listings_of bigint[], variations text[], skus text[],
  held integer[], gone integer[]) returns void language plpgsql security definer set search_path from current set enable_seqscan = off as $$
declare
  listings bigint[];
  positions smallint[];
  taken integer[];
  moved bigint;
begin
  if not is_intake() then perform lock_stock(seller, listings_of); end if;
  if exists (
    select from (select n.id, sum(n.held + n.gone) as units from unnest(listings_of, held, gone) n (id, held, gone) group by n.id) u
    join listings l on l.seller_id = seller and l.id = u.id
    where u.units > 0 and l.on_hand - l.reserved - l.buffer < u.units
  ) then
    raise exception 'more is ordered than there is' using errcode = 'check_violation', constraint = 'stock_is_enough';
  end if;
  perform move_units(seller, m.orders, m.ids, m.held, m.gone, null)
  from (
    select array_agg(g.order_id) as orders, array_agg(g.id) as ids, array_agg(g.held) as held, array_agg(g.gone) as gone
    from (
      select n.order_id, n.id, sum(n.held)::integer as held, sum(n.gone)::integer as gone
      from unnest(orders_of, listings_of, held, gone) n (order_id, id, held, gone) group by 1, 2
    ) g
  ) m;
  select array_agg(t.id), array_agg(t.place), array_agg(t.units) into listings, positions, taken
  from (
    select n.id, v.position as place, sum(n.held + n.gone)::integer as units
    from unnest(listings_of, variations, skus, held, gone) n (id, variation, sku, held, gone)
    left join lateral (
      select f.position from listing_variations f
      where f.seller_id = seller and f.listing_id = n.id and variation_fit(f.axis_values, f.sku, n.variation, n.sku) is not null
      order by variation_fit(f.axis_values, f.sku, n.variation, n.sku) desc limit 1
    ) v on true
    where n.variation is not null group by 1, 2
  ) t
  where t.place is not null and t.units <> 0;
  update listing_variations v set quantity = v.quantity - u.units
  from unnest(listings, positions, taken) u (id, place, units)
  where v.seller_id = seller and v.listing_id = u.id and v.position = u.place and v.quantity >= u.units;
  get diagnostics moved = row_count;
  if moved < cardinality(listings) then
    raise exception 'more is ordered than there is' using errcode = 'check_violation', constraint = 'stock_is_enough';
  end if;
  update listings l set state = case when l.quantity_available = 0 then 'OUT_OF_STOCK' else 'ACTIVE' end
  where l.seller_id = seller and l.id = any (listings_of)
    and (l.state = 'ACTIVE' and l.quantity_available = 0 or l.state = 'OUT_OF_STOCK' and l.quantity_available > 0);
end
$$;
revoke execute on function move_part_units from public;

create or replace function move_parts() returns trigger language plpgsql
  security definer set search_path from current set enable_seqscan = off as $$
declare
  c record;
  sellers bigint[];
  orders_of bigint[];
  listings_of bigint[];
  variations text[];
  skus text[];
  held integer[];
  gone integer[];
begin
  if tg_op = 'INSERT' then
    select array_agg(seller_id), array_agg(order_id), array_agg(listing_id), array_agg(variation), array_agg(sku), array_agg(held_units),
      array_agg(gone_units)
    into sellers, orders_of, listings_of, variations, skus, held, gone from added where held_units > 0 or gone_units > 0;
  elsif tg_op = 'DELETE' then
    -- What has left stays gone.
    select array_agg(seller_id), array_agg(order_id), array_agg(listing_id), array_agg(variation), array_agg(sku), array_agg(-held_units),
      array_agg(0)
    into sellers, orders_of, listings_of, variations, skus, held, gone from removed where held_units > 0;
  else
    select array_agg(seller_id), array_agg(order_id), array_agg(listing_id), array_agg(variation), array_agg(sku), array_agg(m.held),
      array_agg(m.gone)
    into sellers, orders_of, listings_of, variations, skus, held, gone
    from (
      select seller_id, order_id, listing_id, variation, sku, sum(held_units)::integer as held, sum(gone_units)::integer as gone
      from (
        select seller_id, line_item_id, order_id, listing_id, variation, sku, held_units, gone_units from added
        union all
        select seller_id, line_item_id, order_id, listing_id, variation, sku, -held_units, -gone_units from removed
      ) both_rows
      group by 1, 2, 3, 4, 5
    ) m
    where (m.held, m.gone) <> (0, 0);
  end if;
  for c in
    select n.seller_id, array_agg(n.order_id) as orders, array_agg(n.listing) as listings, array_agg(n.variation) as variations,
      array_agg(n.sku) as skus, array_agg(n.held) as held, array_agg(n.gone) as gone
    from unnest(sellers, orders_of, listings_of, variations, skus, held, gone) n (seller_id, order_id, listing, variation, sku, held, gone)
    group by n.seller_id order by n.seller_id
  loop
    perform move_part_units(c.seller_id, c.orders, c.listings, c.variations, c.skus, c.held, c.gone);
  end loop;
  return null;
end
$$;

create or replace trigger parts_reserved after insert on line_parts referencing new table as added for each statement execute function move_parts();
create or replace trigger parts_moved after update on line_parts referencing old table as removed new table as added for each statement
  execute function move_parts();
create or replace trigger parts_released after delete on line_parts referencing old table as removed for each statement execute function move_parts();
