-- Historical orders, written with all their parts.

-- Positive minus negative feedback of these buyers in these weeks, counted as in `feedback_score`.
create or replace function feedback_net(seller bigint, names text[], weeks date[]) returns integer
  language plpgsql stable parallel safe set search_path from current set enable_seqscan = off as $$
begin
  return (
    select coalesce(sum(net), 0)::integer
    from (
      select sign(sum(case f.rating when 'POSITIVE' then 1 when 'NEGATIVE' then -1 else 0 end)) as net
      from (select distinct * from unnest(names, weeks) u (name, week)) u
      join feedback f on f.seller_id = seller and f.buyer_username = u.name
        and f.left_at >= feedback_week_start(u.week) and f.left_at < feedback_week_start(u.week + 7)
      group by u.name, u.week
    ) weeks_of_buyers
  );
end
$$;

-- Writes historical orders of the bound seller, whose buyers and addresses exist. Their lines hold no stock, nothing raises an event, and
-- nothing becomes due in the books. They include their states, so that triggers find nothing to change.
create or replace function write_history(history jsonb) returns void
  language plpgsql security definer set search_path from current set enable_seqscan = off as $$
declare
  seller bigint := current_seller();
  was_quiet text := coalesce(current_setting('hub.quiet', true), '');
  ids bigint[];
  units integer[];
  times timestamptz[];
  names text[];
  weeks date[];
  net integer;
begin
  -- By SET, which a cluster passes on to the servers whose triggers read it.
  set local hub.quiet = 'on';
  insert into orders (seller_id, id, order_number, external_id, pushed_as, buyer_id, buyer_username, buyer_name, buyer_email, tax_numbers,
    gift_message, gift_hides_prices, bill_to, metadata, order_group, extras, unusable, delivery, ship_to_address_id, ship_to_country,
    placed_at, paid_at, payment_status, ship_by, ship_rule, shipping_service, buyer_note, estimated_delivery_min, estimated_delivery_max,
    currency, subtotal_minor, discount_minor, shipping_minor, tax_minor, line_count, unit_count,
    fulfilment_status, cancel_state, shipped_at, delivered, delivered_at, parcels_noted_at, history_at)
  select seller, r.id, r.order_number, r.external_id, r.pushed_as, r.buyer_id, r.buyer_username, r.buyer_name, r.buyer_email, r.tax_numbers,
    r.gift_message, r.gift_hides_prices, r.bill_to, r.metadata, r.order_group, r.extras, r.unusable, coalesce(r.delivery, 'SHIP'),
    r.ship_to_address_id, r.ship_to_country,
    r.placed_at, r.paid_at, r.payment_status, r.ship_by, case when r.ship_by is not null then 'IMPORTED' end, r.shipping_service, r.buyer_note,
    r.estimated_delivery_min, r.estimated_delivery_max,
    r.currency, r.subtotal_minor, r.discount_minor, r.shipping_minor, r.tax_minor, r.line_count, r.unit_count,
    r.fulfilment_status, r.cancel_state, r.shipped_at, r.delivered, r.delivered_at, r.parcels_noted_at, r.history_at
  from jsonb_to_recordset(history -> 'orders') r (id bigint, order_number text, external_id text, pushed_as text, buyer_id bigint,
    buyer_username text, buyer_name text, buyer_email text, tax_numbers jsonb, gift_message text, gift_hides_prices boolean,
    bill_to jsonb, metadata jsonb, order_group text, extras jsonb, unusable jsonb, delivery text,
    ship_to_address_id bigint, ship_to_country text, placed_at timestamptz, paid_at timestamptz, payment_status text, ship_by timestamptz,
    shipping_service text, buyer_note text, estimated_delivery_min timestamptz, estimated_delivery_max timestamptz, currency text,
    subtotal_minor bigint, discount_minor bigint, shipping_minor bigint, tax_minor bigint, line_count integer, unit_count integer,
    fulfilment_status text, cancel_state text, shipped_at timestamptz, delivered boolean, delivered_at timestamptz,
    parcels_noted_at timestamptz, history_at timestamptz)
  order by r.external_id;
  insert into line_items (seller_id, id, order_id, position, listing_id, product_id, item_number, sku, title, variation, currency, quantity,
    unit_price_minor, discount_minor, shipping_minor, tax_minor, ship_by, shipped_quantity, cancelled_quantity, taxes)
  select seller, r.* from jsonb_to_recordset(history -> 'lines') r (id bigint, order_id bigint, position smallint, listing_id bigint,
    product_id bigint, item_number text, sku text, title text, variation text, currency text, quantity integer, unit_price_minor bigint,
    discount_minor bigint, shipping_minor bigint, tax_minor bigint, ship_by timestamptz, shipped_quantity integer,
    cancelled_quantity integer, taxes jsonb);
  insert into cancellations (seller_id, order_id, initiator, reason, state, requested_at, closed_at, units)
  select seller, r.* from jsonb_to_recordset(history -> 'cancellations') r (order_id bigint, initiator text, reason text, state text,
    requested_at timestamptz, closed_at timestamptz, units jsonb);
  insert into payments (seller_id, order_id, position, external_id, method, state, currency, amount_minor, paid_at)
  select seller, r.* from jsonb_to_recordset(history -> 'payments') r (order_id bigint, position smallint, external_id text, method text,
    state text, currency text, amount_minor bigint, paid_at timestamptz);
  insert into shipments (seller_id, id, order_id, carrier, service, tracking_number, state, shipped_at, delivered_at)
  select seller, r.* from jsonb_to_recordset(history -> 'parcels') r (id bigint, order_id bigint, carrier text, service text,
    tracking_number text, state text, shipped_at timestamptz, delivered_at timestamptz);
  insert into shipment_lines (seller_id, shipment_id, line_item_id, quantity)
  select seller, r.* from jsonb_to_recordset(history -> 'contents') r (shipment_id bigint, line_item_id bigint, quantity integer);
  -- Last: a refund changes the payment status, and needs the payments.
  insert into refunds (seller_id, order_id, line_item_id, reason, currency, amount_minor, refunded_at)
  select seller, r.* from jsonb_to_recordset(history -> 'refunds') r (order_id bigint, line_item_id bigint, reason text, currency text,
    amount_minor bigint, refunded_at timestamptz);

  select array_agg(id order by id) into ids from jsonb_to_recordset(history -> 'orders') r (id bigint);
  delete from ledger_due where seller_id = seller and order_id = any (ids);

  select array_agg(id order by id), array_agg(r.units order by id), array_agg(r.at order by id) into ids, units, times
  from jsonb_to_recordset(history -> 'sold') r (id bigint, units integer, at timestamptz);
  if ids is not null then
    -- Without FROM, which would ask all servers of a cluster.
    update listings l set quantity_sold = l.quantity_sold + units[array_position(ids, l.id)],
      last_sold_at = greatest(l.last_sold_at, times[array_position(ids, l.id)])
    where l.seller_id = seller and l.id = any (ids);
  end if;

  select array_agg(r.buyer_username), array_agg(feedback_week(r.left_at)) into names, weeks
  from jsonb_to_recordset(history -> 'feedback') r (buyer_username text, left_at timestamptz);
  if names is not null then
    perform from sellers where id = seller for no key update;
    net := feedback_net(seller, names, weeks);
    insert into feedback (seller_id, order_id, buyer_id, external_id, buyer_username, rating, stars, title, comment, left_at, reply, replied_at)
    select seller, r.* from jsonb_to_recordset(history -> 'feedback') r (order_id bigint, buyer_id bigint, external_id text,
      buyer_username text, rating text, stars smallint, title text, comment text, left_at timestamptz, reply text, replied_at timestamptz);
    -- Only the difference: recounting the whole score for each of many batches would be slow.
    net := feedback_net(seller, names, weeks) - net;
    update sellers set feedback_score = feedback_score + net where id = seller and net <> 0;
  end if;
  execute format('set local hub.quiet = %L', was_quiet);
end
$$;
revoke execute on function write_history from public;
