-- Messages, notes, tags, returns and items not received.

insert into conversation_messages (seller_id, id, order_id, message_key, sender, member_id, member_name, body, sent_at)
select o.seller_id, o.id * 2 + part, o.id, 'bench-' || o.id || '-' || part, case part when 0 then 'BUYER' else 'SELLER' end,
  case part when 1 then 'bench-owner' end, case part when 1 then 'Owner' end,
  case part when 0 then 'When will it be here?' else 'It left today, two days at most.' end,
  least(o.placed_at + make_interval(hours => 3 + 5 * part), current_setting('bench.now')::timestamptz)
from orders o
cross join generate_series(0, 1) as part
-- One order in ten; some of the newest await an answer.
where bench.draw(o.id, 101) < 0.1
  and (part = 0 or o.placed_at < current_setting('bench.now')::timestamptz - interval '1 day' or bench.draw(o.id, 102) < 0.5)
order by o.id, part;

insert into order_notes (seller_id, order_id, note, written_by, written_at)
select seller_id, id, 'Knows the shop; wants the box unopened.', 'Owner', placed_at from orders
where bench.draw(id, 103) < 0.05 order by id;

insert into order_tags (seller_id, order_id, tag)
select seller_id, id, bench.pick(array['gift', 'regular', 'fragile', 'to check', 'export'], id, 105) from orders
where bench.draw(id, 104) < 0.08 order by id;

insert into cases (seller_id, id, case_number, kind, state, reason, order_id, line_item_id, units, words, currency, amount_minor, opened_at,
  due_at, deadline, answer_by, closed_at)
select o.seller_id, o.id, case kind when 'RETURN' then '5-' else '6-' end || lpad(o.id::text, 8, '0'), kind,
  case when is_closed then 'CLOSED' when kind = 'RETURN' then 'RETURN_REQUESTED' else 'WAITING_SELLER_RESPONSE' end,
  case kind when 'RETURN' then 'NOT_AS_DESCRIBED' else 'ITEM_NOT_RECEIVED' end, o.id, l.id, 1, 'It is not what I ordered.', o.currency,
  l.unit_price_minor, opened_at, case when not is_closed then opened_at + interval '12 days' end,
  case when not is_closed then '{}'::jsonb end, '{}'::jsonb, case when is_closed then opened_at + interval '6 days' end
from orders o
join line_items l on l.seller_id = o.seller_id and l.order_id = o.id and l.position = 1
cross join (select current_setting('bench.now')::timestamptz as now) clock
cross join lateral (
  select case when bench.draw(o.id, 107) < 0.7 then 'RETURN' else 'NOT_RECEIVED' end as kind, o.delivered_at + interval '1 day' as opened_at
) problem
-- None is overdue, since the hub's jobs would act on it during measurements.
cross join lateral (select opened_at < clock.now - interval '10 days' as is_closed) state
where o.delivered and opened_at < clock.now and bench.draw(o.id, 106) < 0.03
order by o.id;
