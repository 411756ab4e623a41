-- Which order moved the stock: the lines know, and the listing's own trigger writes the ledger. Orders may be deleted, the ledger may
-- not, so nothing refers to them.
alter table stock_movements add column order_id bigint;
create index stock_movements_order on stock_movements (seller_id, order_id) where order_id is not null;

create or replace function note_stock() returns trigger language plpgsql
  security definer set search_path from current as $$
declare
  sellers bigint[];
  listings bigint[];
  changes integer[];
  reserved_changes integer[];
  stands integer[];
  reserves integer[];
begin
  if tg_op = 'INSERT' then
    select array_agg(seller_id), array_agg(id), array_agg(on_hand), array_agg(reserved), array_agg(on_hand), array_agg(reserved)
    into sellers, listings, changes, reserved_changes, stands, reserves
    from (select * from added where (on_hand, reserved) <> (0, 0) order by seller_id, id) moved;
  else
    select array_agg(seller_id), array_agg(id), array_agg(change), array_agg(reserved_change), array_agg(on_hand), array_agg(reserved)
    into sellers, listings, changes, reserved_changes, stands, reserves
    from (
      select n.seller_id, n.id, n.on_hand - o.on_hand as change, n.reserved - o.reserved as reserved_change, n.on_hand, n.reserved
      from added n join removed o on o.seller_id = n.seller_id and o.id = n.id
      where (n.on_hand, n.reserved) <> (o.on_hand, o.reserved) order by n.seller_id, n.id
    ) moved;
  end if;
  if sellers is not null then
    insert into stock_movements (seller_id, listing_id, on_hand_change, reserved_change, on_hand, reserved, order_id)
    select *, nullif(current_setting('hub.stock_order', true), '')::bigint
    from unnest(sellers, listings, changes, reserved_changes, stands, reserves);
  end if;
  return null;
end
$$;

-- All listings of the statement are locked first, in their one order; then each order moves what is its own.
create or replace function reserve_stock() returns trigger language plpgsql
  security definer set search_path from current set enable_seqscan = off as $$
declare
  c record;
  served bigint;
begin
  for c in
    select seller_id, array_agg(distinct listing_id) as ids
    from added where holds_stock and held_quantity > 0 group by seller_id order by seller_id
  loop
    perform lock_stock(c.seller_id, c.ids);
  end loop;
  for c in
    select seller_id, order_id, array_agg(listing_id order by listing_id) as ids, array_agg(units order by listing_id) as units
    from (
      select seller_id, order_id, listing_id, sum(held_quantity)::integer as units
      from added where holds_stock and held_quantity > 0 group by 1, 2, 3
    ) wanted
    group by seller_id, order_id order by seller_id, order_id
  loop
    perform set_config('hub.stock_order', c.order_id::text, true);
    update listings l set reserved = l.reserved + u.units
    from unnest(c.ids, c.units) u (id, units)
    where l.seller_id = c.seller_id and l.id = u.id and l.on_hand - l.reserved - l.buffer >= u.units;
    get diagnostics served = row_count;
    if served < cardinality(c.ids) then
      raise exception 'more is ordered than there is' using errcode = 'check_violation', constraint = 'stock_is_enough';
    end if;
  end loop;
  perform set_config('hub.stock_order', '', true);
  return null;
end
$$;

create or replace function move_stock() returns trigger language plpgsql
  security definer set search_path from current set enable_seqscan = off as $$
declare c record;
begin
  for c in
    select n.seller_id, array_agg(distinct n.listing_id) as ids
    from added n join removed o on o.seller_id = n.seller_id and o.id = n.id
    where n.holds_stock and (n.held_quantity, n.shipped_quantity) <> (o.held_quantity, o.shipped_quantity)
    group by n.seller_id order by n.seller_id
  loop
    perform lock_stock(c.seller_id, c.ids);
  end loop;
  for c in
    select seller_id, order_id, array_agg(listing_id order by listing_id) as ids, array_agg(held order by listing_id) as held,
      array_agg(gone order by listing_id) as gone
    from (
      select n.seller_id, n.order_id, n.listing_id, sum(n.held_quantity - o.held_quantity)::integer as held,
        sum(n.shipped_quantity - o.shipped_quantity)::integer as gone
      from added n join removed o on o.seller_id = n.seller_id and o.id = n.id
      where n.holds_stock and (n.held_quantity, n.shipped_quantity) <> (o.held_quantity, o.shipped_quantity)
      group by 1, 2, 3
    ) moved
    group by seller_id, order_id order by seller_id, order_id
  loop
    perform set_config('hub.stock_order', c.order_id::text, true);
    update listings l set reserved = l.reserved + u.held, on_hand = l.on_hand - u.gone
    from unnest(c.ids, c.held, c.gone) u (id, held, gone)
    where l.seller_id = c.seller_id and l.id = u.id;
  end loop;
  perform set_config('hub.stock_order', '', true);
  return null;
end
$$;

create or replace function release_stock() returns trigger language plpgsql
  security definer set search_path from current set enable_seqscan = off as $$
declare c record;
begin
  for c in
    select seller_id, array_agg(distinct listing_id) as ids from removed where held_quantity > 0 group by seller_id order by seller_id
  loop
    perform lock_stock(c.seller_id, c.ids);
  end loop;
  for c in
    select seller_id, order_id, array_agg(listing_id order by listing_id) as ids, array_agg(units order by listing_id) as units
    from (
      select seller_id, order_id, listing_id, sum(held_quantity)::integer as units
      from removed where held_quantity > 0 group by 1, 2, 3
    ) gone
    group by seller_id, order_id order by seller_id, order_id
  loop
    perform set_config('hub.stock_order', c.order_id::text, true);
    update listings l set reserved = l.reserved - u.units
    from unnest(c.ids, c.units) u (id, units)
    where l.seller_id = c.seller_id and l.id = u.id;
  end loop;
  perform set_config('hub.stock_order', '', true);
  return null;
end
$$;
