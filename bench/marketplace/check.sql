-- Differences between the generated derived data and the triggers' results for the largest seller; no rows if correct.

select 'fulfilment' as what, count(*) as rows
from orders o
join (
  select order_id, case when sum(shipped_quantity) = 0 then 'NOT_STARTED'
    when sum(shipped_quantity + cancelled_quantity) < sum(quantity) then 'IN_PROGRESS' else 'FULFILLED' end as status
  from line_items where seller_id = 1 group by order_id
) l on l.order_id = o.id
where o.seller_id = 1 and o.fulfilment_status <> l.status
having count(*) > 0
union all
select 'payment', count(*)
from orders o
join payments p on p.seller_id = 1 and p.order_id = o.id
left join refunds r on r.seller_id = 1 and r.order_id = o.id
where o.seller_id = 1 and (o.payment_status, o.paid_at) is distinct from (order_payment_status(p.state = 'PENDING',
  case when p.state = 'PAID' then p.amount_minor end, coalesce(r.amount_minor, 0), 1), p.paid_at)
having count(*) > 0
union all
select 'delivery', count(*)
from orders o left join shipments s on s.seller_id = 1 and s.order_id = o.id
where o.seller_id = 1 and (o.shipped_at, o.delivered, o.delivered_at, o.parcels_noted_at)
  is distinct from (s.shipped_at, coalesce(s.state = 'DELIVERED', false), s.delivered_at, s.shipped_at)
having count(*) > 0
union all
select 'orders without lines, buyer or address', count(*)
from orders o
where o.seller_id = 1 and not (exists (select from line_items l where l.seller_id = 1 and l.order_id = o.id)
  and exists (select from buyers b where b.seller_id = 1 and b.id = o.buyer_id)
  and exists (select from addresses a where a.seller_id = 1 and a.id = o.ship_to_address_id))
having count(*) > 0
union all
select 'orders that the search misses', count(*)
from orders o left join order_search s on s.seller_id = 1 and s.order_id = o.id
where o.seller_id = 1 and s.order_id is null
having count(*) > 0
union all
select 'hours of sales', count(*)
from (
  select seller_id, hour_of(placed_at), currency, count(*), sum(unit_count)::bigint, sum(total_minor)::bigint
  from orders where seller_id = 1 and is_sale(payment_status, cancel_state) group by 1, 2, 3
  except select seller_id, hour, currency, orders, units, gross_minor from sales_hours where seller_id = 1
) wrong
having count(*) > 0
union all
select 'conversations', count(*)
from conversations c
where c.seller_id = 1 and c.last_id <> (select max(m.id) from conversation_messages m where m.seller_id = 1 and m.order_id = c.order_id)
having count(*) > 0
