-- Limits of refunds and cases.

-- Refunds and disputes that were not won never exceed the captured payments. When an order is deleted, its payments may be deleted before its refunds.
create or replace function check_refunds() returns trigger language plpgsql
  security definer set search_path from current set enable_seqscan = off as $$
declare c record;
begin
  for c in select seller_id, array_agg(distinct order_id) as ids from changed group by seller_id order by seller_id loop
    perform lock_orders(c.seller_id, c.ids);
    if exists (
      select from orders o
      where o.seller_id = c.seller_id and o.id = any (c.ids)
        and (select coalesce(sum(amount_minor), 0) from refunds where seller_id = c.seller_id and order_id = o.id and state <> 'FAILED')
          + (select coalesce(sum(amount_minor), 0) from disputes where seller_id = c.seller_id and order_id = o.id and state <> 'WON')
          > (select coalesce(sum(amount_minor), 0) from payments where seller_id = c.seller_id and order_id = o.id and state = 'PAID')
    ) then
      raise exception 'refunds exceed what was paid' using errcode = 'check_violation', constraint = 'refunds_within_payments';
    end if;
  end loop;
  return null;
end
$$;

create or replace trigger payments_checked after update on payments referencing new table as changed for each statement
  execute function check_refunds();
create or replace trigger payments_checked_again after delete on payments referencing old table as changed for each statement
  execute function check_refunds();
create or replace trigger refunds_checked after insert on refunds referencing new table as changed for each statement
  execute function check_refunds();
create or replace trigger refunds_checked_again after update on refunds referencing new table as changed for each statement
  execute function check_refunds();

create or replace trigger disputes_checked after insert on disputes referencing new table as changed for each statement
  execute function check_refunds();
create or replace trigger disputes_checked_again after update on disputes referencing new table as changed for each statement
  execute function check_refunds();

create or replace function check_refund_parts() returns trigger language plpgsql
  security definer set search_path from current set enable_seqscan = off as $$
declare c record;
begin
  for c in select seller_id, array_agg(distinct refund_id) as ids from changed group by seller_id order by seller_id loop
    if exists (
      select from refunds r
      where r.seller_id = c.seller_id and r.id = any (c.ids)
        and r.amount_minor <> (select sum(amount_minor) from refund_parts where seller_id = c.seller_id and refund_id = r.id)
    ) then
      raise exception 'the parts of a refund are not its amount' using errcode = 'check_violation', constraint = 'parts_are_refund';
    end if;
  end loop;
  return null;
end
$$;

create or replace trigger parts_checked after insert on refund_parts referencing new table as changed for each statement
  execute function check_refund_parts();

-- A completed refund cannot be changed or deleted.
create or replace function keep_refunded() returns trigger language plpgsql set search_path from current as $$
begin
  raise exception 'a refund that was made stays' using errcode = 'check_violation', constraint = 'refunded_stays';
end
$$;

create or replace trigger refunded_stays before update of state, amount_minor on refunds for each row
  when (old.state = 'REFUNDED' and (new.state, new.amount_minor) is distinct from (old.state, old.amount_minor))
  execute function keep_refunded();

-- Whose turn it is. Must agree with `whoseTurn` in `case-states.ts`.
create or replace function case_turn(state text) returns text
  language sql immutable parallel safe
  return case
    when state in ('RETURN_REQUESTED', 'RETURN_REQUEST_TIMEOUT', 'REPLACEMENT_STARTED', 'REPLACEMENT_REQUEST_TIMEOUT',
      'RETURN_LABEL_PENDING', 'RETURN_LABEL_PENDING_TIMEOUT', 'ITEM_DELIVERED', 'WAITING_SELLER_RESPONSE', 'SELLER_RESPONSE_TIMEOUT',
      'REFUND_FAILED') then 'SELLER'
    when state in ('PARTIAL_REFUND_REQUESTED', 'REPLACEMENT_OFFER_PENDING', 'ITEM_READY_TO_SHIP', 'RETURN_REJECTED',
      'WAITING_BUYER_RESPONSE') then 'BUYER'
    when state in ('REPLACEMENT_SHIPPED', 'ITEM_SHIPPED') then 'CARRIER'
    when state = 'ESCALATED' then 'MARKETPLACE'
    when state = 'REFUND_INITIATED' then 'PAYMENT'
    else 'NOBODY' end;

-- At most one open case for each unit of a line.
create or replace function check_case_units() returns trigger language plpgsql
  security definer set search_path from current set enable_seqscan = off as $$
declare c record;
begin
  for c in
    select seller_id, array_agg(distinct order_id) as orders, array_agg(distinct line_item_id) as ids
    from changed group by seller_id order by seller_id
  loop
    perform lock_orders(c.seller_id, c.orders);
    if exists (
      select from line_items l
      where l.seller_id = c.seller_id and l.id = any (c.ids)
        and (select coalesce(sum(units), 0) from cases where seller_id = c.seller_id and line_item_id = l.id and closed_at is null) > l.quantity
    ) then
      raise exception 'a unit is in two open cases' using errcode = 'check_violation', constraint = 'one_case_a_unit';
    end if;
  end loop;
  return null;
end
$$;

create or replace trigger units_checked after insert on cases referencing new table as changed for each statement execute function check_case_units();
create or replace trigger units_checked_again after update on cases referencing new table as changed for each statement
  execute function check_case_units();
