-- What follows from other rows, kept true by the database whoever writes: the three state machines of an order
-- (seller-hubs 5.3), the counts of the status tabs, and the words of the search.
--
-- All triggers run once a statement over the set of changed rows, so that a COPY of a million rows stays fast, and
-- write only what differs: a loader that inserts orders with the right values pays one comparison.

create function derive_shipped_quantity() returns trigger language plpgsql as $$
begin
  update line_items l set shipped_quantity = d.shipped
  from (
    select c.seller_id, c.line_item_id, coalesce(sum(s.quantity), 0)::integer as shipped
    from (select distinct seller_id, line_item_id from changed) c
    left join shipment_lines s on s.seller_id = c.seller_id and s.line_item_id = c.line_item_id
    group by c.seller_id, c.line_item_id
  ) d
  where l.seller_id = d.seller_id and l.id = d.line_item_id and l.shipped_quantity <> d.shipped;
  return null;
end
$$;

create function derive_fulfilment_status() returns trigger language plpgsql as $$
begin
  update orders o set fulfilment_status = d.fulfilment_status
  from (
    select seller_id, order_id,
      case when sum(shipped_quantity) = 0 then 'NOT_STARTED'
        when sum(shipped_quantity + cancelled_quantity) < sum(quantity) then 'IN_PROGRESS'
        else 'FULFILLED' end as fulfilment_status
    from line_items
    where (seller_id, order_id) in (select seller_id, order_id from changed)
    group by seller_id, order_id
  ) d
  where o.seller_id = d.seller_id and o.id = d.order_id and o.fulfilment_status <> d.fulfilment_status;
  return null;
end
$$;

create function derive_delivery() returns trigger language plpgsql as $$
begin
  update orders o set shipped_at = d.shipped_at, delivered = d.delivered, delivered_at = d.delivered_at
  from (
    select c.seller_id, c.order_id, max(s.shipped_at) as shipped_at,
      coalesce(bool_and(s.state = 'DELIVERED'), false) as delivered, max(s.delivered_at) as delivered_at
    from (select distinct seller_id, order_id from changed) c
    left join shipments s on s.seller_id = c.seller_id and s.order_id = c.order_id
    group by c.seller_id, c.order_id
  ) d
  where o.seller_id = d.seller_id and o.id = d.order_id
    and (o.shipped_at, o.delivered, o.delivered_at) is distinct from (d.shipped_at, d.delivered, d.delivered_at);
  return null;
end
$$;

-- PENDING -> PAID -> PARTIALLY_REFUNDED -> FULLY_REFUNDED; PENDING -> FAILED.
create function order_payment_status(pending boolean, paid_minor bigint, refunded_minor bigint, payments bigint) returns text
  language sql immutable parallel safe
  return case
    when payments = 0 or pending then 'PENDING'
    when paid_minor is null then 'FAILED'
    when refunded_minor >= paid_minor and refunded_minor > 0 then 'FULLY_REFUNDED'
    when refunded_minor > 0 then 'PARTIALLY_REFUNDED'
    else 'PAID' end;

create function derive_payment_status() returns trigger language plpgsql as $$
begin
  update orders o set payment_status = d.payment_status,
    paid_at = case when d.payment_status in ('PENDING', 'FAILED') then null else d.paid_at end
  from (
    select c.seller_id, c.order_id, p.paid_at,
      order_payment_status(coalesce(p.pending, false), p.paid_minor, coalesce(r.refunded_minor, 0), coalesce(p.payments, 0)) as payment_status
    from (select distinct seller_id, order_id from changed) c
    left join lateral (
      select bool_or(state = 'PENDING') as pending, (sum(amount_minor) filter (where state = 'PAID'))::bigint as paid_minor,
        max(paid_at) as paid_at, count(*) as payments
      from payments where seller_id = c.seller_id and order_id = c.order_id
    ) p on true
    left join lateral (
      select sum(amount_minor)::bigint as refunded_minor
      from refunds where seller_id = c.seller_id and order_id = c.order_id and state = 'REFUNDED'
    ) r on true
  ) d
  where o.seller_id = d.seller_id and o.id = d.order_id
    and (o.payment_status, o.paid_at) is distinct from
      (d.payment_status, case when d.payment_status in ('PENDING', 'FAILED') then null else d.paid_at end);
  return null;
end
$$;

create function derive_cancel_state() returns trigger language plpgsql as $$
begin
  update orders o set cancel_state = d.cancel_state
  from (
    select c.seller_id, c.order_id,
      case when bool_or(x.state in ('APPROVED', 'REFUND_PENDING', 'CLOSED_WITH_REFUND', 'CLOSED_NO_REFUND')) then 'CANCELED'
        when bool_or(x.state = 'REQUESTED') then 'IN_PROGRESS'
        else 'NONE_REQUESTED' end as cancel_state
    from (select distinct seller_id, order_id from changed) c
    left join cancellations x on x.seller_id = c.seller_id and x.order_id = c.order_id
    group by c.seller_id, c.order_id
  ) d
  where o.seller_id = d.seller_id and o.id = d.order_id and o.cancel_state <> d.cancel_state;
  return null;
end
$$;

-- Refunds may not exceed what was captured (seller-hubs 5.5, 13).
create function check_refunds() returns trigger language plpgsql as $$
begin
  if exists (
    select from (select distinct seller_id, order_id from changed) c
    where (select coalesce(sum(amount_minor), 0) from refunds r where r.seller_id = c.seller_id and r.order_id = c.order_id and r.state <> 'FAILED')
      > (select coalesce(sum(amount_minor), 0) from payments p where p.seller_id = c.seller_id and p.order_id = c.order_id and p.state = 'PAID')
  ) then
    raise exception 'refunds exceed what was paid' using errcode = 'check_violation', constraint = 'refunds_within_payments';
  end if;
  return null;
end
$$;

create function count_orders_added() returns trigger language plpgsql as $$
begin
  insert into order_counts as c (seller_id, status, currency, orders, units, total_minor)
  select seller_id, status, currency, count(*), sum(unit_count), sum(total_minor)
  from added group by seller_id, status, currency order by seller_id, status, currency
  on conflict (seller_id, status, currency) do update
    set orders = c.orders + excluded.orders, units = c.units + excluded.units, total_minor = c.total_minor + excluded.total_minor;
  return null;
end
$$;

create function count_orders_changed() returns trigger language plpgsql as $$
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

create function count_orders_removed() returns trigger language plpgsql as $$
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

create function search_form(words text) returns text
  language sql stable parallel safe
  return lower(unaccent(words));

create function derive_search_terms() returns trigger language plpgsql as $$
begin
  -- Only a tracking number adds a word when parcels are added; a nested statement, since lines have no such column.
  if tg_table_name = 'shipments' and tg_op = 'INSERT' then
    if not exists (select from changed where tracking_number is not null) then return null; end if;
  end if;
  insert into order_search as s (seller_id, order_id, terms)
  select o.seller_id, o.id, search_form(concat_ws(' ', o.order_number, o.buyer_username, b.name,
    (select string_agg(concat_ws(' ', l.title, l.sku, l.item_number), ' ' order by l.position)
      from line_items l where l.seller_id = o.seller_id and l.order_id = o.id),
    (select string_agg(p.tracking_number, ' ' order by p.id) from shipments p where p.seller_id = o.seller_id and p.order_id = o.id)))
  from orders o
  join buyers b on b.seller_id = o.seller_id and b.id = o.buyer_id
  where (o.seller_id, o.id) in (select seller_id, order_id from changed)
  on conflict (seller_id, order_id) do update set terms = excluded.terms where s.terms <> excluded.terms;
  return null;
end
$$;

-- The bound seller's orders whose terms hold every pattern, with all that lists filter and sort by. PostgreSQL may use an
-- index for LIKE under row-level security only where the policy is out of the way, so this runs as the owner and names the
-- seller itself. The statement is built anew each time so that it is planned for these patterns: few orders are looked up
-- one by one, many by one pass over the seller's part of orders_placed.
create function find_orders(patterns text[])
  returns table (id bigint, placed_at timestamptz, status text, currency text, total_minor bigint, total_value bigint, unit_count integer,
    line_count integer, ship_to_country text, ship_by timestamptz, paid_at timestamptz, buyer_username text)
  language plpgsql stable security definer set search_path = public rows 1000 as $$
begin
  return query execute 'select o.id, o.placed_at, o.status, o.currency, o.total_minor, o.total_value, o.unit_count, o.line_count,'
    ' o.ship_to_country, o.ship_by, o.paid_at, o.buyer_username'
    ' from order_search s join orders o on o.id = s.order_id where s.seller_id = $1 and o.seller_id = $1'
    || coalesce((select string_agg(format(' and s.terms like %L', pattern), '') from unnest(patterns) pattern), '')
    using current_seller();
end
$$;

create trigger shipped_added after insert on shipment_lines referencing new table as changed for each statement execute function derive_shipped_quantity();
create trigger shipped_changed after update on shipment_lines referencing new table as changed for each statement execute function derive_shipped_quantity();
create trigger shipped_removed after delete on shipment_lines referencing old table as changed for each statement execute function derive_shipped_quantity();

create trigger lines_added after insert on line_items referencing new table as changed for each statement execute function derive_fulfilment_status();
create trigger lines_changed after update on line_items referencing new table as changed for each statement execute function derive_fulfilment_status();
create trigger lines_searched after insert on line_items referencing new table as changed for each statement execute function derive_search_terms();
create trigger lines_searched_again after update on line_items referencing new table as changed for each statement execute function derive_search_terms();

create trigger shipments_added after insert on shipments referencing new table as changed for each statement execute function derive_delivery();
create trigger shipments_changed after update on shipments referencing new table as changed for each statement execute function derive_delivery();
create trigger shipments_removed after delete on shipments referencing old table as changed for each statement execute function derive_delivery();
create trigger shipments_searched after insert on shipments referencing new table as changed for each statement execute function derive_search_terms();
create trigger shipments_searched_again after update on shipments referencing new table as changed for each statement execute function derive_search_terms();

create trigger payments_added after insert on payments referencing new table as changed for each statement execute function derive_payment_status();
create trigger payments_changed after update on payments referencing new table as changed for each statement execute function derive_payment_status();
create trigger payments_removed after delete on payments referencing old table as changed for each statement execute function derive_payment_status();
create trigger refunds_added after insert on refunds referencing new table as changed for each statement execute function derive_payment_status();
create trigger refunds_changed after update on refunds referencing new table as changed for each statement execute function derive_payment_status();
create trigger refunds_checked after insert on refunds referencing new table as changed for each statement execute function check_refunds();
create trigger refunds_checked_again after update on refunds referencing new table as changed for each statement execute function check_refunds();

create trigger cancellations_added after insert on cancellations referencing new table as changed for each statement execute function derive_cancel_state();
create trigger cancellations_changed after update on cancellations referencing new table as changed for each statement execute function derive_cancel_state();

create trigger orders_counted after insert on orders referencing new table as added for each statement execute function count_orders_added();
create trigger orders_recounted after update on orders referencing old table as removed new table as added for each statement execute function count_orders_changed();
create trigger orders_uncounted after delete on orders referencing old table as removed for each statement execute function count_orders_removed();

-- Statistics made in the middle of a large load, before it is committed, say that tables are empty, and a plan that reads
-- whole tables for each changed row would then look cheap: these always look their rows up by key.
alter function derive_shipped_quantity() set enable_seqscan = off;
alter function derive_fulfilment_status() set enable_seqscan = off;
alter function derive_delivery() set enable_seqscan = off;
alter function derive_payment_status() set enable_seqscan = off;
alter function derive_cancel_state() set enable_seqscan = off;
alter function derive_search_terms() set enable_seqscan = off;
alter function check_refunds() set enable_seqscan = off;
