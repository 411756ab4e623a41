-- History of prices, and sales with dates.

-- Notes the prices of these listings where they changed. A sale that has not begun shows no former price above them.
create or replace function note_prices(seller bigint, of_listings bigint[]) returns void language plpgsql
  security definer set search_path from current set enable_seqscan = off as $$
declare
  forgotten timestamptz := now() - interval '400 days';
  ids bigint[];
  variations text[];
  prices bigint[];
begin
  select array_agg(p.id), array_agg(p.variation), array_agg(p.minor) into ids, variations, prices
  from (
    select l.id, '' as variation, l.price_minor as minor from listings l
    where l.seller_id = seller and l.id = any (of_listings) and l.state in ('ACTIVE', 'OUT_OF_STOCK', 'ON_HOLD')
      and not exists (select from listing_variations v where v.seller_id = seller and v.listing_id = l.id)
    union all
    select v.listing_id, array_to_string(v.axis_values, e'\n'), min(v.price_minor) from listing_variations v
    join listings l on l.seller_id = seller and l.id = v.listing_id
    where v.seller_id = seller and v.listing_id = any (of_listings) and l.state in ('ACTIVE', 'OUT_OF_STOCK', 'ON_HOLD') group by 1, 2
  ) p
  where p.minor is distinct from (
    select h.price_minor from listing_prices h
    where h.seller_id = seller and h.listing_id = p.id and h.variation = p.variation order by h.since desc limit 1
  );
  if ids is null then return; end if;
  insert into listing_prices (seller_id, listing_id, variation, since, price_minor)
  select seller, u.id, u.variation, now(), u.minor from unnest(ids, variations, prices) u (id, variation, minor)
  on conflict (seller_id, listing_id, variation, since) do update set price_minor = least(listing_prices.price_minor, excluded.price_minor);
  update sale_prices s set was_minor = case when u.minor > s.price_minor then u.minor end
  from unnest(ids, variations, prices) u (id, variation, minor), sale_events e
  where s.seller_id = seller and s.listing_id = u.id and s.variation = u.variation and s.was_minor > u.minor
    and e.seller_id = seller and e.id = s.sale_id and e.state = 'SCHEDULED';
  -- What no sale asks for any more; the last of them still says what the price was.
  delete from listing_prices h where h.seller_id = seller and h.listing_id = any (ids) and h.since < forgotten
    and exists (
      select from listing_prices n where n.seller_id = seller and n.listing_id = h.listing_id and n.variation = h.variation
        and n.since > h.since and n.since < forgotten
    );
end
$$;
revoke execute on function note_prices from public;

create or replace function keep_listing_prices() returns trigger language plpgsql
  security definer set search_path from current as $$
declare c record;
begin
  if tg_op = 'INSERT' then
    for c in
      select seller_id, array_agg(id order by id) as ids from added where state in ('ACTIVE', 'OUT_OF_STOCK', 'ON_HOLD')
      group by seller_id order by seller_id
    loop
      perform note_prices(c.seller_id, c.ids);
    end loop;
  else
    for c in
      select seller_id, array_agg(id order by id) as ids from (
        select seller_id, id, price_minor from added where state in ('ACTIVE', 'OUT_OF_STOCK', 'ON_HOLD')
        except
        select seller_id, id, price_minor from removed where state in ('ACTIVE', 'OUT_OF_STOCK', 'ON_HOLD')
      ) priced group by seller_id order by seller_id
    loop
      perform note_prices(c.seller_id, c.ids);
    end loop;
  end if;
  return null;
end
$$;

create or replace trigger prices_kept after insert on listings referencing new table as added for each statement
  execute function keep_listing_prices();
create or replace trigger prices_kept_again after update on listings referencing old table as removed new table as added for each statement
  execute function keep_listing_prices();

-- A listing that replaces another continues its history.
create or replace function inherit_prices() returns trigger language plpgsql
  security definer set search_path from current as $$
declare
  c record;
  ids bigint[];
  variations text[];
  times timestamptz[];
  prices bigint[];
begin
  for c in
    select seller_id, array_agg(id order by id) as ids, array_agg(relisted_from order by id) as formers from added
    where relisted_from is not null group by seller_id order by seller_id
  loop
    select array_agg(c.ids[array_position(c.formers, h.listing_id)]), array_agg(h.variation), array_agg(h.since), array_agg(h.price_minor)
    into ids, variations, times, prices from listing_prices h where h.seller_id = c.seller_id and h.listing_id = any (c.formers);
    if ids is not null then
      insert into listing_prices (seller_id, listing_id, variation, since, price_minor)
      select c.seller_id, u.* from unnest(ids, variations, times, prices) u on conflict do nothing;
    end if;
  end loop;
  return null;
end
$$;

-- Runs before the prices are noted: triggers run by name.
create or replace trigger former_prices_kept after insert on listings referencing new table as added for each statement
  execute function inherit_prices();

create or replace function keep_variation_prices() returns trigger language plpgsql
  security definer set search_path from current as $$
declare c record;
begin
  for c in
    select seller_id, array_agg(distinct listing_id order by listing_id) as ids from changed group by seller_id order by seller_id
  loop
    perform note_prices(c.seller_id, c.ids);
  end loop;
  return null;
end
$$;

create or replace trigger prices_kept after insert on listing_variations referencing new table as changed for each statement
  execute function keep_variation_prices();
create or replace trigger prices_kept_again after update on listing_variations referencing new table as changed for each statement
  execute function keep_variation_prices();

-- No two sales give a price of one listing at one time. The listings are locked, so that of two transactions one sees the other's.
create or replace function keep_sales_apart() returns trigger language plpgsql
  security definer set search_path from current set enable_seqscan = off as $$
declare c record;
begin
  for c in
    select seller_id, array_agg(distinct listing_id order by listing_id) as ids, array_agg(distinct sale_id) as sales
    from changed group by seller_id order by seller_id
  loop
    perform from listings where seller_id = c.seller_id and id = any (c.ids) order by id for no key update;
    perform from sale_prices a
    join sale_prices b on b.seller_id = c.seller_id and b.listing_id = a.listing_id and b.sale_id <> a.sale_id
      and b.starts_at < a.ends_at and a.starts_at < b.ends_at
    where a.seller_id = c.seller_id and a.sale_id = any (c.sales);
    if found then
      raise exception 'two sales give a price of one listing at one time' using errcode = 'exclusion_violation',
        constraint = 'sale_prices_apart';
    end if;
  end loop;
  return null;
end
$$;

create or replace trigger sales_apart after insert on sale_prices referencing new table as changed for each statement
  execute function keep_sales_apart();
create or replace trigger sales_apart_again after update on sale_prices referencing new table as changed for each statement
  execute function keep_sales_apart();

-- Buyers see other prices, or hear of prices to come: marks the listings of sales that moved on, with an event for those on sale.
create or replace function tell_of_sales() returns trigger language plpgsql
  security definer set search_path from current as $$
declare
  c record;
  found_ids bigint[];
  on_sale bigint[];
begin
  for c in
    select seller_id, array_agg(id) as ids from (
      select seller_id, id, state from added except select seller_id, id, state from removed
    ) moved group by seller_id order by seller_id
  loop
    select array_agg(p.listing_id order by p.listing_id),
      array_agg(p.listing_id order by p.listing_id) filter (where l.state not in ('DRAFT', 'SCHEDULED', 'ENDED'))
    into found_ids, on_sale
    from (select distinct m.listing_id from sale_listings m where m.seller_id = c.seller_id and m.sale_id = any (c.ids)) p
    join listings l on l.seller_id = c.seller_id and l.id = p.listing_id;
    if found_ids is not null then
      perform mark_changed(c.seller_id, 'LISTING', found_ids);
    end if;
    if on_sale is not null and not is_quiet() then
      insert into events (seller_id, type, happened_at, listing_id) select c.seller_id, 'listing.changed', now(), id from unnest(on_sale) id;
    end if;
  end loop;
  return null;
end
$$;

create or replace trigger tells after update on sale_events referencing old table as removed new table as added for each statement
  execute function tell_of_sales();
create or replace trigger told_added after insert on sale_events referencing new table as changed for each statement
  execute function tell_change('listings');
create or replace trigger told_changed after update on sale_events referencing new table as changed for each statement
  execute function tell_change('listings');
create or replace trigger told_removed after delete on sale_events referencing old table as changed for each statement
  execute function tell_change('listings');

-- No coupon is used more often than its sale says. The sales are locked, so that of two transactions one sees the other's orders.
create or replace function keep_coupon_limits() returns trigger language plpgsql
  security definer set search_path from current set enable_seqscan = off as $$
declare c record;
begin
  for c in select seller_id, array_agg(distinct sale_id) as sales from changed group by seller_id order by seller_id
  loop
    perform from sale_events where seller_id = c.seller_id and id = any (c.sales) order by id for no key update;
    perform from (
      select e.most_uses, e.most_per_buyer, count(*) as own, sum(count(*)) over (partition by e.id) as uses
      from sale_events e join coupon_uses u on u.seller_id = c.seller_id and u.sale_id = e.id
      join orders o on o.seller_id = c.seller_id and o.id = u.order_id
      where e.seller_id = c.seller_id and e.id = any (c.sales) and coalesce(e.most_uses, e.most_per_buyer) is not null
        and o.cancel_state <> 'CANCELED'
      group by e.id, e.most_uses, e.most_per_buyer, o.buyer_id
    ) used where uses > most_uses or own > most_per_buyer;
    if found then
      raise exception 'a coupon is used more often than it may be' using errcode = 'check_violation',
        constraint = 'coupon_uses_limit';
    end if;
  end loop;
  return null;
end
$$;

create or replace trigger limits_kept after insert on coupon_uses referencing new table as changed for each statement
  execute function keep_coupon_limits();
