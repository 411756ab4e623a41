-- What follows from other rows also does where several transactions write them at once. An update that waited for another
-- one's order looks at that order again, but at nothing else: what it derived before the wait would stand, two refunds of
-- half each would leave an order partially refunded. So each function first locks the orders, always in the same order, and
-- derives with its next statement, which sees what others committed meanwhile. The lock is the one that a foreign key of
-- theirs allows: two transactions that each added a refund do not wait for each other in a circle. An order that this
-- transaction has written itself is locked, or unknown to all others: an import does not write each of them six times more.

create or replace function derive_shipped_quantity() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  perform 1 from orders o
  where (o.seller_id, o.id) in (
    select l.seller_id, l.order_id from changed c join line_items l on l.seller_id = c.seller_id and l.id = c.line_item_id
  ) and o.xmin <> pg_current_xact_id()::xid
  order by o.seller_id, o.id for no key update;

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

create or replace function derive_fulfilment_status() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  perform 1 from orders o where (o.seller_id, o.id) in (select seller_id, order_id from changed) and o.xmin <> pg_current_xact_id()::xid
  order by o.seller_id, o.id for no key update;

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

create or replace function derive_delivery() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  perform 1 from orders o where (o.seller_id, o.id) in (select seller_id, order_id from changed) and o.xmin <> pg_current_xact_id()::xid
  order by o.seller_id, o.id for no key update;

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

create or replace function derive_payment_status() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  perform 1 from orders o where (o.seller_id, o.id) in (select seller_id, order_id from changed) and o.xmin <> pg_current_xact_id()::xid
  order by o.seller_id, o.id for no key update;

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

create or replace function derive_cancel_state() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  perform 1 from orders o where (o.seller_id, o.id) in (select seller_id, order_id from changed) and o.xmin <> pg_current_xact_id()::xid
  order by o.seller_id, o.id for no key update;

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

create or replace function check_refunds() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  perform 1 from orders o where (o.seller_id, o.id) in (select seller_id, order_id from changed) and o.xmin <> pg_current_xact_id()::xid
  order by o.seller_id, o.id for no key update;

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

create or replace function derive_search_terms() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  -- Only a tracking number adds a word when parcels are added; a nested statement, since lines have no such column.
  if tg_table_name = 'shipments' and tg_op = 'INSERT' then
    if not exists (select from changed where tracking_number is not null) then return null; end if;
  end if;
  perform 1 from orders o where (o.seller_id, o.id) in (select seller_id, order_id from changed) and o.xmin <> pg_current_xact_id()::xid
  order by o.seller_id, o.id for no key update;

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
