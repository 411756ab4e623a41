-- Counts of SKUs by 7 days instead of 30: those of the days that the limit of dead stock divides are counted one by one on each page.

-- Counts from here on, in the transaction that fills it: other processes write SKUs meanwhile.
lock table stock_items in share row exclusive mode;

create or replace function idle_period(moment timestamptz) returns timestamptz
  language sql immutable strict parallel safe
  return date_bin('7 days', moment, 'epoch');

delete from stock_item_counts;
insert into stock_item_counts (seller_id, is_low, is_out, idle_from, items)
select seller_id, is_low, available = 0, idle_period(idle_since), count(*)::integer from stock_items where is_stocked group by 1, 2, 3, 4;
