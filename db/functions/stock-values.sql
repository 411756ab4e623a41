-- Stock by day: units on hand of each SKU (`stock_days`), and the SKUs whose value is due to be posted (`stock_due`).

-- The day of UTC that a moment is in, as text.
create or replace function day_name(moment timestamptz) returns text
  language sql immutable strict parallel safe
  return to_char(moment at time zone 'UTC', 'YYYY-MM-DD');

-- Locks the rows until the end of the transaction, so that the job reads units that are committed.
create or replace function make_stock_due(seller bigint, wanted text[], from_times timestamptz[]) returns void language plpgsql
  security definer set search_path from current as $$
begin
  insert into stock_due as d (seller_id, sku, since)
  select seller, u.sku, min(u.at) from unnest(wanted, from_times) u (sku, at) where u.sku is not null group by u.sku order by u.sku
  on conflict (seller_id, sku) do update set since = least(d.since, excluded.since);
end
$$;
revoke execute on function make_stock_due from public;

-- Units on hand changed: of the SKUs of orders, of the one that a cause names, or of all that the listing has.
create or replace function note_moved_stock() returns trigger language plpgsql
  security definer set search_path from current set enable_seqscan = off as $$
declare
  c record;
  skus text[];
begin
  for c in
    select seller_id, array_agg(distinct listing_id) as ids, array_agg(distinct order_id) filter (where order_id is not null) as orders,
      array_agg(distinct listing_id) filter (where order_id is null and cause ->> 'sku' is null) as whole,
      array_agg(distinct cause ->> 'sku') filter (where order_id is null and cause ->> 'sku' is not null) as named
    from added where on_hand_change <> 0 group by seller_id order by seller_id
  loop
    select array_agg(s.sku) into skus
    from (
      select l.sku from listings l where l.seller_id = c.seller_id and l.id = any (c.ids)
        and not exists (select from listing_variations v where v.seller_id = c.seller_id and v.listing_id = l.id)
      union
      select v.sku from listing_variations v where v.seller_id = c.seller_id and v.listing_id = any (c.whole)
      union
      select n.sku from line_items n
      where n.seller_id = c.seller_id and n.order_id = any (c.orders) and n.listing_id = any (c.ids) and n.variation is not null
      union
      select p.sku from line_parts p where p.seller_id = c.seller_id and p.order_id = any (c.orders)
      union
      select u.sku from unnest(c.named) u (sku)
    ) s;
    perform make_stock_due(c.seller_id, skus, array_fill(now(), array[coalesce(cardinality(skus), 0)]));
  end loop;
  return null;
end
$$;

create or replace trigger moved_stock_noted after insert on stock_movements referencing new table as added for each statement
  execute function note_moved_stock();

-- SKUs came to be, went, or passed to another listing, or units of a variation changed.
create or replace function note_changed_items() returns trigger language plpgsql
  security definer set search_path from current as $$
declare
  c record;
  sellers bigint[];
  skus text[];
begin
  if tg_op = 'INSERT' then
    select array_agg(seller_id), array_agg(sku) into sellers, skus from added where is_stocked;
  else
    select array_agg(seller_id), array_agg(sku) into sellers, skus
    from (
      select seller_id, sku, listing_id, position, is_stocked, is_kit, case when position is not null then available end from added
      except
      select seller_id, sku, listing_id, position, is_stocked, is_kit, case when position is not null then available end from removed
    ) differing;
  end if;
  for c in
    select n.seller_id, array_agg(n.sku) as skus from unnest(sellers, skus) n (seller_id, sku) group by n.seller_id order by n.seller_id
  loop
    -- Skips sellers that the same statement deletes.
    continue when not exists (select from sellers where id = c.seller_id);
    perform make_stock_due(c.seller_id, c.skus, array_fill(now(), array[cardinality(c.skus)]));
  end loop;
  return null;
end
$$;

create or replace trigger stock_values_noted after insert on stock_items referencing new table as added for each statement
  execute function note_changed_items();
create or replace trigger stock_values_noted_again after update on stock_items referencing old table as removed new table as added
  for each statement execute function note_changed_items();

-- Goods that go with their order, which an import rewrites, go from the books, too.
create or replace function note_gone_goods() returns trigger language plpgsql
  security definer set search_path from current set enable_seqscan = off as $$
declare
  c record;
  skus text[];
  times timestamptz[];
begin
  for c in
    select seller_id, array_agg(order_id) as orders, array_agg(sku) as skus, array_agg(shipped_at) as times
    from removed group by seller_id order by seller_id
  loop
    continue when not exists (select from sellers where id = c.seller_id);
    select array_agg(u.sku), array_agg(u.at) into skus, times
    from unnest(c.orders, c.skus, c.times) u (order_id, sku, at)
    where not exists (select from orders o where o.seller_id = c.seller_id and o.id = u.order_id);
    if skus is not null then perform make_stock_due(c.seller_id, skus, times); end if;
  end loop;
  return null;
end
$$;

create or replace trigger gone_goods_noted after delete on goods_costs referencing old table as removed for each statement
  execute function note_gone_goods();

-- Takes SKUs of the bound seller from those that are due, but for those that a transaction is changing.
create or replace function take_stock_due(wanted text[]) returns table (of_sku text, from_time timestamptz, at timestamptz) language plpgsql
  security definer set search_path from current set enable_seqscan = off as $$
declare
  seller bigint := current_seller();
  taken text[];
begin
  select array_agg(q.sku) into taken
  from (select sku from stock_due where seller_id = seller and sku = any (wanted) order by sku for update skip locked) q;
  return query delete from stock_due d where d.seller_id = seller and d.sku = any (taken) returning d.sku, d.since, d.noted_at;
end
$$;
revoke execute on function take_stock_due from public;
