-- An order's states follow from its parts also when parts are taken away, and from nothing but its parts.

create or replace function derive_fulfilment_status() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  perform 1 from orders o where (o.seller_id, o.id) in (select seller_id, order_id from changed) and o.xmin <> pg_current_xact_id()::xid
  order by o.seller_id, o.id for no key update;

  update orders o set fulfilment_status = d.fulfilment_status
  from (
    select c.seller_id, c.order_id,
      case when coalesce(sum(l.shipped_quantity), 0) = 0 then 'NOT_STARTED'
        when sum(l.shipped_quantity + l.cancelled_quantity) < sum(l.quantity) then 'IN_PROGRESS'
        else 'FULFILLED' end as fulfilment_status
    from (select distinct seller_id, order_id from changed) c
    left join line_items l on l.seller_id = c.seller_id and l.order_id = c.order_id
    group by c.seller_id, c.order_id
  ) d
  where o.seller_id = d.seller_id and o.id = d.order_id and o.fulfilment_status <> d.fulfilment_status;
  return null;
end
$$;

-- Of an order that is deleted the payments may go before the refunds.
create or replace function check_refunds() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  perform 1 from orders o where (o.seller_id, o.id) in (select seller_id, order_id from changed) and o.xmin <> pg_current_xact_id()::xid
  order by o.seller_id, o.id for no key update;

  if exists (
    select from (select distinct seller_id, order_id from changed) c
    join orders o on o.seller_id = c.seller_id and o.id = c.order_id
    where (select coalesce(sum(amount_minor), 0) from refunds r where r.seller_id = c.seller_id and r.order_id = c.order_id and r.state <> 'FAILED')
      > (select coalesce(sum(amount_minor), 0) from payments p where p.seller_id = c.seller_id and p.order_id = c.order_id and p.state = 'PAID')
  ) then
    raise exception 'refunds exceed what was paid' using errcode = 'check_violation', constraint = 'refunds_within_payments';
  end if;
  return null;
end
$$;

create trigger lines_removed after delete on line_items referencing old table as changed for each statement execute function derive_fulfilment_status();
create trigger refunds_removed after delete on refunds referencing old table as changed for each statement execute function derive_payment_status();
create trigger cancellations_removed after delete on cancellations referencing old table as changed for each statement execute function derive_cancel_state();
create trigger payments_checked after update on payments referencing new table as changed for each statement execute function check_refunds();
create trigger payments_checked_again after delete on payments referencing old table as changed for each statement execute function check_refunds();

-- A part stays with its order, so that no order is left behind with states of parts it has no more.
create function refuse_move() returns trigger language plpgsql as $$
begin
  raise exception 'a row of % stays with its order', tg_table_name using errcode = 'check_violation', constraint = 'stays_with_order';
end
$$;
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

-- Requests write the parts, and only the triggers what follows from them: they run as the owner, and requests lose the
-- right. Loaders, which are the owner, may write an order and its states at once.
do $$
declare
  name text;
  facts text;
begin
  foreach name in array array['derive_shipped_quantity', 'derive_fulfilment_status', 'derive_delivery', 'derive_payment_status',
    'derive_cancel_state', 'derive_search_terms', 'derive_feedback_weeks', 'derive_listing_terms', 'derive_last_sale',
    'count_orders_added', 'count_orders_changed', 'count_orders_removed', 'count_sales_added', 'count_sales_changed',
    'count_sales_removed', 'count_listings_added', 'count_listings_changed', 'count_listings_removed']
  loop
    execute format('alter function %I() security definer set search_path = public, pg_temp', name);
  end loop;
  foreach name in array array['order_counts', 'order_search', 'sales_hours', 'feedback_weeks', 'listing_counts', 'listing_search']
  loop
    execute format('revoke insert, update, delete on %I from hub_seller', name);
  end loop;
  foreach name in array array['orders', 'line_items']
  loop
    select string_agg(quote_ident(column_name), ', ') into facts from information_schema.columns
    where table_schema = 'public' and table_name = name and is_generated = 'NEVER' and column_name not in
      ('payment_status', 'paid_at', 'fulfilment_status', 'shipped_at', 'delivered', 'delivered_at', 'cancel_state', 'shipped_quantity');
    execute format('revoke insert, update on %I from hub_seller', name);
    execute format('grant insert (%s), update (%s) on %I to hub_seller', facts, facts, name);
  end loop;
end
$$;
