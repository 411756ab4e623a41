-- Counts of SKUs in stock, for the tabs of the inventory (decision 98). Changes are rows of their own, so that no sale waits for another.

-- Start of the 7 days that a moment is in.
create or replace function idle_period(moment timestamptz) returns timestamptz
  language sql immutable strict parallel safe
  return date_bin('7 days', moment, 'epoch');

-- Sums a seller's rows to one of each kind. Leaves those that another transaction is summing.
create or replace function fold_stock_item_counts(seller bigint) returns void language plpgsql
  security definer set search_path from current set enable_seqscan = off as $$
declare
  folded bigint[];
  low boolean[];
  gone boolean[];
  periods timestamptz[];
  sums integer[];
begin
  select array_agg(f.id) into folded
  from (select id from stock_item_counts where seller_id = seller for update skip locked) f;
  select array_agg(s.is_low), array_agg(s.is_out), array_agg(s.idle_from), array_agg(s.items) into low, gone, periods, sums
  from (
    select is_low, is_out, idle_from, sum(items)::integer as items
    from stock_item_counts where seller_id = seller and id = any (folded)
    group by 1, 2, 3 having sum(items) <> 0
  ) s;
  delete from stock_item_counts where seller_id = seller and id = any (folded);
  insert into stock_item_counts (seller_id, is_low, is_out, idle_from, items)
  select seller, u.* from unnest(low, gone, periods, sums) u;
end
$$;
revoke execute on function fold_stock_item_counts from public;

create or replace function count_stock_items() returns trigger language plpgsql
  security definer set search_path from current set enable_seqscan = off as $$
declare
  c record;
  sellers_of bigint[];
  low boolean[];
  gone boolean[];
  periods timestamptz[];
  moved integer[];
  stored bigint;
begin
  if tg_op = 'INSERT' then
    select array_agg(s.seller_id), array_agg(s.is_low), array_agg(s.is_out), array_agg(s.idle_from), array_agg(s.items)
    into sellers_of, low, gone, periods, moved
    from (
      select seller_id, is_low, available = 0 as is_out, idle_period(idle_since) as idle_from, count(*)::integer as items
      from added where is_stocked group by 1, 2, 3, 4
    ) s;
  elsif tg_op = 'UPDATE' then
    select array_agg(s.seller_id), array_agg(s.is_low), array_agg(s.is_out), array_agg(s.idle_from), array_agg(s.items)
    into sellers_of, low, gone, periods, moved
    from (
      select seller_id, is_low, available = 0 as is_out, idle_period(idle_since) as idle_from, sum(n)::integer as items
      from (select 1 as n, * from added union all select -1, * from removed) both_sides
      where is_stocked group by 1, 2, 3, 4 having sum(n) <> 0
    ) s;
  else
    select array_agg(s.seller_id), array_agg(s.is_low), array_agg(s.is_out), array_agg(s.idle_from), array_agg(s.items)
    into sellers_of, low, gone, periods, moved
    from (
      select seller_id, is_low, available = 0 as is_out, idle_period(idle_since) as idle_from, -count(*)::integer as items
      from removed where is_stocked group by 1, 2, 3, 4
    ) s;
  end if;
  for c in
    select n.seller_id, array_agg(n.is_low) as low, array_agg(n.is_out) as gone, array_agg(n.idle_from) as periods,
      array_agg(n.items) as moved
    from unnest(sellers_of, low, gone, periods, moved) n (seller_id, is_low, is_out, idle_from, items)
    group by n.seller_id order by n.seller_id
  loop
    -- Skips sellers that the same statement deletes.
    continue when not exists (select from sellers where id = c.seller_id);
    insert into stock_item_counts (seller_id, is_low, is_out, idle_from, items)
    select c.seller_id, u.* from unnest(c.low, c.gone, c.periods, c.moved) u;
    select count(*) into stored from stock_item_counts where seller_id = c.seller_id;
    if stored > 1000 then
      perform fold_stock_item_counts(c.seller_id);
    end if;
  end loop;
  return null;
end
$$;

create or replace trigger stock_items_counted after insert on stock_items referencing new table as added for each statement
  execute function count_stock_items();
create or replace trigger stock_items_recounted after update on stock_items referencing old table as removed new table as added
  for each statement execute function count_stock_items();
create or replace trigger stock_items_uncounted after delete on stock_items referencing old table as removed for each statement
  execute function count_stock_items();
