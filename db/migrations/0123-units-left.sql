-- Orders count the lines and units that are not cancelled (`derive_fulfilment_status`): those of orders cancelled in part before.
update orders o set line_count = l.lines, unit_count = l.units
from (
  select seller_id, order_id, count(*) filter (where cancelled_quantity < quantity)::integer as lines,
    sum(quantity - cancelled_quantity)::integer as units
  from line_items
  group by seller_id, order_id
  having sum(cancelled_quantity) > 0 and sum(cancelled_quantity) < sum(quantity)
) l
where o.seller_id = l.seller_id and o.id = l.order_id;
