-- Stock by location (decision 106): units on hand that are at no other location are at the default one. Other locations never hold more
-- than is on hand.

-- The location that sales are taken from: the most recently chosen one, else the first.
create or replace function default_location(seller bigint) returns smallint language plpgsql
  security definer set search_path from current as $$
declare found_id smallint;
begin
  select id into found_id from stock_locations
  where seller_id = seller and removed_at is null order by default_nth desc nulls last, id limit 1;
  return found_id;
end
$$;
revoke execute on function default_location from public;

-- Units on hand of these SKUs, and how many of them are at other locations. On hand is null if no listing or variation currently has the
-- SKU, because a revised listing rewrites its variations.
create or replace function divided_stock(seller bigint, wanted text[]) returns table (of_sku text, on_hand integer, at_others integer)
  language plpgsql set search_path from current as $$
begin
  return query
  select i.sku,
    case when i.position is not null then v.quantity + h.held
      when not exists (select from listing_variations x where x.seller_id = seller and x.listing_id = i.listing_id) then l.on_hand
    end,
    i.elsewhere
  from stock_items i
  left join listings l on l.seller_id = seller and l.id = i.listing_id and l.sku = i.sku
  left join listing_variations v on v.seller_id = seller and v.listing_id = i.listing_id and v.position = i.position and v.sku = i.sku
  cross join lateral (
    select coalesce(sum(n.held_quantity), 0)::integer + coalesce((
      select sum(b.held_units) from buyer_offers b
      where i.position is not null and b.seller_id = seller and b.listing_id = i.listing_id
        and (b.variation = array_to_string(v.axis_values, ', ') or b.sku = v.sku)
    ), 0)::integer + coalesce((
      select sum(p.held_units) from line_parts p
      where i.position is not null and p.seller_id = seller and p.listing_id = i.listing_id and p.held_units > 0
        and (p.variation = array_to_string(v.axis_values, ', ') or p.sku = v.sku)
    ), 0)::integer as held from line_items n
    where i.position is not null and n.seller_id = seller and n.listing_id = i.listing_id and n.held_quantity > 0 and not n.is_kit
      and (n.variation = array_to_string(v.axis_values, ', ') or n.sku = v.sku)
  ) h
  where i.seller_id = seller and i.sku = any (wanted);
end
$$;
revoke execute on function divided_stock from public;
grant execute on function divided_stock to hub_seller;

-- Units of these SKUs at other locations that exceed those on hand. SKUs without a listing or variation are skipped.
create or replace function excess_elsewhere(seller bigint, wanted text[]) returns table (of_sku text, excess integer)
  language plpgsql security definer set search_path from current as $$
begin
  return query
  select s.of_sku, s.at_others - s.on_hand from divided_stock(seller, wanted) s where s.at_others > s.on_hand;
end
$$;
revoke execute on function excess_elsewhere from public;

-- Removes the excess from the locations in their order, because the default one has none left.
create or replace function take_from_locations(seller bigint, wanted text[]) returns void language plpgsql
  security definer set search_path from current as $$
declare
  lacking text[];
  lacks integer[];
  skus text[];
  places smallint[];
  taken integer[];
  base smallint;
begin
  select array_agg(e.of_sku), array_agg(e.excess) into lacking, lacks from excess_elsewhere(seller, wanted) e;
  if lacking is null then
    return;
  end if;
  base := default_location(seller);
  select array_agg(t.sku), array_agg(t.location_id), array_agg(t.units) into skus, places, taken
  from (
    select a.sku, a.location_id, least(a.quantity, u.missing - coalesce(sum(a.quantity) over (partition by a.sku order by a.location_id
      rows between unbounded preceding and 1 preceding), 0))::integer as units
    from stock_at_locations a join unnest(lacking, lacks) u (sku, missing) on u.sku = a.sku
    where a.seller_id = seller and a.quantity > 0
  ) t
  where t.units > 0;
  insert into stock_transfers (seller_id, sku, from_location, to_location, quantity, kind)
  select seller, u.sku, u.place, base, u.units, 'TAKEN' from unnest(skus, places, taken) u (sku, place, units);
end
$$;
revoke execute on function take_from_locations from public;

-- The same for listings with fewer units on hand.
create or replace function take_from_locations_of(sellers bigint[], listings_of bigint[]) returns void language plpgsql
  security definer set search_path from current as $$
declare
  c record;
  divided text[];
begin
  for c in
    select u.seller_id, array_agg(distinct u.id) as ids from unnest(sellers, listings_of) u (seller_id, id) group by 1 order by 1
  loop
    select array_agg(i.sku) into divided
    from stock_items i where i.seller_id = c.seller_id and i.listing_id = any (c.ids) and i.elsewhere > 0;
    if divided is not null then perform take_from_locations(c.seller_id, divided); end if;
  end loop;
end
$$;
revoke execute on function take_from_locations_of from public;

-- Moves the items of transfers. Neither a location nor the default one falls below zero.
create or replace function carry_out_transfers() returns trigger language plpgsql
  security definer set search_path from current as $$
declare
  c record;
  base smallint;
begin
  for c in
    select seller_id, array_agg(sku) as skus, array_agg(location_id) as places, array_agg(change) as changes
    from (
      select seller_id, sku, location_id, sum(change)::integer as change
      from (
        select seller_id, sku, from_location as location_id, -quantity as change from added
        union all
        select seller_id, sku, to_location, quantity from added
      ) moved
      group by 1, 2, 3
    ) changed_at
    group by seller_id order by seller_id
  loop
    base := default_location(c.seller_id);
    -- The units of the default location are not stored.
    select array_agg(u.sku), array_agg(u.place), array_agg(u.change) into c.skus, c.places, c.changes
    from unnest(c.skus, c.places, c.changes) u (sku, place, change) where u.place <> base;
    insert into stock_at_locations (seller_id, sku, location_id, quantity)
    select c.seller_id, u.sku, u.place, 0 from unnest(c.skus, c.places) u (sku, place)
    on conflict do nothing;
    update stock_at_locations a set quantity = a.quantity + u.change
    from unnest(c.skus, c.places, c.changes) u (sku, place, change)
    where a.seller_id = c.seller_id and a.sku = u.sku and a.location_id = u.place;
    update stock_items i set elsewhere = i.elsewhere + u.change
    from (select t.sku, sum(t.change)::integer as change from unnest(c.skus, c.changes) t (sku, change) group by 1) u
    where i.seller_id = c.seller_id and i.sku = u.sku;
    if exists (select from stock_items i where i.seller_id = c.seller_id and i.sku = any (c.skus) and i.is_kit and i.elsewhere > 0) then
      raise exception 'a kit is where its parts are' using errcode = 'check_violation', constraint = 'kit_has_no_location';
    end if;
    perform from excess_elsewhere(c.seller_id, c.skus);
    if found then
      raise exception 'more would be at other locations than is on hand' using errcode = 'check_violation', constraint = 'stock_is_on_hand';
    end if;
  end loop;
  return null;
end
$$;

create or replace trigger transfers_carried_out after insert on stock_transfers referencing new table as added for each statement
  execute function carry_out_transfers();

create or replace function follow_divided_stock() returns trigger language plpgsql
  security definer set search_path from current as $$
declare
  c record;
  sellers bigint[];
  skus text[];
begin
  select array_agg(seller_id), array_agg(sku) into sellers, skus from added where elsewhere > 0;
  if sellers is null then
    return null;
  end if;
  select array_agg(seller_id), array_agg(sku) into sellers, skus
  from (
    select seller_id, sku, listing_id, position, available, is_stocked from added where elsewhere > 0
    except select seller_id, sku, listing_id, position, available, is_stocked from removed
  ) differing;
  for c in
    select n.seller_id, array_agg(n.sku) as skus from unnest(sellers, skus) n (seller_id, sku) group by n.seller_id order by n.seller_id
  loop
    perform take_from_locations(c.seller_id, c.skus);
  end loop;
  return null;
end
$$;

create or replace trigger locations_follow after update on stock_items referencing old table as removed new table as added
  for each statement execute function follow_divided_stock();

-- Changes the default location without moving units. The units of the former one are stored from then on, and those of the new one are
-- the rest. The listings are locked before, so that none is sold meanwhile.
create or replace function replace_default_location() returns trigger language plpgsql
  security definer set search_path from current as $$
declare
  c record;
  former smallint;
  known text[];
  skus text[];
  units integer[];
  left_skus text[];
  left_units integer[];
begin
  for c in
    select d.seller_id, d.id
    from (select seller_id, id, default_nth from added except select seller_id, id, default_nth from removed) d
    order by d.seller_id
  loop
    select p.id into former from stock_locations p
    where p.seller_id = c.seller_id and p.id <> c.id and p.removed_at is null order by p.default_nth desc nulls last, p.id limit 1;
    continue when former is null;
    perform from stock_items where seller_id = c.seller_id order by sku for no key update;
    select array_agg(i.sku) into known from stock_items i where i.seller_id = c.seller_id;
    select array_agg(s.of_sku), array_agg(s.on_hand - s.at_others) into skus, units
    from divided_stock(c.seller_id, known) s where s.on_hand > s.at_others;
    select array_agg(a.sku), array_agg(-a.quantity) into left_skus, left_units
    from stock_at_locations a where a.seller_id = c.seller_id and a.location_id = c.id and a.quantity > 0;
    insert into stock_at_locations (seller_id, sku, location_id, quantity)
    select c.seller_id, u.sku, former, u.items from unnest(skus, units) u (sku, items);
    delete from stock_at_locations where seller_id = c.seller_id and location_id = c.id;
    update stock_items i set elsewhere = i.elsewhere + u.change
    from (
      select t.sku, sum(t.change)::integer as change
      from unnest(skus || left_skus, units || left_units) t (sku, change) group by t.sku having sum(t.change) <> 0
    ) u
    where i.seller_id = c.seller_id and i.sku = u.sku;
  end loop;
  return null;
end
$$;

create or replace trigger default_replaced after update on stock_locations referencing old table as removed new table as added
  for each statement execute function replace_default_location();
