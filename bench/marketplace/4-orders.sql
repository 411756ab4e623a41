-- Orders over 400 days in realistic states: most delivered, recent ones in transit or to ship, few late or cancelled.
-- Ids follow time, so that sellers are mixed as in production. Derived columns are set directly.

create unlogged table bench.drafts as
with drawn as (
  select s.id as seller_id, n, s.buyers_before + 1 + floor(s.buyers * power(bench.draw(n, 61), 1.3))::bigint as buyer_id,
    400 * (1 - power(bench.draw(n, 62), 0.7)) as age, bench.draw(n, 63) as fate, bench.draw(n, 64) as haste, bench.draw(n, 65) as size,
    case when bench.draw(n, 66) < 0.95 then s.currency else bench.pick(array['EUR', 'USD', 'GBP'], n, 67) end as currency
  from bench.sellers s
  cross join lateral generate_series(s.orders_before + 1, s.orders_before + s.orders) as n
), fated as (
  select *,
    case
      when age < 4 and fate < 0.06 or age < 30 and fate < 0.01 then 'unpaid'
      when fate < 0.012 then 'cancelled unpaid'
      when fate < 0.025 then 'cancelled paid'
      when age < 6 and fate < 0.032 then 'asked to cancel'
      when age < 1 + 1.5 * haste or age < 7 and fate > 0.985 then 'to ship'
      when age < 10 and fate > 0.98 then 'partly shipped'
      when age < 3 + 6 * haste then 'shipped'
      when fate > 0.97 then 'refunded'
      when fate > 0.955 then 'partly refunded'
      when fate > 0.945 then 'shipped'
      else 'delivered' end as kind
  from drawn
)
select row_number() over (order by age desc, n) as id, seller_id, buyer_id, kind, currency, haste,
  date_trunc('second', current_setting('bench.now')::timestamptz - make_interval(secs => age * 86400)) as placed_at,
  greatest(case when size < 0.86 then 1 when size < 0.95 then 2 when size < 0.98 then 3 when size < 0.995 then 4 else 5 end,
    case when kind = 'partly shipped' then 2 else 1 end) as lines
from fated;
alter table bench.drafts add primary key (id);
analyze bench.drafts;

insert into line_items (seller_id, id, order_id, position, listing_id, product_id, item_number, sku, title, currency, quantity,
  unit_price_minor, shipping_minor, shipped_quantity, ship_by)
select d.seller_id, key, d.id, position, l.id, l.product_id, l.item_number, l.sku, l.title, d.currency, quantity, l.price_minor,
  case when position = 1 and bench.draw(d.id, 72) < 0.6 then 395 else 0 end,
  case when d.kind in ('shipped', 'delivered', 'refunded', 'partly refunded') or d.kind = 'partly shipped' and position = 1 then quantity else 0 end,
  case when d.kind not in ('unpaid', 'cancelled unpaid') then d.placed_at + make_interval(hours => 24 + (48 * d.haste)::integer) end
from bench.drafts d
join bench.sellers s on s.id = d.seller_id
cross join lateral generate_series(1, d.lines) as position
cross join lateral (
  select (d.id - 1) * 5 + position as key,
    case when bench.draw((d.id - 1) * 5 + position, 73) < 0.9 then 1 else 2 + floor(3 * bench.draw((d.id - 1) * 5 + position, 74))::integer end as quantity
) line
join listings l on l.seller_id = d.seller_id
  and l.id = s.listings_before + 1 + floor(s.listings * power(bench.draw(line.key, 71), 2))::bigint
order by d.id, position;
analyze line_items;

insert into orders (seller_id, id, order_number, buyer_id, buyer_username, ship_to_address_id, ship_to_country, placed_at, paid_at, ship_by,
  estimated_delivery_min, estimated_delivery_max, shipped_at, delivered, delivered_at, parcels_noted_at, shipping_service, buyer_note, currency, subtotal_minor,
  shipping_minor, line_count, unit_count, payment_status, fulfilment_status, cancel_state)
select d.seller_id, d.id, order_number(99999999 + d.id), d.buyer_id, b.username, d.buyer_id, b.country, d.placed_at,
  case when paid then least(d.placed_at + make_interval(mins => (120 * d.haste)::integer), clock.now) end,
  case when d.kind not in ('unpaid', 'cancelled unpaid') then d.placed_at + make_interval(hours => 24 + (48 * d.haste)::integer) end,
  d.placed_at + interval '3 days', d.placed_at + interval '7 days', shipped_at, delivered,
  case when delivered then least(shipped_at + make_interval(hours => 20 + (96 * d.haste)::integer), clock.now) end,
  shipped_at,
  bench.pick(array['Tracked 24', 'Tracked 48', 'Standard', 'Express'], d.id, 81),
  case when bench.draw(d.id, 82) < 0.03 then 'Please leave it with the neighbour.' end, d.currency, sums.subtotal, sums.shipping, d.lines, sums.units,
  case d.kind when 'unpaid' then 'PENDING' when 'cancelled unpaid' then 'PENDING' when 'cancelled paid' then 'FULLY_REFUNDED'
    when 'refunded' then 'FULLY_REFUNDED' when 'partly refunded' then 'PARTIALLY_REFUNDED' else 'PAID' end,
  case when sent then 'FULFILLED' when d.kind = 'partly shipped' then 'IN_PROGRESS' else 'NOT_STARTED' end,
  case d.kind when 'cancelled unpaid' then 'CANCELED' when 'cancelled paid' then 'CANCELED' when 'asked to cancel' then 'IN_PROGRESS' else 'NONE_REQUESTED' end
from bench.drafts d
join bench.buyers b on b.id = d.buyer_id
join (
  select order_id, sum(quantity * unit_price_minor)::bigint as subtotal, sum(shipping_minor)::bigint as shipping, sum(quantity)::integer as units
  from line_items group by order_id
) sums on sums.order_id = d.id
cross join (select current_setting('bench.now')::timestamptz as now) clock
cross join lateral (
  select d.kind not in ('unpaid', 'cancelled unpaid') as paid, d.kind in ('shipped', 'delivered', 'refunded', 'partly refunded') as sent,
    d.kind in ('delivered', 'refunded', 'partly refunded') as delivered
) state
cross join lateral (
  select case when sent or d.kind = 'partly shipped' then least(d.placed_at + make_interval(hours => 6 + (40 * d.haste)::integer), clock.now) end as shipped_at
) sending
order by d.id;
analyze orders;
