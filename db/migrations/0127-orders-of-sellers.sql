-- The operator's list of sellers: orders of each, and names and words by index.

-- pg_trgm is found too, wherever the database has it; by a statement, which a cluster passes on to its servers.
do $$
begin
  execute concat_ws(', ', 'set local search_path to ' || current_setting('search_path'),
    (select extnamespace::regnamespace::text from pg_extension where extname = 'pg_trgm'));
end
$$;

-- Orders of a seller in any status, which `order_counts` has by status and currency.
create table seller_orders (
  seller_id bigint primary key,
  orders bigint not null
);
select place_by_seller('seller_orders');
alter table seller_orders add foreign key (seller_id) references sellers on delete cascade;
alter table seller_orders enable row level security;
create policy own_rows on seller_orders using (seller_id = current_seller());

create index sellers_by_name on sellers (lower(display_name), id);
create index sellers_words on sellers using gin (username gin_trgm_ops, display_name gin_trgm_ops, external_id gin_trgm_ops);

-- Counts from here on, in the transaction that fills it: the previous version takes orders meanwhile.
lock table orders in share row exclusive mode;
insert into seller_orders (seller_id, orders)
select seller_id, sum(orders)::bigint from order_counts group by seller_id having sum(orders) > 0;
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
    -- One by one, and never a new row: the seller may be going too.
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
