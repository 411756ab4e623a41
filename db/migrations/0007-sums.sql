-- Counts and sums that pages ask for without reading every row; kept by triggers alone, over the set of rows that a
-- statement changed. Requests read them, and have no right to write them.

-- What lists count and add up without reading every order.
create table order_counts (
  seller_id bigint not null references sellers on delete cascade,
  status text not null,
  currency text not null,
  orders bigint not null,
  units bigint not null,
  total_minor bigint not null,
  primary key (seller_id, status, currency)
);

-- An order counts once it is paid, unless it is cancelled. What was refunded later still was a sale.
create function is_sale(payment_status text, cancel_state text) returns boolean
  language sql immutable parallel safe
  return payment_status not in ('PENDING', 'FAILED') and cancel_state <> 'CANCELED';

create function hour_of(moment timestamptz) returns timestamptz
  language sql immutable strict parallel safe
  return date_bin('1 hour', moment, 'epoch');

-- What was sold, hour by hour, so that the overview of 180 days does not add up every order: of a large seller they are
-- 57,000, which took 22 ms and more. Hours of UTC and not days, because days are the shop's, whose zone may change.
create table sales_hours (
  seller_id bigint not null references sellers on delete cascade,
  hour timestamptz not null check (hour = hour_of(hour)),
  currency text not null,
  orders bigint not null,
  units bigint not null,
  gross_minor bigint not null,
  -- With the sums in it the index answers alone: a seller's hours lie scattered in the table.
  primary key (seller_id, hour, currency) include (orders, units, gross_minor)
);

-- Counts and sums of the tabs, and the categories there are; kept by the triggers below.
create table listing_counts (
  seller_id bigint not null references sellers on delete cascade,
  state text not null,
  category text not null,
  currency text not null,
  listings bigint not null,
  units bigint not null,
  value_minor bigint not null,
  primary key (seller_id, state, category, currency)
);

-- The Monday, Pacific time, of the week in which something was left (seller-hubs 2.3), and the moment it starts.
create function feedback_week(left_at timestamptz) returns date
  language sql immutable strict parallel safe
  return date_trunc('week', left_at at time zone 'America/Los_Angeles')::date;
create function feedback_week_start(week date) returns timestamptz
  language sql immutable strict parallel safe
  return week::timestamp at time zone 'America/Los_Angeles';

-- The votes of buyers by week, so that a share over twelve months need not look at every feedback: of a seller with
-- 26,000 in a year it took 20 ms and more, and takes a tenth of one.
-- Several marks of a buyer in one week are one vote, for whichever kind is more; neutrals and ties are none.
-- `#features/feedback/feedback.ts` says the same.
create table feedback_weeks (
  seller_id bigint not null references sellers on delete cascade,
  week date not null check (extract(isodow from week) = 1),
  positive integer not null default 0,
  negative integer not null default 0,
  primary key (seller_id, week)
);

do $$
declare name text;
begin
  foreach name in array array['order_counts', 'sales_hours', 'listing_counts', 'feedback_weeks']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy own_rows on %I using (seller_id = current_seller())', name);
    execute format('grant select on %I to hub_seller', name);
  end loop;
end
$$;

create function count_orders_added() returns trigger language plpgsql
  security definer set search_path from current as $$
begin
  insert into order_counts as c (seller_id, status, currency, orders, units, total_minor)
  select seller_id, status, currency, count(*), sum(unit_count), sum(total_minor)
  from added group by seller_id, status, currency order by seller_id, status, currency
  on conflict (seller_id, status, currency) do update
    set orders = c.orders + excluded.orders, units = c.units + excluded.units, total_minor = c.total_minor + excluded.total_minor;
  return null;
end
$$;

create function count_orders_changed() returns trigger language plpgsql
  security definer set search_path from current as $$
begin
  insert into order_counts as c (seller_id, status, currency, orders, units, total_minor)
  select seller_id, status, currency, sum(n), sum(n * unit_count), sum(n * total_minor)
  from (
    select 1 as n, seller_id, status, currency, unit_count, total_minor from added
    union all
    select -1, seller_id, status, currency, unit_count, total_minor from removed
  ) moved
  group by seller_id, status, currency
  having sum(n) <> 0 or sum(n * unit_count) <> 0 or sum(n * total_minor) <> 0
  order by seller_id, status, currency
  on conflict (seller_id, status, currency) do update
    set orders = c.orders + excluded.orders, units = c.units + excluded.units, total_minor = c.total_minor + excluded.total_minor;
  return null;
end
$$;

create function count_orders_removed() returns trigger language plpgsql
  security definer set search_path from current as $$
begin
  update order_counts c set orders = c.orders - r.orders, units = c.units - r.units, total_minor = c.total_minor - r.total_minor
  from (
    select seller_id, status, currency, count(*) as orders, sum(unit_count) as units, sum(total_minor) as total_minor
    from removed group by seller_id, status, currency
  ) r
  where c.seller_id = r.seller_id and c.status = r.status and c.currency = r.currency;
  return null;
end
$$;

create function count_sales_added() returns trigger language plpgsql
  security definer set search_path from current as $$
begin
  insert into sales_hours as s (seller_id, hour, currency, orders, units, gross_minor)
  select seller_id, hour_of(placed_at), currency, count(*), sum(unit_count), sum(total_minor)
  from added where is_sale(payment_status, cancel_state) group by 1, 2, 3 order by 1, 2, 3
  on conflict (seller_id, hour, currency) do update
    set orders = s.orders + excluded.orders, units = s.units + excluded.units, gross_minor = s.gross_minor + excluded.gross_minor;
  return null;
end
$$;

create function count_sales_changed() returns trigger language plpgsql
  security definer set search_path from current as $$
begin
  insert into sales_hours as s (seller_id, hour, currency, orders, units, gross_minor)
  select seller_id, hour_of(placed_at), currency, sum(n), sum(n * unit_count), sum(n * total_minor)
  from (
    select 1 as n, seller_id, placed_at, currency, unit_count, total_minor from added where is_sale(payment_status, cancel_state)
    union all
    select -1, seller_id, placed_at, currency, unit_count, total_minor from removed where is_sale(payment_status, cancel_state)
  ) moved
  group by 1, 2, 3
  having sum(n) <> 0 or sum(n * unit_count) <> 0 or sum(n * total_minor) <> 0
  order by 1, 2, 3
  on conflict (seller_id, hour, currency) do update
    set orders = s.orders + excluded.orders, units = s.units + excluded.units, gross_minor = s.gross_minor + excluded.gross_minor;
  return null;
end
$$;

create function count_sales_removed() returns trigger language plpgsql
  security definer set search_path from current as $$
begin
  update sales_hours s set orders = s.orders - r.orders, units = s.units - r.units, gross_minor = s.gross_minor - r.gross_minor
  from (
    select seller_id, hour_of(placed_at) as hour, currency, count(*) as orders, sum(unit_count) as units, sum(total_minor) as gross_minor
    from removed where is_sale(payment_status, cancel_state) group by 1, 2, 3
  ) r
  where (s.seller_id, s.hour, s.currency) = (r.seller_id, r.hour, r.currency);
  return null;
end
$$;

create function count_listings_added() returns trigger language plpgsql
  security definer set search_path from current as $$
begin
  insert into listing_counts as c (seller_id, state, category, currency, listings, units, value_minor)
  select seller_id, state, category, currency, count(*), sum(quantity_available), sum(price_minor * quantity_available)
  from added group by seller_id, state, category, currency order by seller_id, state, category, currency
  on conflict (seller_id, state, category, currency) do update
    set listings = c.listings + excluded.listings, units = c.units + excluded.units, value_minor = c.value_minor + excluded.value_minor;
  return null;
end
$$;

create function count_listings_changed() returns trigger language plpgsql
  security definer set search_path from current as $$
begin
  insert into listing_counts as c (seller_id, state, category, currency, listings, units, value_minor)
  select seller_id, state, category, currency, sum(n), sum(n * quantity_available), sum(n * price_minor * quantity_available)
  from (
    select 1 as n, seller_id, state, category, currency, quantity_available, price_minor from added
    union all
    select -1, seller_id, state, category, currency, quantity_available, price_minor from removed
  ) moved
  group by seller_id, state, category, currency
  having sum(n) <> 0 or sum(n * quantity_available) <> 0 or sum(n * price_minor * quantity_available) <> 0
  order by seller_id, state, category, currency
  on conflict (seller_id, state, category, currency) do update
    set listings = c.listings + excluded.listings, units = c.units + excluded.units, value_minor = c.value_minor + excluded.value_minor;
  return null;
end
$$;

create function count_listings_removed() returns trigger language plpgsql
  security definer set search_path from current as $$
begin
  update listing_counts c set listings = c.listings - r.listings, units = c.units - r.units, value_minor = c.value_minor - r.value_minor
  from (
    select seller_id, state, category, currency, count(*) as listings, sum(quantity_available) as units,
      sum(price_minor * quantity_available) as value_minor
    from removed group by seller_id, state, category, currency
  ) r
  where (c.seller_id, c.state, c.category, c.currency) = (r.seller_id, r.state, r.category, r.currency);
  return null;
end
$$;

create function derive_feedback_weeks() returns trigger language plpgsql
  security definer set search_path from current as $$
begin
  -- First the rows are locked, then counted by a statement that sees what others committed meanwhile.
  insert into feedback_weeks (seller_id, week)
  select distinct c.seller_id, feedback_week(c.left_at)
  from changed c join sellers s on s.id = c.seller_id
  where c.left_at is not null
  order by 1, 2
  on conflict (seller_id, week) do update set week = excluded.week;

  update feedback_weeks w set positive = d.positive, negative = d.negative
  from (
    select c.seller_id, c.week, count(*) filter (where v.net > 0) as positive, count(*) filter (where v.net < 0) as negative
    from (select distinct seller_id, feedback_week(left_at) as week from changed where left_at is not null) c
    left join lateral (
      select sum(case rating when 'POSITIVE' then 1 when 'NEGATIVE' then -1 else 0 end) as net
      from feedback f
      where f.seller_id = c.seller_id
        and f.left_at >= feedback_week_start(c.week) and f.left_at < feedback_week_start(c.week + 7)
      group by f.buyer_username
    ) v on true
    group by c.seller_id, c.week
  ) d
  where w.seller_id = d.seller_id and w.week = d.week and (w.positive, w.negative) <> (d.positive, d.negative);
  return null;
end
$$;

create trigger orders_counted after insert on orders referencing new table as added for each statement execute function count_orders_added();
create trigger orders_recounted after update on orders referencing old table as removed new table as added for each statement execute function count_orders_changed();
create trigger orders_uncounted after delete on orders referencing old table as removed for each statement execute function count_orders_removed();
create trigger sales_counted after insert on orders referencing new table as added for each statement execute function count_sales_added();
create trigger sales_recounted after update on orders referencing old table as removed new table as added for each statement execute function count_sales_changed();
create trigger sales_uncounted after delete on orders referencing old table as removed for each statement execute function count_sales_removed();

create trigger listings_counted after insert on listings referencing new table as added for each statement execute function count_listings_added();
create trigger listings_recounted after update on listings referencing old table as removed new table as added for each statement execute function count_listings_changed();
create trigger listings_uncounted after delete on listings referencing old table as removed for each statement execute function count_listings_removed();

create trigger feedback_added after insert on feedback referencing new table as changed for each statement execute function derive_feedback_weeks();
create trigger feedback_moved after update on feedback referencing old table as changed for each statement execute function derive_feedback_weeks();
create trigger feedback_changed after update on feedback referencing new table as changed for each statement execute function derive_feedback_weeks();
create trigger feedback_removed after delete on feedback referencing old table as changed for each statement execute function derive_feedback_weeks();
