-- The states of an order, derived from its parts whoever writes them.
--
-- All triggers run once a statement and write only what differs, so that a COPY of a million rows stays fast. They run as the
-- owner: requests have no right to write what is derived. `enable_seqscan = off` because statistics made in the middle of a
-- large load say that tables are empty.

-- The order status shown to people; first match wins. Must agree with `orderStatus` in `order.ts`.
create or replace function order_status(payment_status text, fulfilment_status text, cancel_state text, delivered boolean) returns text
  language sql immutable parallel safe
  return case
    when cancel_state = 'CANCELED' then 'CANCELLED'
    when cancel_state = 'IN_PROGRESS' then 'CANCELLATION_REQUESTED'
    when payment_status in ('PENDING', 'FAILED') then 'AWAITING_PAYMENT'
    when payment_status = 'FULLY_REFUNDED' then 'REFUNDED'
    when fulfilment_status = 'NOT_STARTED' then 'AWAITING_SHIPMENT'
    when fulfilment_status = 'IN_PROGRESS' then 'PARTLY_SHIPPED'
    when delivered then 'DELIVERED'
    else 'SHIPPED' end;

-- PENDING -> PAID -> PARTIALLY_REFUNDED -> FULLY_REFUNDED; PENDING -> FAILED.
create or replace function order_payment_status(pending boolean, paid_minor bigint, refunded_minor bigint, payments bigint) returns text
  language sql immutable parallel safe
  return case
    when payments = 0 or pending then 'PENDING'
    when paid_minor is null then 'FAILED'
    when refunded_minor >= paid_minor and refunded_minor > 0 then 'FULLY_REFUNDED'
    when refunded_minor > 0 then 'PARTIALLY_REFUNDED'
    else 'PAID' end;

-- Locks orders by id before deriving from their parts, so that the next statement sees concurrent commits. Skips orders written
-- by this transaction, which are locked already, and new ones, which nobody else sees yet.
create or replace function lock_orders(seller bigint, ids bigint[]) returns void language plpgsql
  set search_path from current set enable_seqscan = off as $$
begin
  if is_intake() then return; end if;
  perform from orders
  where seller_id = seller and id = any (ids) and xmin <> pg_current_xact_id()::xid
  order by id for no key update;
end
$$;
revoke execute on function lock_orders from public;

create or replace function derive_shipped_quantity() returns trigger language plpgsql
  security definer set search_path from current
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  c record;
  orders bigint[];
begin
  for c in select seller_id, array_agg(distinct line_item_id) as ids from changed group by seller_id order by seller_id loop
    orders := array(select order_id from line_items where seller_id = c.seller_id and id = any (c.ids));
    perform lock_orders(c.seller_id, orders);
    update line_items l set shipped_quantity = d.shipped
    from (
      select line_item_id, sum(quantity)::integer as shipped
      from (
        select line_item_id, quantity from shipment_lines where seller_id = c.seller_id and line_item_id = any (c.ids)
        union all select unnest(c.ids), 0
      ) parts
      group by line_item_id
    ) d
    where l.seller_id = c.seller_id and l.id = d.line_item_id and l.shipped_quantity <> d.shipped;
  end loop;
  return null;
end
$$;

create or replace trigger shipped_added after insert on shipment_lines referencing new table as changed for each statement
  execute function derive_shipped_quantity();
create or replace trigger shipped_changed after update on shipment_lines referencing new table as changed for each statement
  execute function derive_shipped_quantity();
create or replace trigger shipped_removed after delete on shipment_lines referencing old table as changed for each statement
  execute function derive_shipped_quantity();

-- With the status, an order counts the lines and units that are not cancelled; all of them once everything is.
create or replace function derive_fulfilment_status() returns trigger language plpgsql
  security definer set search_path from current
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare c record;
begin
  for c in select seller_id, array_agg(distinct order_id) as ids from changed group by seller_id order by seller_id loop
    perform lock_orders(c.seller_id, c.ids);
    update orders o set fulfilment_status = d.fulfilment_status, line_count = coalesce(d.line_count, o.line_count),
      unit_count = coalesce(d.unit_count, o.unit_count)
    from (
      select u.id,
        case when coalesce(sum(l.shipped_quantity), 0) = 0 then 'NOT_STARTED'
          when sum(l.shipped_quantity + l.cancelled_quantity) < sum(l.quantity) then 'IN_PROGRESS'
          else 'FULFILLED' end as fulfilment_status,
        coalesce(nullif(count(l.id) filter (where l.cancelled_quantity < l.quantity), 0), nullif(count(l.id), 0))::integer as line_count,
        coalesce(nullif(sum(l.quantity - l.cancelled_quantity), 0), sum(l.quantity))::integer as unit_count
      from unnest(c.ids) u (id) left join line_items l on l.seller_id = c.seller_id and l.order_id = u.id
      group by u.id
    ) d
    where o.seller_id = c.seller_id and o.id = d.id
      and (o.fulfilment_status, o.line_count, o.unit_count)
        <> (d.fulfilment_status, coalesce(d.line_count, o.line_count), coalesce(d.unit_count, o.unit_count));
  end loop;
  return null;
end
$$;

create or replace trigger lines_changed after update on line_items referencing new table as changed for each statement
  execute function derive_fulfilment_status();
create or replace trigger lines_removed after delete on line_items referencing old table as changed for each statement
  execute function derive_fulfilment_status();
create or replace trigger lines_added after insert on line_items referencing new table as changed for each statement
  when (not is_intake()) execute function derive_fulfilment_status();

create or replace function derive_delivery() returns trigger language plpgsql
  security definer set search_path from current
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare c record;
begin
  for c in select seller_id, array_agg(distinct order_id) as ids from changed group by seller_id order by seller_id loop
    perform lock_orders(c.seller_id, c.ids);
    update orders o set shipped_at = d.shipped_at, delivered = d.delivered, delivered_at = d.delivered_at, parcels_noted_at = d.noted_at
    from (
      select u.id, max(s.shipped_at) as shipped_at, coalesce(bool_and(s.state = 'DELIVERED'), false) as delivered,
        max(s.delivered_at) as delivered_at,
        case when bool_and(s.tracking_number is not null and s.shipped_at is not null
            and coalesce(coalesce(s.scanned_at, s.shipped_at) <= s.delivered_at, s.state <> 'DELIVERED'))
          then max(greatest(s.recorded_at, s.shipped_at)) end as noted_at
      from unnest(c.ids) u (id) left join shipments s on s.seller_id = c.seller_id and s.order_id = u.id
      group by u.id
    ) d
    where o.seller_id = c.seller_id and o.id = d.id
      and (o.shipped_at, o.delivered, o.delivered_at, o.parcels_noted_at)
        is distinct from (d.shipped_at, d.delivered, d.delivered_at, d.noted_at);
  end loop;
  return null;
end
$$;

create or replace trigger shipments_added after insert on shipments referencing new table as changed for each statement
  execute function derive_delivery();
create or replace trigger shipments_changed after update on shipments referencing new table as changed for each statement
  execute function derive_delivery();
create or replace trigger shipments_removed after delete on shipments referencing old table as changed for each statement
  execute function derive_delivery();

-- A pushed order is paid once its payments reach the total; an imported one with any payment. A partial payment that was
-- refunded leaves it waiting for payment, unless it is cancelled.
create or replace function derive_payment_status() returns trigger language plpgsql
  security definer set search_path from current
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare c record;
begin
  for c in select seller_id, array_agg(distinct order_id) as ids from changed group by seller_id order by seller_id loop
    perform lock_orders(c.seller_id, c.ids);
    update orders o set payment_status = d.payment_status,
      paid_at = case when d.payment_status in ('PENDING', 'FAILED') then null else d.paid_at end
    from (
      select w.id, p.paid_at,
        order_payment_status(
          coalesce(p.pending, false) or (w.pushed_as is not null and p.paid_minor < w.total_minor
            and (w.cancel_state <> 'CANCELED' or coalesce(r.refunded_minor, 0) < p.paid_minor)),
          p.paid_minor, coalesce(r.refunded_minor, 0), coalesce(p.payments, 0)) as payment_status
      from orders w
      left join lateral (
        select bool_or(state = 'PENDING') as pending, (sum(amount_minor) filter (where state = 'PAID'))::bigint as paid_minor,
          max(paid_at) as paid_at, count(*) as payments
        from payments where seller_id = c.seller_id and order_id = w.id
      ) p on true
      left join lateral (
        select sum(amount_minor)::bigint as refunded_minor
        from refunds where seller_id = c.seller_id and order_id = w.id and state = 'REFUNDED'
      ) r on true
      where w.seller_id = c.seller_id and w.id = any (c.ids)
    ) d
    where o.seller_id = c.seller_id and o.id = d.id
      and (o.payment_status, o.paid_at) is distinct from
        (d.payment_status, case when d.payment_status in ('PENDING', 'FAILED') then null else d.paid_at end);
    perform deliver_digital(c.seller_id, c.ids);
  end loop;
  return null;
end
$$;

create or replace trigger payments_changed after update on payments referencing new table as changed for each statement
  execute function derive_payment_status();
create or replace trigger payments_removed after delete on payments referencing old table as changed for each statement
  execute function derive_payment_status();
create or replace trigger refunds_added after insert on refunds referencing new table as changed for each statement
  execute function derive_payment_status();
create or replace trigger refunds_changed after update on refunds referencing new table as changed for each statement
  execute function derive_payment_status();
create or replace trigger refunds_removed after delete on refunds referencing old table as changed for each statement
  execute function derive_payment_status();
create or replace trigger payments_added after insert on payments referencing new table as changed for each statement
  when (not is_intake()) execute function derive_payment_status();

-- A partial cancellation keeps the order; its lines determine the rest.
create or replace function derive_cancel_state() returns trigger language plpgsql
  security definer set search_path from current
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare c record;
begin
  for c in select seller_id, array_agg(distinct order_id) as ids from changed group by seller_id order by seller_id loop
    perform lock_orders(c.seller_id, c.ids);
    update orders o set cancel_state = d.cancel_state
    from (
      select u.id,
        case when bool_or(x.units is null and x.state in ('APPROVED', 'REFUND_PENDING', 'CLOSED_WITH_REFUND', 'CLOSED_NO_REFUND')) then 'CANCELED'
          when bool_or(x.state = 'REQUESTED') then 'IN_PROGRESS'
          else 'NONE_REQUESTED' end as cancel_state
      from unnest(c.ids) u (id) left join cancellations x on x.seller_id = c.seller_id and x.order_id = u.id
      group by u.id
    ) d
    where o.seller_id = c.seller_id and o.id = d.id and o.cancel_state <> d.cancel_state;
    -- A request that was declined no longer holds them back.
    perform deliver_digital(c.seller_id, c.ids);
  end loop;
  return null;
end
$$;

create or replace trigger cancellations_added after insert on cancellations referencing new table as changed for each statement
  execute function derive_cancel_state();
create or replace trigger cancellations_changed after update on cancellations referencing new table as changed for each statement
  execute function derive_cancel_state();
create or replace trigger cancellations_removed after delete on cancellations referencing old table as changed for each statement
  execute function derive_cancel_state();

-- A part cannot move to another order, whose states would then be wrong.
create or replace function refuse_move() returns trigger language plpgsql set search_path from current as $$
begin
  raise exception 'a part of an order stays with it' using errcode = 'check_violation', constraint = 'stays_with_order';
end
$$;

create or replace trigger stays_with_order before update of seller_id, shipment_id, line_item_id on shipment_lines for each row
  when ((new.seller_id, new.shipment_id, new.line_item_id) <> (old.seller_id, old.shipment_id, old.line_item_id)) execute function refuse_move();
create or replace trigger stays_with_order before update of seller_id, order_id on line_items for each row
  when ((new.seller_id, new.order_id) <> (old.seller_id, old.order_id)) execute function refuse_move();
create or replace trigger stays_with_order before update of seller_id, order_id on payments for each row
  when ((new.seller_id, new.order_id) <> (old.seller_id, old.order_id)) execute function refuse_move();
create or replace trigger stays_with_order before update of seller_id, order_id on refunds for each row
  when ((new.seller_id, new.order_id) <> (old.seller_id, old.order_id)) execute function refuse_move();
create or replace trigger stays_with_order before update of seller_id, order_id on shipments for each row
  when ((new.seller_id, new.order_id) <> (old.seller_id, old.order_id)) execute function refuse_move();
create or replace trigger stays_with_order before update of seller_id, order_id on cancellations for each row
  when ((new.seller_id, new.order_id) <> (old.seller_id, old.order_id)) execute function refuse_move();
