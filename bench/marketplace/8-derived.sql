-- Trigger-maintained rows, as the triggers would write them; `check.sql` compares.

insert into order_counts (seller_id, status, currency, orders, units, total_minor)
select seller_id, status, currency, count(*), sum(unit_count), sum(total_minor)
from orders group by seller_id, status, currency order by seller_id, status, currency;

insert into seller_orders (seller_id, orders)
select seller_id, count(*) from orders group by seller_id order by seller_id;

insert into conversations (seller_id, order_id, order_number, thread, buyer_username, last_id, last_at, last_buyer_id, asked_at, read_id)
select o.seller_id, o.id, o.order_number, o.order_number, o.buyer_username, m.last_id, m.last_at, m.asked_id, case when m.last_id = m.asked_id then m.last_at end,
  -- Answered messages were read.
  case when m.last_id = m.asked_id then 0 else m.last_id end
from (
  select seller_id, order_id, max(id) as last_id, max(sent_at) as last_at, max(id) filter (where sender = 'BUYER') as asked_id
  from conversation_messages group by seller_id, order_id
) m
join orders o on o.seller_id = m.seller_id and o.id = m.order_id
order by o.seller_id, m.last_id;

insert into conversation_search (seller_id, conversation_id, terms)
select c.seller_id, c.id, search_form(concat_ws(' ', c.order_number, c.buyer_username, m.words))
from conversations c
join (
  select seller_id, order_id, string_agg(body, ' ' order by id) as words from conversation_messages group by seller_id, order_id
) m on m.seller_id = c.seller_id and m.order_id = c.order_id
order by c.seller_id, c.id;

insert into sales_hours (seller_id, hour, currency, orders, units, gross_minor, shipping_minor, tax_minor)
select seller_id, hour_of(placed_at), currency, count(*), sum(unit_count), sum(total_minor),
  sum(least(shipping_minor, total_minor - tax_minor)), sum(tax_minor)
from orders where is_sale(payment_status, cancel_state) group by 1, 2, 3 order by 1, 2, 3;

insert into order_search (seller_id, order_id, terms, personal)
select o.seller_id, o.id, order_terms(o.order_number, o.external_id, o.buyer_username, l.words, l.skus, s.tracking_number),
  order_personal(array[coalesce(o.buyer_name, b.name), a.name, a.company], array[a.region, a.city, a.line1, a.line2, a.line3],
      a.postal_code, a.phone, concat_ws(' ', n.note, o.buyer_email))
from orders o
join bench.buyers b on b.id = o.buyer_id
join addresses a on a.seller_id = o.seller_id and a.id = o.ship_to_address_id
join (
  select order_id, string_agg(concat_ws(' ', title, sku, item_number), ' ' order by position) as words,
    string_agg(sku, E'\n' order by position) as skus
  from line_items group by order_id
) l on l.order_id = o.id
left join shipments s on s.id = o.id
left join order_notes n on n.seller_id = o.seller_id and n.order_id = o.id
order by o.seller_id, o.id;

update listings l set last_sold_at = d.placed_at
from (
  select i.seller_id, i.listing_id, max(o.placed_at) as placed_at
  from line_items i join orders o on o.seller_id = i.seller_id and o.id = i.order_id
  where i.listing_id is not null group by i.seller_id, i.listing_id
) d
where l.seller_id = d.seller_id and l.id = d.listing_id;

insert into listing_counts (seller_id, state, category, currency, listings, units, value_minor)
select seller_id, state, category, currency, count(*), sum(quantity_available), sum(price_minor * quantity_available)
from listings group by seller_id, state, category, currency;

insert into stock_movements (seller_id, listing_id, on_hand_change, reserved_change, on_hand, reserved)
select seller_id, id, on_hand, 0, on_hand, 0 from listings where on_hand > 0 order by seller_id, id;

insert into stock_items (seller_id, sku, listing_id, available, is_stocked, listed_at, last_sold_at, reorder_point)
select distinct on (seller_id, sku) seller_id, sku, id, quantity_available, tab <> 'ended' or quantity_available > 0,
  coalesce(starts_at, created_at), last_sold_at, case when id % 2 = 0 then 5 end
from listings where sku is not null and tab <> 'drafts' order by seller_id, sku, tab <> 'ended' desc, id desc;

insert into stock_item_counts (seller_id, is_low, is_out, idle_from, items)
select seller_id, is_low, available = 0, idle_period(idle_since), count(*) from stock_items where is_stocked
group by seller_id, is_low, available = 0, idle_period(idle_since);

insert into listing_search (seller_id, listing_id, tab, terms, version)
select l.seller_id, l.id, l.tab, search_form(concat_ws(' ', l.title, l.sku, l.item_number, p.epid, p.gtin)), 2
from listings l left join products p on p.id = l.product_id
order by l.seller_id, l.id;

insert into feedback_weeks (seller_id, week, positive, negative)
select seller_id, week, count(*) filter (where net > 0), count(*) filter (where net < 0)
from (
  select seller_id, feedback_week(left_at) as week, sum(case rating when 'POSITIVE' then 1 when 'NEGATIVE' then -1 else 0 end) as net
  from feedback where left_at is not null group by seller_id, buyer_username, feedback_week(left_at)
) votes
group by seller_id, week;

update sellers set feedback_score = scores.score
from (select seller_id, sum(positive) - sum(negative) as score from feedback_weeks group by seller_id) scores
where scores.seller_id = sellers.id;

insert into changes (seller_id, kind, subject_id)
select seller_id, 'ORDER', id from orders
union all select seller_id, 'LISTING', id from listings
union all select seller_id, 'PARCEL', id from shipments
union all select seller_id, 'REFUND', id from refunds
union all select seller_id, 'CASE', id from cases
union all select seller_id, 'MESSAGE', id from conversation_messages
union all select seller_id, 'FEEDBACK', id from feedback;

insert into offer_counts (seller_id, state, begun_by, currency, offers, value_minor)
select seller_id, state, begun_by, currency, count(*), sum(price_minor * units) from buyer_offers group by 1, 2, 3, 4;

select setval('order_serials', 100000000 + (select max(id) from orders));
select setval('item_numbers', 110000000000 + (select max(id) from listings));
select setval('product_epids', 1000000001 + (select max(id) from products));
do $$
declare name text;
begin
  foreach name in array array['sellers', 'products', 'listings', 'buyers', 'addresses', 'orders', 'line_items', 'payments', 'refunds', 'shipments', 'cancellations', 'feedback',
    'conversation_messages', 'cases', 'buyer_offers']
  loop
    execute format('select setval(pg_get_serial_sequence(%L, ''id''), (select max(id) from %I))', name, name);
  end loop;
end
$$;
drop schema bench cascade;
