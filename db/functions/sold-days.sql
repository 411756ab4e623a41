-- Sales of each day by category, listing, country and kind of buyers (`sold_days`). Triggers only note the days whose sales
-- change; a job sums them anew (`sum-sold-days.server.ts`), and until then pages read their orders.

create or replace function day_of(moment timestamptz) returns timestamptz
  language sql immutable strict parallel safe
  return date_bin('1 day', moment, 'epoch');

-- Notes days of a seller, unless the seller is being deleted.
create or replace function note_sold_days(seller bigint, days timestamptz[]) returns void language plpgsql
  set search_path from current as $$
begin
  if days is not null and exists (select from sellers where id = seller) then
    insert into sold_days_due (seller_id, day) select seller, each.day from unnest(days) each (day);
  end if;
end
$$;
revoke execute on function note_sold_days from public;

-- Notes the days of a seller's orders that count as sales.
create or replace function note_sold_orders(seller bigint, ids bigint[]) returns void language plpgsql
  set search_path from current set enable_seqscan = off as $$
declare
  days timestamptz[];
begin
  select array_agg(distinct day_of(placed_at)) into days
  from orders where seller_id = seller and id = any (ids) and is_sale(payment_status, cancel_state);
  perform note_sold_days(seller, days);
end
$$;
revoke execute on function note_sold_orders from public;

create or replace function note_changed_sales() returns trigger language plpgsql
  security definer set search_path from current
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  c record;
  of_sellers bigint[];
  moments timestamptz[];
  usernames text[];
  days timestamptz[];
begin
  if tg_op = 'INSERT' then
    select array_agg(seller_id), array_agg(placed_at), array_agg(buyer_username) into of_sellers, moments, usernames
    from added where is_sale(payment_status, cancel_state);
  elsif tg_op = 'DELETE' then
    select array_agg(seller_id), array_agg(placed_at), array_agg(buyer_username) into of_sellers, moments, usernames
    from removed where is_sale(payment_status, cancel_state);
  else
    select array_agg(seller_id), array_agg(placed_at), array_agg(buyer_username) into of_sellers, moments, usernames
    from (
      select seller_id, placed_at, buyer_username
      from (
        select 1 as n, * from added where is_sale(payment_status, cancel_state)
        union all select -1, * from removed where is_sale(payment_status, cancel_state)
      ) moved
      group by seller_id, id, placed_at, buyer_username, ship_to_country, currency, unit_count, total_minor, extras having sum(n) <> 0
    ) differing;
  end if;
  for c in
    select s.seller_id, array_agg(s.placed_at) as moments, array_agg(s.username) as usernames
    from unnest(of_sellers, moments, usernames) s (seller_id, placed_at, username)
    group by s.seller_id order by s.seller_id
  loop
    -- The buyer's next other sale may become the first, or may have been it until now. Read once for each buyer: a shop may have one for
    -- all guests.
    select array_agg(distinct day_of(d.placed_at)) into days
    from (
      select unnest(c.moments) as placed_at
      union all
      select min(o.placed_at)
      from (select username, min(placed_at) as first_at from unnest(c.moments, c.usernames) u (placed_at, username) group by username) s
      join orders o on o.seller_id = c.seller_id and o.buyer_username = s.username and o.placed_at > s.first_at
        and o.placed_at <> all (c.moments)
      where is_sale(o.payment_status, o.cancel_state) group by s.username
    ) d;
    perform note_sold_days(c.seller_id, days);
  end loop;
  return null;
end
$$;

create or replace trigger sold_days_noted after insert on orders referencing new table as added for each statement
  execute function note_changed_sales();
create or replace trigger sold_days_noted_again after update on orders referencing old table as removed new table as added for each statement
  execute function note_changed_sales();
create or replace trigger sold_days_noted_gone after delete on orders referencing old table as removed for each statement
  execute function note_changed_sales();

create or replace function note_sold_lines() returns trigger language plpgsql
  security definer set search_path from current as $$
declare c record;
begin
  for c in
    select seller_id, array_agg(distinct order_id) as orders from changed group by seller_id order by seller_id
  loop
    perform note_sold_orders(c.seller_id, c.orders);
  end loop;
  return null;
end
$$;

create or replace trigger sold_days_noted after insert on line_items referencing new table as changed for each statement
  when (not is_intake()) execute function note_sold_lines();
create or replace trigger sold_days_noted_gone after delete on line_items referencing old table as changed for each statement
  execute function note_sold_lines();
-- Units that came back into stock count no longer (`sku_days`).
create or replace trigger sold_days_noted after insert on returned_goods referencing new table as changed for each statement
  execute function note_sold_lines();
create or replace trigger sold_days_noted_again after update on returned_goods referencing new table as changed for each statement
  execute function note_sold_lines();

create or replace function note_changed_lines() returns trigger language plpgsql
  security definer set search_path from current as $$
declare c record;
begin
  for c in
    select seller_id, array_agg(distinct order_id) as orders
    from (
      select seller_id, order_id, id, listing_id, item_number, title, quantity, cancelled_quantity, unit_price_minor, discount_minor,
        shipping_minor, tax_minor
      from added
      except select seller_id, order_id, id, listing_id, item_number, title, quantity, cancelled_quantity, unit_price_minor,
        discount_minor, shipping_minor, tax_minor
      from removed
    ) changed
    group by seller_id order by seller_id
  loop
    perform note_sold_orders(c.seller_id, c.orders);
  end loop;
  return null;
end
$$;

create or replace trigger sold_days_noted_again after update on line_items referencing old table as removed new table as added for each statement
  execute function note_changed_lines();

-- A sale counts in the category that its listing has now.
create or replace function note_moved_listings() returns trigger language plpgsql
  security definer set search_path from current set enable_seqscan = off as $$
declare
  c record;
  ids bigint[];
begin
  for c in
    select seller_id, array_agg(id) as listings
    from (select seller_id, id, category from added except select seller_id, id, category from removed) moved
    group by seller_id order by seller_id
  loop
    select array_agg(distinct order_id) into ids from line_items where seller_id = c.seller_id and listing_id = any (c.listings);
    perform note_sold_orders(c.seller_id, ids);
  end loop;
  return null;
end
$$;

create or replace trigger sold_days_noted_again after update on listings referencing old table as removed new table as added for each statement
  execute function note_moved_listings();

create or replace function note_changed_profits() returns trigger language plpgsql
  security definer set search_path from current as $$
declare c record;
begin
  for c in
    select seller_id, array_agg(distinct day_of(sold_at)) as days from changed where sold_at is not null
    group by seller_id order by seller_id
  loop
    perform note_sold_days(c.seller_id, c.days);
  end loop;
  return null;
end
$$;

create or replace trigger sold_days_noted after insert on order_profits referencing new table as changed for each statement
  execute function note_changed_profits();
create or replace trigger sold_days_noted_gone after delete on order_profits referencing old table as changed for each statement
  execute function note_changed_profits();
