-- Orders delivered without a parcel.

-- Completes orders: all units that are not cancelled leave the stock, and the order is delivered.
create or replace function complete_orders(seller bigint, ids bigint[], times timestamptz[]) returns void language plpgsql
  set search_path from current set enable_seqscan = off as $$
begin
  update line_items set shipped_quantity = quantity - cancelled_quantity
  where seller_id = seller and order_id = any (ids) and shipped_quantity + cancelled_quantity < quantity;
  update orders o set delivered = true, delivered_at = u.at
  from unnest(ids, times) u (id, at)
  where o.seller_id = seller and o.id = u.id;
end
$$;
revoke execute on function complete_orders from public;

-- Delivers paid digital orders and records that the cost of their goods is due. Historical orders are already complete.
create or replace function deliver_digital(seller bigint, of_orders bigint[]) returns void language plpgsql
  set search_path from current set enable_seqscan = off as $$
declare
  ids bigint[];
  times timestamptz[];
begin
  select array_agg(id order by id), array_agg(coalesce(paid_at, placed_at) order by id) into ids, times
  from orders
  where seller_id = seller and id = any (of_orders) and delivery = 'DIGITAL' and not delivered and history_at is null
    and payment_status in ('PAID', 'PARTIALLY_REFUNDED') and cancel_state = 'NONE_REQUESTED';
  if ids is null then return; end if;
  perform complete_orders(seller, ids, times);
  if exists (select from cost_settings where seller_id = seller) then
    insert into goods_due (seller_id, order_id) select seller, each.id from unnest(ids) each (id)
    on conflict (seller_id, order_id) do nothing;
  end if;
end
$$;
revoke execute on function deliver_digital from public;

-- Records that orders of the bound seller were handed over to their buyers.
create or replace function hand_over(ids bigint[], at timestamptz) returns void
  language plpgsql security definer set search_path from current as $$
declare seller bigint := current_seller();
begin
  if exists (
    select from orders where seller_id = seller and id = any (ids) and (delivery, status) <> ('COLLECT', 'AWAITING_SHIPMENT')
  ) then
    raise exception 'only a paid order to be collected is handed over' using errcode = 'check_violation', constraint = 'handed_over_once';
  end if;
  perform complete_orders(seller, ids, array_fill(at, array[cardinality(ids)]));
end
$$;
revoke execute on function hand_over from public;

-- Undoes a handover: the units are reserved again, and the order awaits pickup.
create or replace function undo_hand_over(ids bigint[]) returns void
  language plpgsql security definer set search_path from current as $$
declare seller bigint := current_seller();
begin
  if exists (select from orders where seller_id = seller and id = any (ids) and (delivery <> 'COLLECT' or history_at is not null)) then
    raise exception 'only what was handed over is taken back' using errcode = 'check_violation', constraint = 'handed_over_here';
  end if;
  update line_items set shipped_quantity = 0 where seller_id = seller and order_id = any (ids) and shipped_quantity > 0;
  update orders set delivered = false, delivered_at = null where seller_id = seller and id = any (ids);
end
$$;
revoke execute on function undo_hand_over from public;
