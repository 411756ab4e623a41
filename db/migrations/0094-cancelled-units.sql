-- Part of an order can be cancelled. `units` says which units of which lines, by the position of the line; null is the whole order.
-- What such a cancellation leaves is the rest of the order: it is shipped, and later cancellations may take more of it.
alter table cancellations
  add column units jsonb check (jsonb_typeof(units) = 'array' and jsonb_array_length(units) between 1 and 1000);

-- At most one request waits for its answer, and an order is cancelled as a whole once. Refunds of cancelled units may wait side by side.
drop index cancellations_open;
create unique index cancellations_open on cancellations (seller_id, order_id) where closed_at is null and (state = 'REQUESTED' or units is null);

-- A cancellation of units leaves the order standing: what becomes of it follows from its lines.
create or replace function derive_cancel_state() returns trigger language plpgsql
  security definer set search_path from current set enable_seqscan = off as $$
declare c record;
begin
  for c in select seller_id, array_agg(distinct order_id) as ids from changed group by seller_id order by seller_id loop
    perform lock_orders(c.seller_id, c.ids);
    update orders o set cancel_state = d.cancel_state
    from (
      select u.id,
        case when bool_or(x.units is null and x.state in ('APPROVED', 'REFUND_PENDING', 'CLOSED_WITH_REFUND', 'CLOSED_NO_REFUND')) then 'CANCELED'
          when bool_or(x.state = 'REQUESTED') then 'IN_PROGRESS'
          else 'NONE_REQUESTED' end as cancel_state
      from unnest(c.ids) u (id) left join cancellations x on x.seller_id = c.seller_id and x.order_id = u.id
      group by u.id
    ) d
    where o.seller_id = c.seller_id and o.id = d.id and o.cancel_state <> d.cancel_state;
  end loop;
  return null;
end
$$;

-- Whoever listens for `order.cancelled` may take the whole order for gone: cancelled units are an event of their own.
create or replace function event_of_order(kind text, entry jsonb) returns text
  language sql immutable parallel safe
  return case
    when kind in ('ORDER_CANCELLED', 'CANCELLATION_ACCEPTED') then
      case jsonb_typeof(entry -> 'units') when 'array' then 'order.lines_cancelled' else 'order.cancelled' end
    when kind = 'CANCELLATION_EXPIRED' then
      case when entry ->> 'state' = 'CLOSED_FOR_COMMITMENT' then 'order.cancellation_declined'
        when jsonb_typeof(entry -> 'units') = 'array' then 'order.lines_cancelled' else 'order.cancelled' end
    else case kind
      when 'PARCEL_SHIPPED' then 'order.shipped'
      when 'PARCEL_VOIDED' then 'order.parcel_voided'
      when 'CANCELLATION_REQUESTED' then 'order.cancellation_requested'
      when 'CANCELLATION_DECLINED' then 'order.cancellation_declined'
      when 'REFUND_REQUESTED' then 'order.refund_requested'
      when 'REFUND_RETRIED' then 'order.refund_requested'
      when 'REFUND_MADE' then 'order.refunded'
      when 'REFUND_REFUSED' then 'order.refund_failed'
      when 'MESSAGE_SENT' then 'message.sent'
      when 'MESSAGE_RECEIVED' then 'message.received'
      when 'CASE_STEP' then
        case entry ->> 'kind' when 'RETURN' then 'return.' else 'not_received.' end ||
        case entry ->> 'step' when 'open' then 'opened' else 'changed' end
    end
  end;

-- The share of some units in what was paid for all units of their line, by the sum so far (`shareOfUnits` says the same).
create function share_of_units(paid_minor bigint, ordered integer, before integer, units integer) returns bigint
  language sql immutable parallel safe
  return div(paid_minor::numeric * (before + units), ordered)::bigint - div(paid_minor::numeric * before, ordered)::bigint;
