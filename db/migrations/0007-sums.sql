-- Counts and sums that pages ask for without reading every row; kept by triggers alone, over the set of rows that a
-- statement changed. Requests read them, and have no right to write them. Sums of money are numeric: there is no most that
-- they could be.
--
-- A statement writes the sums that it changes in one order, so that no two of them wait for each other in a ring; whoever
-- changes rows twice in a transaction does so in one statement. The changed rows are added up before any table is named, and
-- go on as arrays: on a cluster divided by seller no statement may join them with a table (docs/scale-out.md).

-- What lists count and add up without reading every order.
create table order_counts (
  seller_id bigint not null references sellers on delete cascade,
  status text not null,
  currency text not null,
  orders bigint not null,
  units bigint not null,
  total_minor numeric not null,
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
  gross_minor numeric not null,
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
  value_minor numeric not null,
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

create function count_orders() returns trigger language plpgsql
  security definer set search_path from current as $$
declare
  sums order_counts[];
  one order_counts;
begin
  if tg_op = 'INSERT' then
    select array_agg(s::order_counts) into sums
    from (
      select seller_id, status, currency,
        count(*), sum(unit_count), sum(total_minor)
      from added group by 1, 2, 3 order by 1, 2, 3
    ) s;
  elsif tg_op = 'UPDATE' then
    select array_agg(s::order_counts) into sums
    from (
      select seller_id, status, currency,
        sum(n), sum(n * unit_count), sum(n * total_minor)
      from (select 1 as n, * from added union all select -1, * from removed) moved
      group by 1, 2, 3 having (sum(n), sum(n * unit_count), sum(n * total_minor)) <> (0, 0, 0)
      order by 1, 2, 3
    ) s;
  else
    -- One by one, and never a new row: the seller may be going too.
    for one in
      select seller_id, status, currency,
        count(*), sum(unit_count), sum(total_minor)
      from removed group by 1, 2, 3 order by 1, 2, 3
    loop
      update order_counts c set orders = c.orders - one.orders, units = c.units - one.units, total_minor = c.total_minor - one.total_minor
      where (c.seller_id, c.status, c.currency) = (one.seller_id, one.status, one.currency);
    end loop;
  end if;
  if sums is null then
    return null;
  end if;
  insert into order_counts as c (seller_id, status, currency, orders, units, total_minor)
  select * from unnest(sums)
  on conflict (seller_id, status, currency) do update
    set orders = c.orders + excluded.orders, units = c.units + excluded.units, total_minor = c.total_minor + excluded.total_minor;
  return null;
end
$$;

create function count_sales() returns trigger language plpgsql
  security definer set search_path from current as $$
declare
  sums sales_hours[];
  one sales_hours;
begin
  if tg_op = 'INSERT' then
    select array_agg(s::sales_hours) into sums
    from (
      select seller_id, hour_of(placed_at), currency,
        count(*), sum(unit_count), sum(total_minor)
      from added where is_sale(payment_status, cancel_state) group by 1, 2, 3 order by 1, 2, 3
    ) s;
  elsif tg_op = 'UPDATE' then
    select array_agg(s::sales_hours) into sums
    from (
      select seller_id, hour_of(placed_at), currency,
        sum(n), sum(n * unit_count), sum(n * total_minor)
      from (select 1 as n, * from added union all select -1, * from removed) moved where is_sale(payment_status, cancel_state)
      group by 1, 2, 3 having (sum(n), sum(n * unit_count), sum(n * total_minor)) <> (0, 0, 0)
      order by 1, 2, 3
    ) s;
  else
    -- One by one, and never a new row: the seller may be going too.
    for one in
      select seller_id, hour_of(placed_at), currency,
        count(*), sum(unit_count), sum(total_minor)
      from removed where is_sale(payment_status, cancel_state) group by 1, 2, 3 order by 1, 2, 3
    loop
      update sales_hours c set orders = c.orders - one.orders, units = c.units - one.units, gross_minor = c.gross_minor - one.gross_minor
      where (c.seller_id, c.hour, c.currency) = (one.seller_id, one.hour, one.currency);
    end loop;
  end if;
  if sums is null then
    return null;
  end if;
  insert into sales_hours as c (seller_id, hour, currency, orders, units, gross_minor)
  select * from unnest(sums)
  on conflict (seller_id, hour, currency) do update
    set orders = c.orders + excluded.orders, units = c.units + excluded.units, gross_minor = c.gross_minor + excluded.gross_minor;
  return null;
end
$$;

create function count_listings() returns trigger language plpgsql
  security definer set search_path from current as $$
declare
  sums listing_counts[];
  one listing_counts;
begin
  if tg_op = 'INSERT' then
    select array_agg(s::listing_counts) into sums
    from (
      select seller_id, state, category, currency,
        count(*), sum(quantity_available), sum(price_minor::numeric * quantity_available)
      from added group by 1, 2, 3, 4 order by 1, 2, 3, 4
    ) s;
  elsif tg_op = 'UPDATE' then
    select array_agg(s::listing_counts) into sums
    from (
      select seller_id, state, category, currency,
        sum(n), sum(n * quantity_available), sum(n * price_minor::numeric * quantity_available)
      from (select 1 as n, * from added union all select -1, * from removed) moved
      group by 1, 2, 3, 4 having (sum(n), sum(n * quantity_available), sum(n * price_minor::numeric * quantity_available)) <> (0, 0, 0)
      order by 1, 2, 3, 4
    ) s;
  else
    -- One by one, and never a new row: the seller may be going too.
    for one in
      select seller_id, state, category, currency,
        count(*), sum(quantity_available), sum(price_minor::numeric * quantity_available)
      from removed group by 1, 2, 3, 4 order by 1, 2, 3, 4
    loop
      update listing_counts c set listings = c.listings - one.listings, units = c.units - one.units, value_minor = c.value_minor - one.value_minor
      where (c.seller_id, c.state, c.category, c.currency) = (one.seller_id, one.state, one.category, one.currency);
    end loop;
  end if;
  if sums is null then
    return null;
  end if;
  insert into listing_counts as c (seller_id, state, category, currency, listings, units, value_minor)
  select * from unnest(sums)
  on conflict (seller_id, state, category, currency) do update
    set listings = c.listings + excluded.listings, units = c.units + excluded.units, value_minor = c.value_minor + excluded.value_minor;
  return null;
end
$$;

create function derive_feedback_weeks() returns trigger language plpgsql
  security definer set search_path from current as $$
declare c record;
begin
  for c in
    select seller_id, array_agg(distinct feedback_week(left_at)) as weeks
    from changed where left_at is not null group by seller_id order by seller_id
  loop
    -- The seller may be going too.
    continue when not exists (select from sellers where id = c.seller_id);
    -- First the rows are locked, then counted by a statement that sees what others committed meanwhile.
    insert into feedback_weeks (seller_id, week)
    select c.seller_id, week from unnest(c.weeks) week order by 2
    on conflict (seller_id, week) do update set week = excluded.week;

    update feedback_weeks w set positive = d.positive, negative = d.negative
    from (
      select u.week, count(*) filter (where v.net > 0) as positive, count(*) filter (where v.net < 0) as negative
      from unnest(c.weeks) u (week)
      left join lateral (
        select sum(case rating when 'POSITIVE' then 1 when 'NEGATIVE' then -1 else 0 end) as net
        from feedback
        where seller_id = c.seller_id and left_at >= feedback_week_start(u.week) and left_at < feedback_week_start(u.week + 7)
        group by buyer_username
      ) v on true
      group by u.week
    ) d
    where w.seller_id = c.seller_id and w.week = d.week and (w.positive, w.negative) <> (d.positive, d.negative);
  end loop;
  return null;
end
$$;

create trigger orders_counted after insert on orders referencing new table as added for each statement execute function count_orders();
create trigger orders_recounted after update on orders referencing old table as removed new table as added for each statement execute function count_orders();
create trigger orders_uncounted after delete on orders referencing old table as removed for each statement execute function count_orders();
create trigger sales_counted after insert on orders referencing new table as added for each statement execute function count_sales();
create trigger sales_recounted after update on orders referencing old table as removed new table as added for each statement execute function count_sales();
create trigger sales_uncounted after delete on orders referencing old table as removed for each statement execute function count_sales();

create trigger listings_counted after insert on listings referencing new table as added for each statement execute function count_listings();
create trigger listings_recounted after update on listings referencing old table as removed new table as added for each statement execute function count_listings();
create trigger listings_uncounted after delete on listings referencing old table as removed for each statement execute function count_listings();

create trigger feedback_added after insert on feedback referencing new table as changed for each statement execute function derive_feedback_weeks();
create trigger feedback_moved after update on feedback referencing old table as changed for each statement execute function derive_feedback_weeks();
create trigger feedback_changed after update on feedback referencing new table as changed for each statement execute function derive_feedback_weeks();
create trigger feedback_removed after delete on feedback referencing old table as changed for each statement execute function derive_feedback_weeks();
