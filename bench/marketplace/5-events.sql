-- Events of the orders: payments, refunds, parcels, cancellations, feedback.

insert into payments (seller_id, id, order_id, method, state, currency, amount_minor, paid_at)
select o.seller_id, o.id, o.id, bench.pick(array['CARD', 'CARD', 'CARD', 'WALLET', 'WALLET', 'BANK_TRANSFER'], o.id, 91),
  case when o.paid_at is null then 'PENDING' else 'PAID' end, o.currency, o.total_minor, o.paid_at
from orders o order by o.id;

insert into refunds (seller_id, id, order_id, reason, currency, amount_minor, refunded_at)
select o.seller_id, o.id, o.id, case when o.cancel_state = 'CANCELED' then 'BUYER_CANCEL' else 'BUYER_RETURN' end, o.currency,
  case when o.payment_status = 'FULLY_REFUNDED' then o.total_minor else greatest(1, o.total_minor / 5) end,
  least(coalesce(o.delivered_at, o.paid_at) + interval '2 days', current_setting('bench.now')::timestamptz)
from orders o where o.payment_status in ('FULLY_REFUNDED', 'PARTIALLY_REFUNDED') order by o.id;

insert into shipments (seller_id, id, order_id, carrier, service, tracking_number, state, shipped_at, delivered_at)
select o.seller_id, o.id, o.id, bench.pick(array['Royal Mail', 'DHL', 'UPS', 'DPD'], o.id, 92), o.shipping_service, 'TR' || lpad((o.id * 104729 % 10000000000)::text, 10, '0'),
  case when o.delivered then 'DELIVERED' else 'IN_TRANSIT' end, o.shipped_at, o.delivered_at
from orders o where o.fulfilment_status <> 'NOT_STARTED' order by o.id;

insert into shipment_lines (seller_id, shipment_id, line_item_id, quantity)
select seller_id, order_id, id, shipped_quantity from line_items where shipped_quantity > 0 order by order_id, id;

insert into cancellations (seller_id, id, order_id, initiator, reason, state, requested_at, respond_by, closed_at)
select o.seller_id, o.id, o.id, 'BUYER', 'BUYER_ASKED_CANCEL',
  case when o.cancel_state = 'IN_PROGRESS' then 'REQUESTED' when o.paid_at is null then 'CLOSED_NO_REFUND' else 'CLOSED_WITH_REFUND' end,
  o.placed_at + interval '20 minutes', o.placed_at + interval '3 days',
  case when o.cancel_state = 'CANCELED' then o.placed_at + interval '5 hours' end
from orders o where o.cancel_state <> 'NONE_REQUESTED' order by o.id;

insert into feedback (seller_id, id, order_id, buyer_id, buyer_username, rating, comment, left_at)
select o.seller_id, o.id, o.id, o.buyer_id, o.buyer_username,
  case when bench.draw(o.id, 94) < 0.975 then 'POSITIVE' when bench.draw(o.id, 94) < 0.985 then 'NEUTRAL' else 'NEGATIVE' end,
  bench.pick(array['Exactly as described, arrived quickly.', 'Well packed, thank you!', 'Great seller.', 'All good, would buy again.', 'Slow post, but fine.'], o.id, 95),
  least(o.delivered_at + make_interval(hours => (240 * bench.draw(o.id, 96))::integer), current_setting('bench.now')::timestamptz)
from orders o where o.status = 'DELIVERED' and bench.draw(o.id, 93) < 0.45 order by o.id;
