-- Kits (decision 133): what is left of them follows from their parts.

-- Whether the numbers of kits are being derived; nothing else changes them.
create or replace function is_following_parts() returns boolean
  language sql stable parallel safe
  return coalesce(current_setting('hub.follows_parts', true), '') = 'on';

-- Listings to lock with these: the parts of their kits and the kits of their SKUs, and so on, since units that come may cover an oversold
-- kit, and so take the parts of others.
create or replace function with_kits(seller bigint, ids bigint[]) returns bigint[] language plpgsql
  set search_path from current set enable_seqscan = off as $$
declare
  reached bigint[];
  next_ids bigint[] := ids;
  parts text[];
begin
  if not exists (select from kit_parts where seller_id = seller) then return ids; end if;
  while reached is distinct from next_ids loop
    reached := next_ids;
    select array_agg(distinct k.part_sku) into parts from kit_parts k
    where k.seller_id = seller and (k.listing_id = any (reached) or k.part_sku in (
      select l.sku from listings l where l.seller_id = seller and l.id = any (reached)
      union all
      select v.sku from listing_variations v where v.seller_id = seller and v.listing_id = any (reached)
    ));
    select array_agg(o.id order by o.id) into next_ids
    from (
      select u.id from unnest(reached) u (id)
      union
      select k.listing_id from kit_parts k where k.seller_id = seller and k.part_sku = any (parts)
      union
      select i.listing_id from stock_items i where i.seller_id = seller and i.sku = any (parts)
    ) o;
  end loop;
  return reached;
end
$$;

-- The parts of kits as intake checks them, by "listing/position", each with the stocks that limit it by their keys in `createShelf`. Locks nothing.
create or replace function parts_of_kits(seller bigint, ids bigint[]) returns jsonb language plpgsql stable
  security definer set search_path from current set enable_seqscan = off as $$
begin
  return (
    select jsonb_object_agg(m.kit, m.parts)
    from (
      select k.listing_id || '/' || k.position as kit, jsonb_agg(jsonb_build_object('sku', k.part_sku, 'units', k.units, 'limits', case
        when v.position is null then jsonb_build_array(jsonb_build_object(
          'key', case when l.shares_stock then 'sku ' || l.sku else l.item_number end, 'most', coalesce(l.quantity_available, 0)))
        else jsonb_build_array(jsonb_build_object('key', l.item_number, 'most', l.quantity_available),
          jsonb_build_object('key', l.item_number || ' ' || v.position, 'most', v.quantity)) end) order by k.nth) as parts
      from kit_parts k
      left join stock_items i on i.seller_id = seller and i.sku = k.part_sku
      left join listings l on l.seller_id = seller and l.id = i.listing_id
      left join listing_variations v on v.seller_id = seller and v.listing_id = i.listing_id and v.position = i.position
      where k.seller_id = seller and k.listing_id = any (ids)
      group by 1
    ) m
  );
end
$$;
revoke execute on function parts_of_kits from public;

-- Sets the numbers of kits of these listings to what their parts allow, the least of all. A listing has the units of its variations.
create or replace function refresh_kits(seller bigint, ids bigint[]) returns void language plpgsql
  security definer set search_path from current set enable_seqscan = off as $$
declare
  kits bigint[];
  places smallint[];
  allowed integer[];
  following text := coalesce(current_setting('hub.follows_parts', true), '');
  orders text := coalesce(current_setting('hub.stock_of_orders', true), '');
  cause text := coalesce(current_setting('hub.stock_cause', true), '');
begin
  perform from listings where seller_id = seller and id = any (ids) order by id for no key update;
  select array_agg(m.listing_id), array_agg(m.position), array_agg(m.kits) into kits, places, allowed
  from (
    select k.listing_id, k.position, least(1000000, min(coalesce(i.available, 0) / k.units)) as kits
    from kit_parts k left join stock_items i on i.seller_id = seller and i.sku = k.part_sku
    where k.seller_id = seller and k.listing_id = any (ids) group by 1, 2
  ) m;
  if kits is null then return; end if;
  perform set_config('hub.follows_parts', 'on', true);
  perform set_config('hub.stock_of_orders', '', true);
  perform set_config('hub.stock_cause', '{"kind":"PARTS"}', true);
  update listings l set on_hand = l.on_hand + d.more, version = l.version + 1,
    state = case when l.state not in ('ACTIVE', 'OUT_OF_STOCK') then l.state
      when l.on_hand + d.more - l.reserved - l.buffer > 0 then 'ACTIVE' else 'OUT_OF_STOCK' end
  from (
    select u.id, sum(u.kits - case when u.place = 0 then s.on_hand else v.quantity end)::integer as more
    from unnest(kits, places, allowed) u (id, place, kits)
    join listings s on s.seller_id = seller and s.id = u.id
    left join listing_variations v on v.seller_id = seller and v.listing_id = u.id and v.position = u.place and v.is_kit
    where case when u.place = 0 then s.is_kit else v.is_kit end
    group by u.id
  ) d
  where l.seller_id = seller and l.id = d.id and d.more <> 0;
  update listing_variations v set quantity = u.kits
  from unnest(kits, places, allowed) u (id, place, kits)
  where v.seller_id = seller and v.listing_id = u.id and v.position = u.place and v.is_kit and v.quantity <> u.kits;
  perform set_config('hub.follows_parts', following, true);
  perform set_config('hub.stock_of_orders', orders, true);
  perform set_config('hub.stock_cause', cause, true);
end
$$;
revoke execute on function refresh_kits from public;

-- Kits follow the SKUs that they are made of. A SKU that became a kit is no part of another.
create or replace function follow_parts() returns trigger language plpgsql
  security definer set search_path from current set enable_seqscan = off as $$
declare
  c record;
  sellers bigint[];
  skus text[];
  grew boolean[];
  kits bigint[];
begin
  if tg_op = 'UPDATE' then
    select array_agg(seller_id), array_agg(sku), array_agg(available > old_available) into sellers, skus, grew
    from (
      select is_new, seller_id, sku, available, is_kit, lag(available) over one as old_available, lag(is_kit) over one as was_kit
      from (
        select true as is_new, seller_id, sku, available, is_kit from added
        union all
        select false, seller_id, sku, available, is_kit from removed
      ) rows
      window one as (partition by seller_id, sku order by is_new)
    ) items
    where is_new and (available, is_kit) <> (old_available, was_kit);
  else
    select array_agg(seller_id), array_agg(sku), array_agg(available > 0) into sellers, skus, grew from added;
  end if;
  for c in
    select n.seller_id, array_agg(n.sku) as skus, array_agg(n.sku) filter (where n.grew) as grown
    from unnest(sellers, skus, grew) n (seller_id, sku, grew) group by n.seller_id order by n.seller_id
  loop
    -- Most sellers have no kits.
    continue when not exists (select from kit_parts where seller_id = c.seller_id)
      and not exists (select from line_parts where seller_id = c.seller_id);
    select array_agg(distinct k.listing_id) into kits from kit_parts k where k.seller_id = c.seller_id and k.part_sku = any (c.skus);
    if kits is not null then
      if exists (
        select from stock_items i where i.seller_id = c.seller_id and i.sku = any (c.skus) and i.is_kit
          and exists (select from kit_parts k where k.seller_id = c.seller_id and k.part_sku = i.sku)
      ) then
        raise exception 'a kit is no part of a kit' using errcode = 'check_violation', constraint = 'kit_of_kits';
      end if;
      perform refresh_kits(c.seller_id, kits);
    end if;
    if c.grown is not null then perform cover_oversold_kits(c.seller_id, c.grown); end if;
  end loop;
  return null;
end
$$;

create or replace trigger kits_follow after update on stock_items referencing old table as removed new table as added for each statement
  execute function follow_parts();
create or replace trigger kits_follow_new after insert on stock_items referencing new table as added for each statement
  execute function follow_parts();

-- A listing or variation is a kit while it has parts. One that is none any more has nothing.
create or replace function note_kits() returns trigger language plpgsql
  security definer set search_path from current set enable_seqscan = off as $$
declare
  c record;
  sellers bigint[];
  ids_of bigint[];
  places_of smallint[];
  skus text[];
begin
  if tg_op = 'DELETE' then
    select array_agg(seller_id), array_agg(listing_id), array_agg(position) into sellers, ids_of, places_of from removed;
  else
    select array_agg(seller_id), array_agg(listing_id), array_agg(position), array_agg(part_sku) into sellers, ids_of, places_of, skus from added;
  end if;
  for c in
    select n.seller_id, array_agg(n.id) as ids, array_agg(n.place) as places, array_agg(distinct n.sku) filter (where n.sku is not null) as skus
    from unnest(sellers, ids_of, places_of, skus) n (seller_id, id, place, sku) group by n.seller_id order by n.seller_id
  loop
    -- Of a listing that is deleted nothing is left to change.
    continue when not exists (select from listings where seller_id = c.seller_id and id = any (c.ids));
    perform lock_stock(c.seller_id, c.ids);
    perform from stock_items i where i.seller_id = c.seller_id and i.sku = any (c.skus) order by i.sku for no key update;
    if exists (
      select from unnest(c.skus) u (sku) left join stock_items i on i.seller_id = c.seller_id and i.sku = u.sku
      left join listings l on l.seller_id = c.seller_id and l.id = i.listing_id
      where i.sku is null or i.is_kit or l.format <> 'FIXED_PRICE' or l.shop_counts
    ) then
      raise exception 'a part is a SKU whose units the hub counts, and no kit' using errcode = 'check_violation', constraint = 'kit_of_parts';
    end if;
    perform set_config('hub.follows_parts', 'on', true);
    update listings l set is_kit = u.is_kit, on_hand = case when u.is_kit then l.on_hand else 0 end,
      state = case when not u.is_kit and l.state = 'ACTIVE' then 'OUT_OF_STOCK' else l.state end
    from (
      select n.id, exists (select from kit_parts k where k.seller_id = c.seller_id and k.listing_id = n.id and k.position = 0) as is_kit
      from unnest(c.ids, c.places) n (id, place) where n.place = 0 group by n.id
    ) u
    where l.seller_id = c.seller_id and l.id = u.id and l.is_kit <> u.is_kit;
    update listings l set on_hand = l.on_hand - u.units
    from (
      select v.listing_id as id, sum(v.quantity)::integer as units
      from listing_variations v
      where v.seller_id = c.seller_id and v.listing_id = any (c.ids) and v.is_kit and not exists (
        select from kit_parts k where k.seller_id = c.seller_id and k.listing_id = v.listing_id and k.position = v.position)
      group by 1
    ) u
    where l.seller_id = c.seller_id and l.id = u.id and u.units > 0;
    update listing_variations v set is_kit = u.is_kit, quantity = case when u.is_kit then v.quantity else 0 end
    from (
      select n.id, n.place, exists (
        select from kit_parts k where k.seller_id = c.seller_id and k.listing_id = n.id and k.position = n.place) as is_kit
      from unnest(c.ids, c.places) n (id, place) where n.place > 0 group by n.id, n.place
    ) u
    where v.seller_id = c.seller_id and v.listing_id = u.id and v.position = u.place and v.is_kit <> u.is_kit;
    perform set_config('hub.follows_parts', '', true);
    perform refresh_kits(c.seller_id, c.ids);
  end loop;
  return null;
end
$$;

create or replace trigger kits_noted after insert on kit_parts referencing new table as added for each statement execute function note_kits();
create or replace trigger kits_noted_again after update on kit_parts referencing new table as added for each statement execute function note_kits();
create or replace trigger kits_unnoted after delete on kit_parts referencing old table as removed for each statement execute function note_kits();

-- Variations that are kits have what their parts allow, whatever they were added with.
create or replace function note_kit_variations() returns trigger language plpgsql
  security definer set search_path from current as $$
declare c record;
begin
  for c in select seller_id, array_agg(distinct listing_id) as ids from added where is_kit group by seller_id order by seller_id loop
    perform refresh_kits(c.seller_id, c.ids);
  end loop;
  return null;
end
$$;

create or replace trigger kits_noted after insert on listing_variations referencing new table as added for each statement
  execute function note_kit_variations();

create or replace function keep_kit_variation() returns trigger language plpgsql set search_path from current as $$
begin
  if not is_following_parts() then new.quantity := old.quantity; end if;
  return new;
end
$$;

create or replace trigger keeps_kit before update of quantity on listing_variations for each row
  when (new.is_kit and old.is_kit) execute function keep_kit_variation();
