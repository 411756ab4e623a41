-- What follows from an order's parts, kept true by the database whoever writes: the three state machines of an order
-- (seller-hubs 5.3) and the last sale of a listing.
--
-- All triggers run once a statement over the set of changed rows, so that a COPY of a million rows stays fast, and
-- write only what differs: a loader that inserts orders with the right values pays one comparison. They run as the owner:
-- requests write the parts, and have no right to what follows from them.
--
-- Each takes the keys out of the changed rows first, seller by seller, and goes on with arrays: on a cluster divided by
-- seller no statement may join changed rows with a table, and each names its seller (docs/scale-out.md).
--
-- Statistics made in the middle of a large load, before it is committed, say that tables are empty, and a plan that reads
-- whole tables for each changed row would then look cheap: these always look their rows up by key.

-- What follows from other rows also does where several transactions write them at once. An update that waited for another
-- one's order looks at that order again, but at nothing else: what it derived before the wait would stand, two refunds of
-- half each would leave an order partially refunded. So each function first locks the orders, always in the same order, and
-- derives with its next statement, which sees what others committed meanwhile. The lock is the one that a foreign key of
-- theirs allows: two transactions that each added a refund do not wait for each other in a circle. An order that this
-- transaction has written itself is locked, or unknown to all others: an import does not write each of them six times more.
create function lock_orders(seller bigint, ids bigint[]) returns void language plpgsql
  set search_path from current set enable_seqscan = off as $$
begin
  perform from orders
  where seller_id = seller and id = any (ids) and xmin <> pg_current_xact_id()::xid
  order by id for no key update;
end
$$;

create function derive_shipped_quantity() returns trigger language plpgsql
  security definer set search_path from current set enable_seqscan = off as $$
declare c record;
begin
  for c in select seller_id, array_agg(distinct line_item_id) as ids from changed group by seller_id order by seller_id loop
    perform lock_orders(c.seller_id,
      (select array_agg(order_id) from line_items where seller_id = c.seller_id and id = any (c.ids)));
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

create function derive_fulfilment_status() returns trigger language plpgsql
  security definer set search_path from current set enable_seqscan = off as $$
declare c record;
begin
  for c in select seller_id, array_agg(distinct order_id) as ids from changed group by seller_id order by seller_id loop
    perform lock_orders(c.seller_id, c.ids);
    update orders o set fulfilment_status = d.fulfilment_status
    from (
      select u.id,
        case when coalesce(sum(l.shipped_quantity), 0) = 0 then 'NOT_STARTED'
          when sum(l.shipped_quantity + l.cancelled_quantity) < sum(l.quantity) then 'IN_PROGRESS'
          else 'FULFILLED' end as fulfilment_status
      from unnest(c.ids) u (id) left join line_items l on l.seller_id = c.seller_id and l.order_id = u.id
      group by u.id
    ) d
    where o.seller_id = c.seller_id and o.id = d.id and o.fulfilment_status <> d.fulfilment_status;
  end loop;
  return null;
end
$$;

create function derive_delivery() returns trigger language plpgsql
  security definer set search_path from current set enable_seqscan = off as $$
declare c record;
begin
  for c in select seller_id, array_agg(distinct order_id) as ids from changed group by seller_id order by seller_id loop
    perform lock_orders(c.seller_id, c.ids);
    update orders o set shipped_at = d.shipped_at, delivered = d.delivered, delivered_at = d.delivered_at
    from (
      select u.id, max(s.shipped_at) as shipped_at, coalesce(bool_and(s.state = 'DELIVERED'), false) as delivered,
        max(s.delivered_at) as delivered_at
      from unnest(c.ids) u (id) left join shipments s on s.seller_id = c.seller_id and s.order_id = u.id
      group by u.id
    ) d
    where o.seller_id = c.seller_id and o.id = d.id
      and (o.shipped_at, o.delivered, o.delivered_at) is distinct from (d.shipped_at, d.delivered, d.delivered_at);
  end loop;
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

create function derive_payment_status() returns trigger language plpgsql
  security definer set search_path from current set enable_seqscan = off as $$
declare c record;
begin
  for c in select seller_id, array_agg(distinct order_id) as ids from changed group by seller_id order by seller_id loop
    perform lock_orders(c.seller_id, c.ids);
    update orders o set payment_status = d.payment_status,
      paid_at = case when d.payment_status in ('PENDING', 'FAILED') then null else d.paid_at end
    from (
      select u.id, p.paid_at,
        order_payment_status(coalesce(p.pending, false), p.paid_minor, coalesce(r.refunded_minor, 0), coalesce(p.payments, 0)) as payment_status
      from unnest(c.ids) u (id)
      left join lateral (
        select bool_or(state = 'PENDING') as pending, (sum(amount_minor) filter (where state = 'PAID'))::bigint as paid_minor,
          max(paid_at) as paid_at, count(*) as payments
        from payments where seller_id = c.seller_id and order_id = u.id
      ) p on true
      left join lateral (
        select sum(amount_minor)::bigint as refunded_minor
        from refunds where seller_id = c.seller_id and order_id = u.id and state = 'REFUNDED'
      ) r on true
    ) d
    where o.seller_id = c.seller_id and o.id = d.id
      and (o.payment_status, o.paid_at) is distinct from
        (d.payment_status, case when d.payment_status in ('PENDING', 'FAILED') then null else d.paid_at end);
  end loop;
  return null;
end
$$;

create function derive_cancel_state() returns trigger language plpgsql
  security definer set search_path from current set enable_seqscan = off as $$
declare c record;
begin
  for c in select seller_id, array_agg(distinct order_id) as ids from changed group by seller_id order by seller_id loop
    perform lock_orders(c.seller_id, c.ids);
    update orders o set cancel_state = d.cancel_state
    from (
      select u.id,
        case when bool_or(x.state in ('APPROVED', 'REFUND_PENDING', 'CLOSED_WITH_REFUND', 'CLOSED_NO_REFUND')) then 'CANCELED'
          when bool_or(x.state = 'REQUESTED') then 'IN_PROGRESS'
          else 'NONE_REQUESTED' end as cancel_state
      from unnest(c.ids) u (id) left join cancellations x on x.seller_id = c.seller_id and x.order_id = u.id
      group by u.id
    ) d
    where o.seller_id = c.seller_id and o.id = d.id and o.cancel_state <> d.cancel_state;
  end loop;
  return null;
end
$$;

-- Refunds may not exceed what was captured (seller-hubs 5.5, 13). Of an order that is deleted the payments may go before
-- the refunds.
create function check_refunds() returns trigger language plpgsql
  security definer set search_path from current set enable_seqscan = off as $$
declare c record;
begin
  for c in select seller_id, array_agg(distinct order_id) as ids from changed group by seller_id order by seller_id loop
    perform lock_orders(c.seller_id, c.ids);
    if exists (
      select from orders o
      where o.seller_id = c.seller_id and o.id = any (c.ids)
        and (select coalesce(sum(amount_minor), 0) from refunds where seller_id = c.seller_id and order_id = o.id and state <> 'FAILED')
          > (select coalesce(sum(amount_minor), 0) from payments where seller_id = c.seller_id and order_id = o.id and state = 'PAID')
    ) then
      raise exception 'refunds exceed what was paid' using errcode = 'check_violation', constraint = 'refunds_within_payments';
    end if;
  end loop;
  return null;
end
$$;

-- When a listing was last sold. Orders may come in any order.
create function derive_last_sale() returns trigger language plpgsql
  security definer set search_path from current set enable_seqscan = off as $$
declare c record;
begin
  for c in
    select seller_id, array_agg(listing_id) as listings, array_agg(order_id) as ids
    from changed where listing_id is not null group by seller_id order by seller_id
  loop
    update listings l set last_sold_at = d.placed_at
    from (
      select u.listing_id, max(o.placed_at) as placed_at
      from unnest(c.listings, c.ids) u (listing_id, id) join orders o on o.seller_id = c.seller_id and o.id = u.id
      group by u.listing_id
    ) d
    where l.seller_id = c.seller_id and l.id = d.listing_id and (l.last_sold_at is null or l.last_sold_at < d.placed_at);
  end loop;
  return null;
end
$$;

-- A part stays with its order, so that no order is left behind with states of parts it has no more.
create function refuse_move() returns trigger language plpgsql set search_path from current as $$
begin
  raise exception 'a part of an order stays with it' using errcode = 'check_violation', constraint = 'stays_with_order';
end
$$;

create trigger shipped_added after insert on shipment_lines referencing new table as changed for each statement execute function derive_shipped_quantity();
create trigger shipped_changed after update on shipment_lines referencing new table as changed for each statement execute function derive_shipped_quantity();
create trigger shipped_removed after delete on shipment_lines referencing old table as changed for each statement execute function derive_shipped_quantity();

create trigger lines_added after insert on line_items referencing new table as changed for each statement execute function derive_fulfilment_status();
create trigger lines_changed after update on line_items referencing new table as changed for each statement execute function derive_fulfilment_status();
create trigger lines_removed after delete on line_items referencing old table as changed for each statement execute function derive_fulfilment_status();
create trigger lines_sold after insert on line_items referencing new table as changed for each statement execute function derive_last_sale();

create trigger shipments_added after insert on shipments referencing new table as changed for each statement execute function derive_delivery();
create trigger shipments_changed after update on shipments referencing new table as changed for each statement execute function derive_delivery();
create trigger shipments_removed after delete on shipments referencing old table as changed for each statement execute function derive_delivery();

create trigger payments_added after insert on payments referencing new table as changed for each statement execute function derive_payment_status();
create trigger payments_changed after update on payments referencing new table as changed for each statement execute function derive_payment_status();
create trigger payments_removed after delete on payments referencing old table as changed for each statement execute function derive_payment_status();
create trigger payments_checked after update on payments referencing new table as changed for each statement execute function check_refunds();
create trigger payments_checked_again after delete on payments referencing old table as changed for each statement execute function check_refunds();
create trigger refunds_added after insert on refunds referencing new table as changed for each statement execute function derive_payment_status();
create trigger refunds_changed after update on refunds referencing new table as changed for each statement execute function derive_payment_status();
create trigger refunds_removed after delete on refunds referencing old table as changed for each statement execute function derive_payment_status();
create trigger refunds_checked after insert on refunds referencing new table as changed for each statement execute function check_refunds();
create trigger refunds_checked_again after update on refunds referencing new table as changed for each statement execute function check_refunds();

create trigger cancellations_added after insert on cancellations referencing new table as changed for each statement execute function derive_cancel_state();
create trigger cancellations_changed after update on cancellations referencing new table as changed for each statement execute function derive_cancel_state();
create trigger cancellations_removed after delete on cancellations referencing old table as changed for each statement execute function derive_cancel_state();

do $$
declare name text;
begin
  foreach name in array array['line_items', 'payments', 'refunds', 'shipments', 'cancellations']
  loop
    execute format('create trigger stays_with_order before update of seller_id, order_id on %I for each row
      when ((new.seller_id, new.order_id) <> (old.seller_id, old.order_id)) execute function refuse_move()', name);
  end loop;
end
$$;
create trigger stays_with_order before update of seller_id, shipment_id, line_item_id on shipment_lines for each row
  when ((new.seller_id, new.shipment_id, new.line_item_id) <> (old.seller_id, old.shipment_id, old.line_item_id)) execute function refuse_move();
