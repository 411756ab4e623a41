-- What was sold, hour by hour, so that the overview of 180 days does not add up every order: of a large seller they are
-- 57,000, which took 22 ms and more. Hours of UTC and not days, because days are the shop's, whose zone may change.

-- An order counts once it is paid, unless it is cancelled. What was refunded later still was a sale.
create function is_sale(payment_status text, cancel_state text) returns boolean
  language sql immutable parallel safe
  return payment_status not in ('PENDING', 'FAILED') and cancel_state <> 'CANCELED';

create function hour_of(moment timestamptz) returns timestamptz
  language sql immutable strict parallel safe
  return date_bin('1 hour', moment, 'epoch');

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
alter table sales_hours enable row level security;
create policy own_rows on sales_hours using (seller_id = current_seller());
grant select, insert, update, delete on sales_hours to hub_seller;

create function count_sales_added() returns trigger language plpgsql as $$
begin
  insert into sales_hours as s (seller_id, hour, currency, orders, units, gross_minor)
  select seller_id, hour_of(placed_at), currency, count(*), sum(unit_count), sum(total_minor)
  from added where is_sale(payment_status, cancel_state) group by 1, 2, 3 order by 1, 2, 3
  on conflict (seller_id, hour, currency) do update
    set orders = s.orders + excluded.orders, units = s.units + excluded.units, gross_minor = s.gross_minor + excluded.gross_minor;
  return null;
end
$$;

create function count_sales_changed() returns trigger language plpgsql as $$
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

create function count_sales_removed() returns trigger language plpgsql as $$
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

-- An older hub may go on meanwhile: what it writes is either here when the sums are made, or waits for the triggers.
lock table orders in share row exclusive mode;
insert into sales_hours (seller_id, hour, currency, orders, units, gross_minor)
select seller_id, hour_of(placed_at), currency, count(*), sum(unit_count), sum(total_minor)
from orders where is_sale(payment_status, cancel_state) group by 1, 2, 3;

create trigger sales_counted after insert on orders referencing new table as added for each statement execute function count_sales_added();
create trigger sales_recounted after update on orders referencing old table as removed new table as added for each statement execute function count_sales_changed();
create trigger sales_uncounted after delete on orders referencing old table as removed for each statement execute function count_sales_removed();
