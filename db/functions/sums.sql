-- Sums and counts that pages would otherwise aggregate from every row (`db/kept-sums.ts` checks and rebuilds them).

-- An order counts once it is paid and unless it is cancelled. Later refunds do not matter.
create or replace function is_sale(payment_status text, cancel_state text) returns boolean
  language sql immutable parallel safe
  return payment_status not in ('PENDING', 'FAILED') and cancel_state <> 'CANCELED';

create or replace function hour_of(moment timestamptz) returns timestamptz
  language sql immutable strict parallel safe
  return date_bin('1 hour', moment, 'epoch');

create or replace function count_orders() returns trigger language plpgsql
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
    -- Row by row, and only existing rows: the seller may be deleted by the same statement.
    for one in
      select seller_id, status, currency,
        count(*), sum(unit_count), sum(total_minor)
      from removed group by 1, 2, 3 order by 1, 2, 3
    loop
      update order_counts c set orders = c.orders - one.orders, units = c.units - one.units, total_minor = c.total_minor - one.total_minor
      where (c.seller_id, c.status, c.currency) = (one.seller_id, one.status, one.currency);
      update seller_orders c set orders = c.orders - one.orders where c.seller_id = one.seller_id;
    end loop;
  end if;
  if sums is null then
    return null;
  end if;
  insert into order_counts as c (seller_id, status, currency, orders, units, total_minor)
  select * from unnest(sums)
  on conflict (seller_id, status, currency) do update
    set orders = c.orders + excluded.orders, units = c.units + excluded.units, total_minor = c.total_minor + excluded.total_minor;
  -- Nothing while orders only change their status.
  insert into seller_orders as c (seller_id, orders)
  select seller_id, sum(orders) from unnest(sums) group by seller_id having sum(orders) <> 0 order by seller_id
  on conflict (seller_id) do update set orders = c.orders + excluded.orders;
  return null;
end
$$;

create or replace trigger orders_counted after insert on orders referencing new table as added for each statement execute function count_orders();
create or replace trigger orders_recounted after update on orders referencing old table as removed new table as added for each statement
  execute function count_orders();
create or replace trigger orders_uncounted after delete on orders referencing old table as removed for each statement execute function count_orders();

create or replace function count_sales() returns trigger language plpgsql
  security definer set search_path from current as $$
declare
  sums sales_hours[];
  one sales_hours;
begin
  if tg_op = 'INSERT' then
    select array_agg(s::sales_hours) into sums
    from (
      select seller_id, hour_of(placed_at), currency,
        count(*), sum(unit_count), sum(total_minor), sum(least(shipping_minor, total_minor - tax_minor)), sum(tax_minor)
      from added where is_sale(payment_status, cancel_state) group by 1, 2, 3 order by 1, 2, 3
    ) s;
  elsif tg_op = 'UPDATE' then
    select array_agg(s::sales_hours) into sums
    from (
      select seller_id, hour_of(placed_at), currency,
        sum(n), sum(n * unit_count), sum(n * total_minor), sum(n * least(shipping_minor, total_minor - tax_minor)), sum(n * tax_minor)
      from (select 1 as n, * from added union all select -1, * from removed) moved where is_sale(payment_status, cancel_state)
      group by 1, 2, 3
      having (sum(n), sum(n * unit_count), sum(n * total_minor), sum(n * least(shipping_minor, total_minor - tax_minor)), sum(n * tax_minor))
        <> (0, 0, 0, 0, 0)
      order by 1, 2, 3
    ) s;
  else
    -- Row by row, and only existing rows: the seller may be deleted by the same statement.
    for one in
      select seller_id, hour_of(placed_at), currency,
        count(*), sum(unit_count), sum(total_minor), sum(least(shipping_minor, total_minor - tax_minor)), sum(tax_minor)
      from removed where is_sale(payment_status, cancel_state) group by 1, 2, 3 order by 1, 2, 3
    loop
      update sales_hours c set orders = c.orders - one.orders, units = c.units - one.units, gross_minor = c.gross_minor - one.gross_minor,
        shipping_minor = c.shipping_minor - one.shipping_minor, tax_minor = c.tax_minor - one.tax_minor
      where (c.seller_id, c.hour, c.currency) = (one.seller_id, one.hour, one.currency);
    end loop;
  end if;
  if sums is null then
    return null;
  end if;
  insert into sales_hours as c (seller_id, hour, currency, orders, units, gross_minor, shipping_minor, tax_minor)
  select * from unnest(sums)
  on conflict (seller_id, hour, currency) do update
    set orders = c.orders + excluded.orders, units = c.units + excluded.units, gross_minor = c.gross_minor + excluded.gross_minor,
      shipping_minor = c.shipping_minor + excluded.shipping_minor, tax_minor = c.tax_minor + excluded.tax_minor;
  return null;
end
$$;

create or replace trigger sales_counted after insert on orders referencing new table as added for each statement execute function count_sales();
create or replace trigger sales_recounted after update on orders referencing old table as removed new table as added for each statement
  execute function count_sales();
create or replace trigger sales_uncounted after delete on orders referencing old table as removed for each statement execute function count_sales();

create or replace function count_listings() returns trigger language plpgsql
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
    -- Row by row, and only existing rows: the seller may be deleted by the same statement.
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

create or replace trigger listings_counted after insert on listings referencing new table as added for each statement
  execute function count_listings();
create or replace trigger listings_recounted after update on listings referencing old table as removed new table as added for each statement
  execute function count_listings();
create or replace trigger listings_uncounted after delete on listings referencing old table as removed for each statement
  execute function count_listings();

create or replace function count_offers() returns trigger language plpgsql
  security definer set search_path from current as $$
declare
  sums offer_counts[];
  one offer_counts;
begin
  if tg_op = 'INSERT' then
    select array_agg(s::offer_counts) into sums
    from (
      select seller_id, state, begun_by, currency, count(*), sum(price_minor::numeric * units)
      from added group by 1, 2, 3, 4 order by 1, 2, 3, 4
    ) s;
  elsif tg_op = 'UPDATE' then
    select array_agg(s::offer_counts) into sums
    from (
      select seller_id, state, begun_by, currency, sum(n), sum(n * price_minor::numeric * units)
      from (select 1 as n, * from added union all select -1, * from removed) moved
      group by 1, 2, 3, 4 having (sum(n), sum(n * price_minor::numeric * units)) <> (0, 0)
      order by 1, 2, 3, 4
    ) s;
  else
    -- Row by row, and only existing rows: the seller may be deleted by the same statement.
    for one in
      select seller_id, state, begun_by, currency, count(*), sum(price_minor::numeric * units)
      from removed group by 1, 2, 3, 4 order by 1, 2, 3, 4
    loop
      update offer_counts c set offers = c.offers - one.offers, value_minor = c.value_minor - one.value_minor
      where (c.seller_id, c.state, c.begun_by, c.currency) = (one.seller_id, one.state, one.begun_by, one.currency);
    end loop;
  end if;
  if sums is null then
    return null;
  end if;
  insert into offer_counts as c (seller_id, state, begun_by, currency, offers, value_minor)
  select * from unnest(sums)
  on conflict (seller_id, state, begun_by, currency) do update
    set offers = c.offers + excluded.offers, value_minor = c.value_minor + excluded.value_minor;
  return null;
end
$$;

create or replace trigger offers_counted after insert on buyer_offers referencing new table as added for each statement
  execute function count_offers();
create or replace trigger offers_recounted after update on buyer_offers referencing old table as removed new table as added for each statement
  execute function count_offers();
create or replace trigger offers_uncounted after delete on buyer_offers referencing old table as removed for each statement
  execute function count_offers();

create or replace function count_transactions() returns trigger language plpgsql
  security definer set search_path from current as $$
declare
  sums transaction_counts[];
  sellers bigint[];
  seller bigint;
  one transaction_counts;
begin
  if tg_op = 'INSERT' then
    select array_agg(s::transaction_counts) into sums
    from (
      select seller_id, state, kind, currency, count(*), sum(net_minor)::bigint
      from added group by 1, 2, 3, 4 order by 1, 2, 3, 4
    ) s;
  elsif tg_op = 'UPDATE' then
    select array_agg(s::transaction_counts) into sums
    from (
      select seller_id, state, kind, currency, sum(n), sum(n * net_minor)::bigint
      from (select 1 as n, * from added union all select -1, * from removed) moved
      group by 1, 2, 3, 4 having (sum(n), sum(n * net_minor)) <> (0, 0)
      order by 1, 2, 3, 4
    ) s;
  else
    -- Row by row, and only existing rows: the seller may be deleted by the same statement.
    for one in
      select seller_id, state, kind, currency, count(*), sum(net_minor)::bigint
      from removed group by 1, 2, 3, 4 order by 1, 2, 3, 4
    loop
      update transaction_counts c set transactions = c.transactions - one.transactions, net_minor = c.net_minor - one.net_minor
      where (c.seller_id, c.state, c.kind, c.currency) = (one.seller_id, one.state, one.kind, one.currency);
    end loop;
  end if;
  if sums is null then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    -- Balances first, in the same order as for new transactions, whose entries are written before them.
    select array_agg(distinct s.seller_id order by s.seller_id) into sellers from unnest(sums) s;
    foreach seller in array sellers loop
      perform from ledger_accounts where seller_id = seller order by account, currency for update;
    end loop;
  end if;
  insert into transaction_counts as c (seller_id, state, kind, currency, transactions, net_minor)
  select * from unnest(sums)
  on conflict (seller_id, state, kind, currency) do update
    set transactions = c.transactions + excluded.transactions, net_minor = c.net_minor + excluded.net_minor;
  return null;
end
$$;

create or replace trigger transactions_counted after insert on transactions referencing new table as added for each statement
  execute function count_transactions();
create or replace trigger transactions_recounted after update on transactions referencing old table as removed new table as added for each statement
  execute function count_transactions();
create or replace trigger transactions_uncounted after delete on transactions referencing old table as removed for each statement
  execute function count_transactions();

-- A transaction's day, kind, currency and net never change.
create or replace function count_transaction_days() returns trigger language plpgsql
  security definer set search_path from current as $$
declare days transaction_days[];
begin
  select array_agg(s::transaction_days) into days
  from (
    select seller_id, day_of(happened_at), kind, currency, count(*), sum(net_minor)::bigint
    from added group by 1, 2, 3, 4 order by 1, 2, 3, 4
  ) s;
  insert into transaction_days as c (seller_id, day, kind, currency, transactions, net_minor)
  select * from unnest(days)
  on conflict (seller_id, day, kind, currency) do update
    set transactions = c.transactions + excluded.transactions, net_minor = c.net_minor + excluded.net_minor;
  return null;
end
$$;

create or replace trigger transactions_counted_by_day after insert on transactions referencing new table as added
  for each statement execute function count_transaction_days();

create or replace function uncount_transaction_days() returns trigger language plpgsql
  security definer set search_path from current as $$
declare c record;
begin
  for c in
    select seller_id, array_agg(day) as days, array_agg(kind) as kinds, array_agg(currency) as currencies,
      array_agg(n) as counts, array_agg(minor) as minors
    from (
      select seller_id, day_of(happened_at) as day, kind, currency, count(*) as n, sum(net_minor)::bigint as minor
      from removed group by 1, 2, 3, 4
    ) s
    group by seller_id order by seller_id
  loop
    update transaction_days d set transactions = d.transactions - g.n, net_minor = d.net_minor - g.minor
    from unnest(c.days, c.kinds, c.currencies, c.counts, c.minors) g (day, kind, currency, n, minor)
    where d.seller_id = c.seller_id and d.day = g.day and d.kind = g.kind and d.currency = g.currency;
  end loop;
  return null;
end
$$;

create or replace trigger transactions_uncounted_by_day after delete on transactions referencing old table as removed
  for each statement execute function uncount_transaction_days();
