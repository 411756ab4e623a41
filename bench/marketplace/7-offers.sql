-- One offer for each order of the largest seller: a quarter are paid by it, one in twenty awaits the seller.

insert into buyer_offers (seller_id, id, offer_key, external_id, listing_id, buyer_username, begun_by, state, currency, price_minor, units,
  list_price_minor, made_at, changed_at, due_at, order_id, order_position)
select o.seller_id, o.id, lpad(to_hex(o.id), 12, '0'), 'bench-' || o.id, l.listing_id, o.buyer_username, 'BUYER', state, o.currency,
  greatest(1, l.unit_price_minor * 8 / 10), 1, greatest(1, l.unit_price_minor), made_at, case state when 'OPEN' then made_at else o.placed_at end,
  -- None expires while pages are measured.
  case state when 'OPEN' then clock.now + make_interval(hours => 12 + (36 * bench.draw(o.id, 202))::int) end,
  case state when 'PAID' then o.id end, case state when 'PAID' then 1 end
from orders o
join line_items l on l.seller_id = o.seller_id and l.order_id = o.id and l.position = 1 and l.listing_id is not null
cross join (select current_setting('bench.now')::timestamptz as now) clock
cross join lateral (
  select case when bench.draw(o.id, 201) < 0.05 then 'OPEN' when bench.draw(o.id, 201) < 0.3 then 'PAID'
    when bench.draw(o.id, 201) < 0.7 then 'DECLINED' else 'EXPIRED' end as state
) outcome
cross join lateral (
  select case state when 'OPEN' then clock.now - make_interval(hours => (40 * bench.draw(o.id, 203))::int) else o.placed_at - interval '1 day' end as made_at
) made
where o.seller_id = 1
order by o.id;

insert into buyer_offer_steps (seller_id, offer_id, position, step, actor, state, price_minor, units, due_at, taken_at)
select seller_id, id, position, case position when 1 then 'make' else outcome end, case when position = 1 then 'BUYER' when outcome = 'decline' then 'SELLER' else 'HUB' end,
  case position when 1 then 'OPEN' else state end, price_minor, units, case position when 1 then made_at + interval '2 days' end,
  case position when 1 then made_at else changed_at end
from buyer_offers
cross join lateral (select case state when 'PAID' then 'pay' when 'DECLINED' then 'decline' else 'expire' end as outcome) answer
cross join generate_series(1, case state when 'OPEN' then 1 else 2 end) as position
order by id, position;
