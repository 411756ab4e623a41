-- Hourly sales by part: shipping and tax; the rest of the gross is the items.

-- Counts from here on, in the transaction that fills it: the previous version takes orders meanwhile, and locks in this order.
lock table orders in share row exclusive mode;
alter table sales_hours
  add column shipping_minor numeric not null default 0,
  add column tax_minor numeric not null default 0;
update sales_hours c set shipping_minor = s.shipping_minor, tax_minor = s.tax_minor
from (
  select seller_id, hour_of(placed_at) as hour, currency,
    sum(least(shipping_minor, total_minor - tax_minor)) as shipping_minor, sum(tax_minor) as tax_minor
  from orders where is_sale(payment_status, cancel_state) group by 1, 2, 3
) s
where c.seller_id = s.seller_id and c.hour = s.hour and c.currency = s.currency;

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
    -- One by one, and never a new row: the seller may be going too.
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
