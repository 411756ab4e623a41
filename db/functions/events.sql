-- Events for webhooks, written in the transaction of their cause.

-- Whether historical data is being loaded, which raises no events.
create or replace function is_quiet() returns boolean
  language sql stable parallel safe
  return coalesce(current_setting('hub.quiet', true), '') = 'on';

-- The event of a timeline entry; null if none. Nobody is asked for a refund that the shop reported as paid. Partial cancellations have their own event, because listeners treat an order
-- with `order.cancelled` as gone.
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
      when 'LINES_ADDED' then 'order.lines_added'
      when 'PARCEL_VOIDED' then 'order.parcel_voided'
      when 'HANDED_OVER' then 'order.handed_over'
      when 'HAND_OVER_UNDONE' then 'order.hand_over_undone'
      when 'CANCELLATION_REQUESTED' then 'order.cancellation_requested'
      when 'CANCELLATION_DECLINED' then 'order.cancellation_declined'
      when 'REFUND_REQUESTED' then case when entry ->> 'reported' = 'true' then null else 'order.refund_requested' end
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

create or replace function tell_of_timeline() returns trigger language plpgsql
  security definer set search_path from current as $$
declare
  sellers bigint[];
  types text[];
  times timestamptz[];
  ids bigint[];
  subjects text[];
begin
  if is_quiet() then return null; end if;
  select array_agg(seller_id order by id), array_agg(type order by id), array_agg(happened_at order by id),
    array_agg(order_id order by id), array_agg(subject order by id)
  into sellers, types, times, ids, subjects
  from (select a.*, event_of_order(a.kind, a.after) as type from added a) told where type is not null;
  if sellers is not null then
    insert into events (seller_id, type, happened_at, order_id, subject) select * from unnest(sellers, types, times, ids, subjects);
    if 'order.cancelled' = any (types) then
      perform settle_offers(t.seller_id, array_agg(t.order_id), 'not-pay') from unnest(sellers, types, ids) t (seller_id, type, order_id)
      where t.type = 'order.cancelled' group by t.seller_id;
    end if;
  end if;
  return null;
end
$$;

create or replace trigger tells after insert on order_events referencing new table as added for each statement execute function tell_of_timeline();

-- Events for orders received through the API and their payments; imported ones were reported elsewhere.
create or replace function tell_of_orders() returns trigger language plpgsql
  security definer set search_path from current as $$
declare
  sellers bigint[];
  ids bigint[];
  types text[];
begin
  if is_quiet() then return null; end if;
  if tg_op = 'INSERT' then
    select array_agg(seller_id order by id, type desc), array_agg(id order by id, type desc), array_agg(type order by id, type desc)
    into sellers, ids, types
    from added cross join unnest(array['order.placed', 'order.paid']) type
    where pushed_as is not null and (type = 'order.placed' or payment_status = 'PAID');
  else
    select array_agg(seller_id order by id), array_agg(id order by id), array_agg('order.paid'::text) into sellers, ids, types
    from (
      select seller_id, id from added where pushed_as is not null and payment_status = 'PAID'
      intersect
      select seller_id, id from removed where payment_status in ('PENDING', 'FAILED')
    ) paid;
  end if;
  if sellers is not null then
    insert into events (seller_id, type, happened_at, order_id)
    select seller_id, type, now(), order_id from unnest(sellers, types, ids) told (seller_id, type, order_id);
    if tg_op = 'UPDATE' then
      perform settle_offers(t.seller_id, array_agg(t.order_id), 'pay') from unnest(sellers, ids) t (seller_id, order_id) group by t.seller_id;
    end if;
  end if;
  return null;
end
$$;

create or replace trigger tells after insert on orders referencing new table as added for each statement
  execute function tell_of_orders('order.placed');
create or replace trigger tells_paid after update on orders referencing old table as removed new table as added for each statement
  execute function tell_of_orders('order.paid');

-- The event of a listing change for programs that show it to buyers; null if none.
create or replace function event_of_listing(old_state text, new_state text, is_changed boolean) returns text
  language sql immutable parallel safe
  return case
    when new_state in ('DRAFT', 'SCHEDULED') then null
    when old_state in ('DRAFT', 'SCHEDULED', 'ENDED') and new_state <> 'ENDED' then 'listing.published'
    when new_state = 'ENDED' then case when old_state in ('DRAFT', 'SCHEDULED', 'ENDED') then null else 'listing.ended' end
    when is_changed or old_state <> new_state then 'listing.changed'
  end;

create or replace function tell_of_listings() returns trigger language plpgsql
  security definer set search_path from current as $$
declare
  sellers bigint[];
  types text[];
  ids bigint[];
begin
  if is_quiet() then return null; end if;
  if tg_op = 'INSERT' then
    select array_agg(seller_id order by id), array_agg('listing.published'::text), array_agg(id order by id) into sellers, types, ids
    from added where state not in ('DRAFT', 'SCHEDULED', 'ENDED');
  else
    select array_agg(seller_id order by id, kind), array_agg(type order by id, kind), array_agg(id order by id, kind)
    into sellers, types, ids
    from (
      select seller_id, id, kind, case kind
          when 1 then event_of_listing(old_state, state, version <> old_version and quantity_sold = old_sold)
          when 2 then case when state not in ('DRAFT', 'SCHEDULED', 'ENDED') and stock <> old_stock then 'stock.changed' end
        end as type
      from (
        select is_new, seller_id, id, state, version, quantity_sold, array[on_hand, reserved, buffer, quantity_available] as stock,
          lag(state) over one as old_state, lag(version) over one as old_version, lag(quantity_sold) over one as old_sold,
          lag(array[on_hand, reserved, buffer, quantity_available]) over one as old_stock
        from (select true as is_new, * from added union all select false, * from removed) rows
        window one as (partition by seller_id, id order by is_new)
      ) listings cross join generate_series(1, 2) kind
      where is_new
    ) told
    where type is not null;
  end if;
  if sellers is not null then
    insert into events (seller_id, type, happened_at, listing_id)
    select seller_id, type, now(), listing_id from unnest(sellers, types, ids) told (seller_id, type, listing_id);
    if 'listing.ended' = any (types) then
      perform end_offers(t.seller_id, array_agg(t.listing_id)) from unnest(sellers, types, ids) t (seller_id, type, listing_id)
      where t.type = 'listing.ended' group by t.seller_id;
    end if;
  end if;
  return null;
end
$$;

create or replace trigger tells after insert on listings referencing new table as added for each statement execute function tell_of_listings();
create or replace trigger tells_again after update on listings referencing old table as removed new table as added for each statement
  execute function tell_of_listings();

-- Marks listings whose published answers changed, with an event for those on sale. A listing that is deleted is already gone.
create or replace function tell_of_answers() returns trigger language plpgsql
  security definer set search_path from current as $$
declare
  c record;
  found_ids bigint[];
  on_sale bigint[];
begin
  for c in select seller_id, array_agg(distinct listing_id) as ids from changed group by seller_id order by seller_id loop
    select array_agg(id order by id), array_agg(id order by id) filter (where state not in ('DRAFT', 'SCHEDULED', 'ENDED'))
    into found_ids, on_sale
    from listings where seller_id = c.seller_id and id = any (c.ids);
    if found_ids is not null then
      perform mark_changed(c.seller_id, 'LISTING', found_ids);
    end if;
    if on_sale is not null and not is_quiet() then
      insert into events (seller_id, type, happened_at, listing_id) select c.seller_id, 'listing.changed', now(), id from unnest(on_sale) id;
    end if;
  end loop;
  return null;
end
$$;

create or replace trigger tells after insert on listing_questions referencing new table as changed for each statement
  execute function tell_of_answers();
create or replace trigger tells_removed after delete on listing_questions referencing old table as changed for each statement
  execute function tell_of_answers();

-- Events for questions about listings: of the listing, with the conversation’s key.
create or replace function tell_of_questions() returns trigger language plpgsql
  security definer set search_path from current as $$
declare
  c record;
  key text;
begin
  if is_quiet() then return null; end if;
  for c in
    select seller_id, listing_id, buyer_id, case sender when 'BUYER' then 'question.asked' else 'question.answered' end as type
    from added where listing_id is not null order by seller_id, id
  loop
    select thread into key from conversations
    where seller_id = c.seller_id and listing_id = c.listing_id and buyer_id = c.buyer_id;
    insert into events (seller_id, type, happened_at, listing_id, subject) values (c.seller_id, c.type, now(), c.listing_id, key);
  end loop;
  return null;
end
$$;

-- Runs after the conversation is derived: triggers run by name.
create or replace trigger tells after insert on conversation_messages referencing new table as added for each statement
  execute function tell_of_questions();

-- Event for a seller’s reply to feedback.
create or replace function tell_of_replies() returns trigger language plpgsql
  security definer set search_path from current as $$
declare
  sellers bigint[];
  ids bigint[];
  subjects text[];
begin
  if is_quiet() then return null; end if;
  select array_agg(seller_id order by id), array_agg(order_id order by id), array_agg(external_id order by id)
  into sellers, ids, subjects
  from (
    select seller_id, id, order_id, external_id, reply from added where order_id is not null and reply is not null
    except
    select seller_id, id, order_id, external_id, reply from removed
  ) replied;
  if sellers is not null then
    insert into events (seller_id, type, happened_at, order_id, subject)
    select seller_id, 'feedback.replied', now(), order_id, subject from unnest(sellers, ids, subjects) told (seller_id, order_id, subject);
  end if;
  return null;
end
$$;

create or replace trigger tells after update on feedback referencing old table as removed new table as added for each statement
  execute function tell_of_replies();

-- The event of a step of an offer; null if none. What buyers do comes from programs; what the hub does is the seller's.
create or replace function event_of_offer(step text, actor text) returns text
  language sql immutable parallel safe
  return case
    when step in ('make', 'withdraw') then case step when 'make' then 'offer.received' else 'offer.withdrawn' end
    when step = 'send' then 'offer.sent'
    when step = 'accept' then 'offer.accepted'
    when step = 'decline' then 'offer.declined'
    when step = 'counter' then case actor when 'BUYER' then 'offer.received' else 'offer.countered' end
    when step in ('expire', 'end-listing') then 'offer.ended'
    when step = 'pay' then 'offer.paid'
    when step = 'not-pay' then 'offer.not_paid'
  end;

-- The event of a payout's state; null if none.
create or replace function event_of_payout(state text) returns text
  language sql immutable parallel safe
  return case state
    when 'INITIATED' then 'payout.initiated'
    when 'SUCCEEDED' then 'payout.paid'
    when 'RETRYABLE_FAILED' then 'payout.delayed'
    when 'TERMINAL_FAILED' then 'payout.failed'
    when 'REVERSED' then 'payout.reversed'
  end;

create or replace function tell_of_payouts() returns trigger language plpgsql
  security definer set search_path from current as $$
declare
  sellers bigint[];
  ids bigint[];
  types text[];
begin
  if is_quiet() then return null; end if;
  if tg_op = 'INSERT' then
    select array_agg(seller_id order by id), array_agg(id order by id), array_agg(event_of_payout(state) order by id)
    into sellers, ids, types from added;
  else
    select array_agg(seller_id order by id), array_agg(id order by id), array_agg(event_of_payout(state) order by id)
    into sellers, ids, types
    from (select seller_id, id, state from added except select seller_id, id, state from removed) moved;
  end if;
  if sellers is not null then
    insert into events (seller_id, type, happened_at, payout_id)
    select seller_id, type, now(), payout_id from unnest(sellers, types, ids) told (seller_id, type, payout_id);
  end if;
  return null;
end
$$;

create or replace trigger tells after insert on payouts referencing new table as added for each statement execute function tell_of_payouts();
create or replace trigger tells_again after update on payouts referencing old table as removed new table as added for each statement
  execute function tell_of_payouts();

-- Events for holds: of their order, with the hold's number.
create or replace function tell_of_holds() returns trigger language plpgsql
  security definer set search_path from current as $$
declare
  sellers bigint[];
  ids bigint[];
  types text[];
  subjects text[];
begin
  if is_quiet() then return null; end if;
  if tg_op = 'INSERT' then
    select array_agg(seller_id order by id), array_agg(order_id order by id), array_agg('hold.placed'::text),
      array_agg(hold_number order by id)
    into sellers, ids, types, subjects from added where state = 'HELD';
  else
    select array_agg(seller_id order by id), array_agg(order_id order by id), array_agg('hold.released'::text),
      array_agg(hold_number order by id)
    into sellers, ids, types, subjects
    from (
      select seller_id, id, order_id, hold_number from added where state = 'RELEASED'
      intersect
      select seller_id, id, order_id, hold_number from removed where state = 'HELD'
    ) released;
  end if;
  if sellers is not null then
    insert into events (seller_id, type, happened_at, order_id, subject)
    select seller_id, type, now(), order_id, subject from unnest(sellers, types, ids, subjects) told (seller_id, type, order_id, subject);
  end if;
  return null;
end
$$;

create or replace trigger tells after insert on holds referencing new table as added for each statement execute function tell_of_holds();
create or replace trigger tells_again after update on holds referencing old table as removed new table as added for each statement
  execute function tell_of_holds();

-- The event of a dispute by its new state; null if none.
create or replace function event_of_dispute(state text) returns text
  language sql immutable parallel safe
  return case state
    when 'ACTION_NEEDED' then 'dispute.opened'
    when 'CONTESTED' then 'dispute.contested'
    when 'ACCEPTED' then 'dispute.accepted'
    when 'WON' then 'dispute.won'
    when 'LOST' then 'dispute.lost'
  end;

-- Events for disputes: of their order, with the dispute's number.
create or replace function tell_of_disputes() returns trigger language plpgsql
  security definer set search_path from current as $$
declare
  sellers bigint[];
  ids bigint[];
  types text[];
  subjects text[];
begin
  if is_quiet() then return null; end if;
  if tg_op = 'INSERT' then
    select array_agg(seller_id order by id), array_agg(order_id order by id), array_agg(event_of_dispute(state) order by id),
      array_agg(dispute_number order by id)
    into sellers, ids, types, subjects from added;
  else
    select array_agg(seller_id order by id), array_agg(order_id order by id), array_agg(event_of_dispute(state) order by id),
      array_agg(dispute_number order by id)
    into sellers, ids, types, subjects
    from (
      select seller_id, id, order_id, dispute_number, state from added
      except
      select seller_id, id, order_id, dispute_number, state from removed
    ) moved;
  end if;
  if sellers is not null then
    insert into events (seller_id, type, happened_at, order_id, subject)
    select seller_id, type, now(), order_id, subject from unnest(sellers, types, ids, subjects) told (seller_id, type, order_id, subject);
  end if;
  return null;
end
$$;

create or replace trigger tells after insert on disputes referencing new table as added for each statement execute function tell_of_disputes();
create or replace trigger tells_again after update on disputes referencing old table as removed new table as added for each statement
  execute function tell_of_disputes();
