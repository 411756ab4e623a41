-- Stock: what is on hand, what orders reserve, and the ledger of all movements.

-- Whether the running transaction is a message of the marketplace's shop about its stock.
create or replace function is_shop_counting() returns boolean
  language sql stable parallel safe
  return coalesce(current_setting('hub.shop_counts', true), '') = 'on';

-- Whether units pass from an accepted offer to the order that pays it.
create or replace function is_paying_offer() returns boolean
  language sql stable parallel safe
  return coalesce(current_setting('hub.pays_offer', true), '') = 'on';

-- How well a variation is the one that was sold, as in `soldVariation`: 2 by its text, 1 by its SKU if that was renamed, null if it is another.
create or replace function variation_fit(axis_values text[], sku text, named text, sold_sku text) returns integer
  language plpgsql immutable as $$
begin
  return case when array_to_string(axis_values, ', ') = named then 2 when sku = sold_sku then 1 end;
end
$$;

-- What the shop counts is left to sell as the shop said it last: its figure lacks the units of orders already, so that orders,
-- cancellations and returns move what is on hand, and never what is left to sell (decision 130).
create or replace function keep_stock() returns trigger language plpgsql set search_path from current as $$
begin
  -- A draft restored from before buffers existed has none.
  new.buffer := coalesce(new.buffer, 0);
  -- An inserted row has no old one.
  if old.id is not null and old.state <> 'DRAFT' and new.shop_counts and old.shop_counts and not new.shares_stock and not is_shop_counting() then
    new.quantity_available := old.quantity_available;
    new.on_hand := new.quantity_available + new.reserved + new.buffer;
    if (old.state, new.state) in (('ACTIVE', 'OUT_OF_STOCK'), ('OUT_OF_STOCK', 'ACTIVE')) then
      new.state := old.state;
      new.out_of_stock_since := old.out_of_stock_since;
    end if;
  -- A kit has what its parts allow.
  elsif old.id is not null and new.is_kit and not is_following_parts() then
    new.on_hand := old.on_hand;
    new.reserved := old.reserved;
    new.quantity_available := greatest(0, new.on_hand - new.reserved - new.buffer);
    if new.state in ('ACTIVE', 'OUT_OF_STOCK') then
      new.state := case when new.quantity_available > 0 then 'ACTIVE' else 'OUT_OF_STOCK' end;
    end if;
  elsif old is null or (
    new.quantity_available <> old.quantity_available
    and (new.on_hand, new.reserved, new.buffer) = (old.on_hand, old.reserved, old.buffer)
  ) then
    new.on_hand := new.quantity_available + new.reserved + new.buffer;
  else
    new.quantity_available := greatest(0, new.on_hand - new.reserved - new.buffer);
  end if;
  return new;
end
$$;

create or replace trigger keeps_stock before insert or update of quantity_available, on_hand, reserved, buffer on listings for each row
  execute function keep_stock();

-- Kind of a stock movement, by its changes.
create or replace function stock_movement_kind(on_hand_change integer, reserved_change integer) returns text
  language sql immutable parallel safe
  return case
    when on_hand_change = 0 and reserved_change > 0 then 'RESERVED'
    when on_hand_change = 0 then 'RELEASED'
    when on_hand_change = reserved_change and on_hand_change < 0 then 'SHIPPED'
    when on_hand_change = reserved_change then 'TAKEN_BACK'
    else 'COUNTED' end;

-- Sets the cause of stock movements for the rest of the transaction, unless an order is the cause; `each` has causes by listing. On a
-- cluster, a local setting reaches the server of the seller's rows.
create or replace function name_stock_cause(cause text) returns void language plpgsql as $$
begin
  execute format('set local hub.stock_cause = %L', cause);
end
$$;

-- Writes the stock ledger. Movements by orders are written separately, one row per order and listing.
create or replace function note_stock() returns trigger language plpgsql
  security definer set search_path from current as $$
declare
  sellers bigint[];
  listings bigint[];
  changes integer[];
  reserved_changes integer[];
  stands integer[];
  reserves integer[];
  orders_of bigint[];
  of_orders text := coalesce(current_setting('hub.stock_of_orders', true), '');
  named jsonb := nullif(current_setting('hub.stock_cause', true), '')::jsonb;
begin
  -- What an order does not explain is the shop's count.
  if of_orders <> '' then named := coalesce(named, '{"kind":"API"}'); end if;
  if tg_op = 'INSERT' then
    select array_agg(seller_id), array_agg(id), array_agg(on_hand), array_agg(reserved), array_agg(on_hand), array_agg(reserved),
      array_agg(null::bigint)
    into sellers, listings, changes, reserved_changes, stands, reserves, orders_of
    from (select * from added where (on_hand, reserved) <> (0, 0) order by seller_id, id) moved;
  else
    -- Most updates are of prices and words.
    if of_orders = '' and not exists (
      select seller_id, id, on_hand, reserved from added except select seller_id, id, on_hand, reserved from removed
    ) then
      return null;
    end if;
    with moves as (
      select seller_id, id, on_hand, reserved, old_on_hand, old_reserved
      from (
        select is_new, seller_id, id, on_hand, reserved, lag(on_hand) over one as old_on_hand, lag(reserved) over one as old_reserved
        from (
          select true as is_new, seller_id, id, on_hand, reserved from added
          union all
          select false, seller_id, id, on_hand, reserved from removed
        ) rows
        window one as (partition by seller_id, id order by is_new)
      ) both_rows
      where is_new
    ), of_each as (
      select * from json_to_recordset(coalesce(nullif(of_orders, ''), '[]')::json) p (listing_id bigint, order_id bigint, gone integer, held integer)
    )
    select array_agg(seller_id), array_agg(id), array_agg(change), array_agg(reserved_change), array_agg(stood), array_agg(stood_reserved),
      array_agg(order_id)
    into sellers, listings, changes, reserved_changes, stands, reserves, orders_of
    from (
      select seller_id, id, change, reserved_change, order_id, nth, old_on_hand + sum(change) over so_far as stood,
        old_reserved + sum(reserved_change) over so_far as stood_reserved
      from (
        select n.seller_id, n.id, n.old_on_hand, n.old_reserved, p.order_id, p.gone as change, p.held as reserved_change, 2 as nth
        from moves n join of_each p on p.listing_id = n.id
        union all
        -- What is no order's: more units are there before an order takes them.
        select n.seller_id, n.id, n.old_on_hand, n.old_reserved, null, n.change, n.reserved_change, case when n.change > 0 then 1 else 3 end
        from (
          select m.seller_id, m.id, m.old_on_hand, m.old_reserved, m.on_hand - m.old_on_hand - coalesce(o.gone, 0) as change,
            m.reserved - m.old_reserved - coalesce(o.held, 0) as reserved_change
          from moves m
          left join (select listing_id, sum(gone)::integer as gone, sum(held)::integer as held from of_each group by 1) o on o.listing_id = m.id
        ) n
        where (n.change, n.reserved_change) <> (0, 0)
      ) parts
      window so_far as (partition by seller_id, id order by nth, order_id)
      order by nth, order_id, seller_id, id
    ) moved;
  end if;
  if sellers is not null then
    insert into stock_movements (seller_id, listing_id, on_hand_change, reserved_change, on_hand, reserved, order_id, cause)
    select u.*, case when u.order_id is null then coalesce(named -> 'each' -> u.listing_id::text, nullif(named - 'each', '{}')) end
    from unnest(sellers, listings, changes, reserved_changes, stands, reserves, orders_of)
      u (seller_id, listing_id, on_hand_change, reserved_change, on_hand, reserved, order_id);
  end if;
  if 0 > any (changes) then perform take_from_locations_of(sellers, listings); end if;
  return null;
end
$$;

-- Named so that they note a change before `all_share` passes it on: movements add up in their order.
create or replace trigger all_noted after insert on listings referencing new table as added for each statement execute function note_stock();
create or replace trigger all_noted_again after update on listings referencing old table as removed new table as added for each statement
  execute function note_stock();

create or replace function refuse_rewriting_stock() returns trigger language plpgsql set search_path from current as $$
begin
  raise exception 'the ledger of the stock is only added to' using errcode = 'check_violation', constraint = 'ledger_is_added_to';
end
$$;

create or replace trigger never_changed before update on stock_movements for each statement execute function refuse_rewriting_stock();
create or replace trigger never_emptied before truncate on stock_movements for each statement execute function refuse_rewriting_stock();

-- Locks listings, those that share their stock, and kits with their parts, in a fixed order, so that concurrent orders never deadlock.
create or replace function lock_stock(seller bigint, ids bigint[]) returns void language plpgsql
  set search_path from current set enable_seqscan = off as $$
declare
  wanted bigint[] := with_kits(seller, ids);
  skus text[];
  sharing bigint[];
begin
  select array_agg(l.sku) into skus from listings l where l.seller_id = seller and l.id = any (wanted) and l.shares_stock;
  if skus is not null then
    select array_agg(l.id) into sharing from listings l where l.seller_id = seller and l.shares_stock and l.sku = any (skus) and l.tab <> 'drafts';
  end if;
  perform from listings where seller_id = seller and id = any (wanted || sharing) order by id for no key update;
end
$$;

-- Locks the stock that these orders reserve.
create or replace function lock_stock_of(seller bigint, orders bigint[]) returns void language plpgsql
  set search_path from current set enable_seqscan = off as $$
declare ids bigint[];
begin
  select array_agg(h.listing_id) into ids
  from (
    select listing_id from line_items where seller_id = seller and order_id = any (orders) and holds_stock
    union all
    select listing_id from line_parts where seller_id = seller and order_id = any (orders) and listing_id is not null
  ) h;
  perform lock_stock(seller, ids);
end
$$;

-- Locks the stock of which these orders lack units.
create or replace function lock_lacking_stock(seller bigint, numbers text[]) returns void language plpgsql
  set search_path from current set enable_seqscan = off as $$
declare ids bigint[];
begin
  select array_agg(n.listing_id) into ids
  from orders o
  join line_items n on n.seller_id = seller and n.order_id = o.id and n.oversold_quantity > 0 and n.listing_id is not null
  where o.seller_id = seller and o.order_number = any (numbers);
  if ids is not null then perform lock_stock(seller, ids); end if;
end
$$;

-- Moves stock by order and listing: `held` units are reserved, `gone` units left stock; both may be negative. For sales
-- (`placed`), one conditional update reserves no more than available.
create or replace function move_units(seller bigint, orders_of bigint[], listings_of bigint[], held integer[], gone integer[], placed timestamptz[])
  returns void language plpgsql security definer set search_path from current set enable_seqscan = off as $$
declare
  ids bigint[];
  more_held integer[];
  more_gone integer[];
  last_placed timestamptz[];
  served bigint;
begin
  select array_agg(id), array_agg(units), array_agg(left_shelf), array_agg(at) into ids, more_held, more_gone, last_placed
  from (
    select id, sum(u.held)::integer as units, sum(u.gone)::integer as left_shelf, max(u.at) as at
    from unnest(listings_of, held, gone, placed) u (id, held, gone, at) group by id order by id
  ) each_one;
  -- For incoming orders they are already locked.
  if not is_intake() then perform lock_stock(seller, ids); end if;
  perform set_config('hub.stock_of_orders', (
    select json_agg(json_build_object('listing_id', u.listing_id, 'order_id', u.order_id, 'held', u.held, 'gone', -u.gone))::text
    from unnest(orders_of, listings_of, held, gone) u (order_id, listing_id, held, gone)
  ), true);
  if placed is null then
    update listings l set reserved = l.reserved + u.held, on_hand = l.on_hand - u.gone
    from unnest(ids, more_held, more_gone) u (id, held, gone)
    where l.seller_id = seller and l.id = u.id;
  else
    update listings l set reserved = l.reserved + u.held, quantity_sold = l.quantity_sold + u.held,
      last_sold_at = greatest(l.last_sold_at, u.at), version = l.version + 1
    from unnest(ids, more_held, last_placed) u (id, held, at)
    where l.seller_id = seller and l.id = u.id and not l.is_kit
      and (l.on_hand - l.reserved - l.buffer >= u.held or (l.shop_counts and not l.shares_stock));
    get diagnostics served = row_count;
    if served < cardinality(ids) then
      raise exception 'more is ordered than there is' using errcode = 'check_violation', constraint = 'stock_is_enough';
    end if;
  end if;
  perform set_config('hub.stock_of_orders', '', true);
end
$$;
revoke execute on function move_units from public;

-- Lines of incoming orders reserve their units.
create or replace function reserve_stock() returns trigger language plpgsql
  security definer set search_path from current
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  c record;
  placed timestamptz[];
begin
  for c in
    select seller_id, array_agg(order_id order by order_id, listing_id) as orders, array_agg(listing_id order by order_id, listing_id) as ids,
      array_agg(units order by order_id, listing_id) as units
    from (
      select seller_id, order_id, listing_id, sum(held_quantity)::integer as units
      from added where holds_stock and held_quantity > 0 and not is_kit group by 1, 2, 3
    ) wanted
    group by seller_id order by seller_id
  loop
    select array_agg(o.placed_at order by u.nth) into placed
    from unnest(c.orders) with ordinality u (id, nth) join orders o on o.seller_id = c.seller_id and o.id = u.id;
    perform move_units(c.seller_id, c.orders, c.ids, c.units, array_fill(0, array[cardinality(c.ids)]), placed);
  end loop;
  return null;
end
$$;

create or replace trigger stock_reserved after insert on line_items referencing new table as added for each statement
  execute function reserve_stock();

-- Shipped units leave stock, units of voided parcels return reserved, cancelled ones become available. Oversold units ship
-- without stock.
create or replace function move_stock() returns trigger language plpgsql
  security definer set search_path from current set enable_seqscan = off as $$
declare c record;
begin
  for c in
    select seller_id, array_agg(order_id) as orders, array_agg(listing_id) as ids, array_agg(held) as held, array_agg(gone) as gone
    from (
      select seller_id, order_id, listing_id, sum(held_quantity - old_held)::integer as held, sum(gone - old_gone)::integer as gone
      from (
        select is_new, seller_id, order_id, listing_id, holds_stock and not is_kit as holds_stock, held_quantity, shipped_quantity, gone,
          lag(held_quantity) over one as old_held, lag(shipped_quantity) over one as old_shipped, lag(gone) over one as old_gone
        from (
          select *, least(shipped_quantity, quantity - greatest(cancelled_quantity, short_quantity)) as gone
          from (select true as is_new, * from added union all select false, * from removed) rows
        ) rows
        window one as (partition by seller_id, id order by is_new)
      ) lines
      where is_new and holds_stock and (held_quantity, shipped_quantity) <> (old_held, old_shipped)
      group by 1, 2, 3
    ) moved
    where (held, gone) <> (0, 0)
    group by seller_id order by seller_id
  loop
    perform move_units(c.seller_id, c.orders, c.ids, c.held, c.gone, null);
  end loop;
  return null;
end
$$;

create or replace trigger stock_of_lines_moved after update on line_items referencing old table as removed new table as added for each statement
  execute function move_stock();

-- A deleted order releases its reservations. Its listings may be deleted too.
create or replace function release_stock() returns trigger language plpgsql
  security definer set search_path from current set enable_seqscan = off as $$
declare c record;
begin
  for c in
    select seller_id, array_agg(order_id) as orders, array_agg(listing_id) as ids, array_agg(-units) as held
    from (
      select seller_id, order_id, listing_id, sum(held_quantity)::integer as units
      from removed where held_quantity > 0 and not is_kit group by 1, 2, 3
    ) gone
    group by seller_id order by seller_id
  loop
    perform move_units(c.seller_id, c.orders, c.ids, c.held, array_fill(0, array[cardinality(c.ids)]), null);
  end loop;
  return null;
end
$$;

create or replace trigger stock_released after delete on line_items referencing old table as removed for each statement
  execute function release_stock();
