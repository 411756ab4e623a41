-- Orders come in by few messages, each row is written once, and what follows from many of them is worked out for all together.

-- All that orders which come in are judged by, for the seller who is bound. Their listings are locked first, in the order in which
-- everybody locks them; each statement behind that sees what others committed meanwhile. Ids are drawn here as well, so that whoever
-- judges knows all rows before they are written.
create function open_intake(external_ids text[], items text[], usernames text[], buyers_of text[], addresses_of jsonb) returns jsonb
  language plpgsql security definer set search_path from current set enable_seqscan = off as $$
declare
  seller bigint := current_seller();
  known jsonb;
  offered jsonb;
  people jsonb;
  people_ids bigint[];
  places jsonb;
  drawn jsonb;
  calendar jsonb;
begin
  perform from listings where seller_id = seller and item_number = any (items) order by id for no key update;

  select coalesce(jsonb_agg(jsonb_build_object('id', id, 'externalId', external_id, 'pushedAs', pushed_as)), '[]') into known
  from orders where seller_id = seller and external_id = any (external_ids);

  select coalesce(jsonb_agg(to_jsonb(l)), '[]') into offered
  from (
    select id, item_number, product_id, title, sku, state, format, currency, quantity_available, starts_at, ends_at, out_of_stock_since,
      (select handling_days from listing_contents where seller_id = seller and listing_id = listings.id) as handling_days,
      (
        select coalesce(jsonb_agg(jsonb_build_object('position', v.position, 'sku', v.sku, 'values', v.axis_values, 'quantity', v.quantity)
          order by v.position), '[]')
        from listing_variations v where v.seller_id = seller and v.listing_id = listings.id
      ) as variations
    from listings where seller_id = seller and item_number = any (items)
  ) l;

  select coalesce(jsonb_agg(jsonb_build_object('id', id, 'username', username, 'externalId', external_id)), '[]'), array_agg(id)
  into people, people_ids
  from buyers where seller_id = seller and (username = any (usernames) or external_id = any (buyers_of));

  select coalesce(jsonb_agg(jsonb_build_object('id', id, 'buyerId', buyer_id, 'nth', nth)), '[]') into places
  from (
    select a.buyer_id, w.nth, min(a.id) as id
    from addresses a
    join jsonb_to_recordset(addresses_of) w (nth integer, name text, line1 text, line2 text, city text, region text, postal_code text,
      country text, phone text) on w.name = a.name and w.city = a.city and w.country = a.country
    where a.seller_id = seller and a.buyer_id = any (people_ids)
      and (a.line1, a.line2, a.region, a.postal_code, a.phone) is not distinct from (w.line1, w.line2, w.region, w.postal_code, w.phone)
    group by 1, 2
  ) found;

  select coalesce(jsonb_agg(jsonb_build_object('order', nextval('orders_id_seq'), 'number', order_number(nextval('order_serials')),
    'buyer', nextval('buyers_id_seq'), 'address', nextval('addresses_id_seq'))), '[]') into drawn
  from generate_series(1, cardinality(external_ids) - jsonb_array_length(known));

  select to_jsonb(s) into calendar
  from (
    select time_zone, handling_days, cutoff_time, working_days, holiday_region, holidays, days_off, calendar_version
    from sellers where id = seller
  ) s;

  return jsonb_build_object('known', known, 'listings', offered, 'buyers', people, 'addresses', places, 'drawn', drawn, 'calendar', calendar);
end
$$;

-- Whether orders are written as they come in: with the states that follow from their parts, which are all new. Nothing needs to be
-- derived of them, and nobody else can hold them.
create function is_intake() returns boolean
  language sql stable parallel safe
  return coalesce(current_setting('hub.intake', true), '') = 'on';

-- Writes orders that were judged, with the states that follow from their first payments and the times that were promised.
create function write_intake(intake jsonb) returns void
  language plpgsql security definer set search_path from current set enable_seqscan = off as $$
declare seller bigint := current_seller();
begin
  perform set_config('hub.intake', 'on', true);
  -- In one order wherever a row may be another's too.
  if intake -> 'buyers' <> '[]' then
    insert into buyers (seller_id, id, username, name, external_id)
    select seller, r.* from jsonb_to_recordset(intake -> 'buyers') r (id bigint, username text, name text, external_id text)
    order by r.username;
  end if;
  if intake -> 'addresses' <> '[]' then
    insert into addresses (seller_id, id, buyer_id, name, line1, line2, city, region, postal_code, country, phone)
    select seller, r.* from jsonb_to_recordset(intake -> 'addresses') r (id bigint, buyer_id bigint, name text, line1 text, line2 text,
      city text, region text, postal_code text, country text, phone text);
  end if;
  insert into orders (seller_id, id, order_number, external_id, pushed_as, buyer_id, buyer_username, ship_to_address_id, ship_to_country,
    placed_at, paid_at, payment_status, ship_by, ship_rule, ship_calendar, ship_handling_days, shipping_service, buyer_note,
    estimated_delivery_min, estimated_delivery_max, currency, subtotal_minor, discount_minor, shipping_minor, tax_minor, line_count, unit_count)
  select seller, r.id, r.order_number, r.external_id, r.pushed_as, r.buyer_id, r.buyer_username, r.ship_to_address_id, r.ship_to_country,
    r.placed_at, r.paid_at,
    order_payment_status(r.payment_state is not distinct from 'PENDING', case r.payment_state when 'PAID' then r.payment_minor end, 0,
      num_nonnulls(r.payment_state)),
    r.ship_by, case when r.ship_by is not null then 'HANDLING_TIME' end, r.ship_calendar, r.ship_handling_days, r.shipping_service, r.buyer_note,
    r.estimated_delivery_min, r.estimated_delivery_max, r.currency, r.subtotal_minor, r.discount_minor, r.shipping_minor, r.tax_minor,
    r.line_count, r.unit_count
  from jsonb_to_recordset(intake -> 'orders') r (id bigint, order_number text, external_id text, pushed_as text, buyer_id bigint,
    buyer_username text, ship_to_address_id bigint, ship_to_country text, placed_at timestamptz, paid_at timestamptz, payment_state text,
    payment_minor bigint, ship_by timestamptz, ship_calendar integer, ship_handling_days smallint, shipping_service text, buyer_note text,
    estimated_delivery_min timestamptz, estimated_delivery_max timestamptz, currency text, subtotal_minor bigint, discount_minor bigint,
    shipping_minor bigint, tax_minor bigint, line_count integer, unit_count integer)
  order by r.external_id;
  insert into line_items (seller_id, order_id, position, listing_id, product_id, item_number, sku, title, variation, currency, quantity,
    unit_price_minor, discount_minor, shipping_minor, tax_minor, ship_by, holds_stock)
  select seller, r.*, true from jsonb_to_recordset(intake -> 'lines') r (order_id bigint, position smallint, listing_id bigint,
    product_id bigint, item_number text, sku text, title text, variation text, currency text, quantity integer, unit_price_minor bigint,
    discount_minor bigint, shipping_minor bigint, tax_minor bigint, ship_by timestamptz);
  if intake -> 'payments' <> '[]' then
    insert into payments (seller_id, order_id, external_id, method, state, currency, amount_minor, paid_at)
    select seller, r.* from jsonb_to_recordset(intake -> 'payments') r (order_id bigint, external_id text, method text, state text,
      currency text, amount_minor bigint, paid_at timestamptz);
  end if;
  if intake -> 'events' <> '[]' then
    insert into order_events (seller_id, order_id, happened_at, actor, kind, subject, after)
    select seller, r.order_id, r.happened_at, 'HUB', r.kind, r.subject, r.after
    from jsonb_to_recordset(intake -> 'events') r (order_id bigint, happened_at timestamptz, kind text, subject text, after jsonb);
  end if;
  perform set_config('hub.intake', '', true);
end
$$;
revoke execute on function open_intake, write_intake from public;
grant execute on function open_intake, write_intake to hub_seller;

-- What orders did to the stock of listings, one row an order and listing, is written of by the listing's own trigger: it takes this
-- apart by orders, where there is something.
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
begin
  if tg_op = 'INSERT' then
    select array_agg(seller_id), array_agg(id), array_agg(on_hand), array_agg(reserved), array_agg(on_hand), array_agg(reserved),
      array_agg(null::bigint)
    into sellers, listings, changes, reserved_changes, stands, reserves, orders_of
    from (select * from added where (on_hand, reserved) <> (0, 0) order by seller_id, id) moved;
  else
    select array_agg(seller_id), array_agg(id), array_agg(change), array_agg(reserved_change), array_agg(stood), array_agg(stood_reserved),
      array_agg(order_id)
    into sellers, listings, changes, reserved_changes, stands, reserves, orders_of
    from (
      select n.seller_id, n.id, coalesce(p.gone, n.on_hand - o.on_hand) as change, coalesce(p.held, n.reserved - o.reserved) as reserved_change,
        o.on_hand + sum(coalesce(p.gone, n.on_hand - o.on_hand)) over so_far as stood,
        o.reserved + sum(coalesce(p.held, n.reserved - o.reserved)) over so_far as stood_reserved, p.order_id
      from added n
      join removed o on o.seller_id = n.seller_id and o.id = n.id
      left join json_to_recordset(coalesce(nullif(current_setting('hub.stock_of_orders', true), ''), '[]')::json)
        p (listing_id bigint, order_id bigint, gone integer, held integer) on p.listing_id = n.id
      where p.order_id is not null or (n.on_hand, n.reserved) <> (o.on_hand, o.reserved)
      window so_far as (partition by n.seller_id, n.id order by p.order_id)
      order by p.order_id, n.seller_id, n.id
    ) moved;
  end if;
  if sellers is not null then
    insert into stock_movements (seller_id, listing_id, on_hand_change, reserved_change, on_hand, reserved, order_id)
    select * from unnest(sellers, listings, changes, reserved_changes, stands, reserves, orders_of);
  end if;
  return null;
end
$$;

-- What lines of orders do to the stock, by order and listing: each listing is locked and written once, in the order in which everybody
-- locks them. `held` are units that are promised, `gone` those that left the shelf; both may be negative. Where something is sold,
-- `placed`, only as much is promised as there is: one conditional update, so of any number of buyers at one moment only as many are
-- served as there is stock for.
create function move_units(seller bigint, orders_of bigint[], listings_of bigint[], held integer[], gone integer[], placed timestamptz[])
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
  -- Of orders that come in they are locked already.
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
    where l.seller_id = seller and l.id = u.id and l.on_hand - l.reserved - l.buffer >= u.held;
    get diagnostics served = row_count;
    if served < cardinality(ids) then
      raise exception 'more is ordered than there is' using errcode = 'check_violation', constraint = 'stock_is_enough';
    end if;
  end if;
  perform set_config('hub.stock_of_orders', '', true);
end
$$;
revoke execute on function move_units from public;

create or replace function reserve_stock() returns trigger language plpgsql
  security definer set search_path from current set enable_seqscan = off as $$
declare
  c record;
  placed timestamptz[];
begin
  for c in
    select seller_id, array_agg(order_id order by order_id, listing_id) as orders, array_agg(listing_id order by order_id, listing_id) as ids,
      array_agg(units order by order_id, listing_id) as units
    from (
      select seller_id, order_id, listing_id, sum(held_quantity)::integer as units
      from added where holds_stock and held_quantity > 0 group by 1, 2, 3
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

create or replace function move_stock() returns trigger language plpgsql
  security definer set search_path from current set enable_seqscan = off as $$
declare c record;
begin
  for c in
    select seller_id, array_agg(order_id) as orders, array_agg(listing_id) as ids, array_agg(held) as held, array_agg(gone) as gone
    from (
      select n.seller_id, n.order_id, n.listing_id, sum(n.held_quantity - o.held_quantity)::integer as held,
        sum(n.shipped_quantity - o.shipped_quantity)::integer as gone
      from added n join removed o on o.seller_id = n.seller_id and o.id = n.id
      where n.holds_stock and (n.held_quantity, n.shipped_quantity) <> (o.held_quantity, o.shipped_quantity)
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

create or replace function release_stock() returns trigger language plpgsql
  security definer set search_path from current set enable_seqscan = off as $$
declare c record;
begin
  for c in
    select seller_id, array_agg(order_id) as orders, array_agg(listing_id) as ids, array_agg(-units) as held
    from (
      select seller_id, order_id, listing_id, sum(held_quantity)::integer as units
      from removed where held_quantity > 0 group by 1, 2, 3
    ) gone
    group by seller_id order by seller_id
  loop
    perform move_units(c.seller_id, c.orders, c.ids, c.held, array_fill(0, array[cardinality(c.ids)]), null);
  end loop;
  return null;
end
$$;

-- What follows from the parts of orders that come in is written with them, and they are nobody else's yet.
create or replace function lock_orders(seller bigint, ids bigint[]) returns void language plpgsql
  set search_path from current set enable_seqscan = off as $$
begin
  if is_intake() then return; end if;
  perform from orders
  where seller_id = seller and id = any (ids) and xmin <> pg_current_xact_id()::xid
  order by id for no key update;
end
$$;

drop trigger lines_added on line_items;
create trigger lines_added after insert on line_items referencing new table as changed for each statement
  when (not is_intake()) execute function derive_fulfilment_status();
drop trigger lines_sold on line_items;
create trigger lines_sold after insert on line_items referencing new table as changed for each statement
  when (not is_intake()) execute function derive_last_sale();
drop trigger payments_added on payments;
create trigger payments_added after insert on payments referencing new table as changed for each statement
  when (not is_intake()) execute function derive_payment_status();
drop trigger whole_waits on line_items;
create trigger whole_waits after insert on line_items referencing new table as changed for each statement
  when (not is_intake()) execute function mark_orders();
drop trigger whole_waits on payments;
create trigger whole_waits after insert on payments referencing new table as changed for each statement
  when (not is_intake()) execute function mark_orders();

-- As before, by one statement that is planned once: what this transaction marked already is not written again.
create or replace function mark_changed(seller bigint, what text, ids bigint[]) returns void language plpgsql
  security definer set search_path from current set enable_seqscan = off as $$
declare own xid := pg_current_xact_id()::xid;
begin
  insert into changes as c (seller_id, kind, subject_id, changed_at)
  select seller, what, id, clock_timestamp() from (select distinct unnest(ids) as id) marked order by id
  on conflict (seller_id, kind, subject_id) do update set place = null, former = null, changed_at = excluded.changed_at
    where c.place is not null or c.xmin <> own;
end
$$;

-- An order may come in paid.
create or replace function tell_of_orders() returns trigger language plpgsql
  security definer set search_path from current as $$
declare
  sellers bigint[];
  ids bigint[];
  types text[];
begin
  if is_quiet() then return null; end if;
  if tg_op = 'INSERT' then
    select array_agg(seller_id order by id, type desc), array_agg(id order by id, type desc), array_agg(type order by id, type desc)
    into sellers, ids, types
    from added cross join unnest(array['order.placed', 'order.paid']) type
    where pushed_as is not null and (type = 'order.placed' or payment_status = 'PAID');
  else
    select array_agg(n.seller_id order by n.id), array_agg(n.id order by n.id), array_agg('order.paid'::text) into sellers, ids, types
    from added n join removed o on o.seller_id = n.seller_id and o.id = n.id
    where n.pushed_as is not null and o.payment_status in ('PENDING', 'FAILED') and n.payment_status = 'PAID';
  end if;
  if sellers is not null then
    insert into events (seller_id, type, happened_at, order_id)
    select seller_id, type, now(), order_id from unnest(sellers, types, ids) told (seller_id, type, order_id);
  end if;
  return null;
end
$$;

-- What was asked lately is counted for a minute or an hour, and written at each request: it need not outlive a crash of the server, and
-- no request waits for the disk to count it.
alter table rate_limits set unlogged;
