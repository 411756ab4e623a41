-- What orders keep: their timeline, tags and addresses.

create or replace function refuse_rewriting() returns trigger language plpgsql set search_path from current as $$
begin
  raise exception 'the timeline of an order is only added to' using errcode = 'check_violation', constraint = 'timeline_is_added_to';
end
$$;

create or replace trigger never_changed before update on order_events for each statement execute function refuse_rewriting();
create or replace trigger never_emptied before truncate on order_events for each statement execute function refuse_rewriting();

-- An entry is deleted only with its order, whose row is then already gone. Erasures may delete entries that contain a buyer’s
-- or seller’s text.
create or replace function keep_timeline() returns trigger language plpgsql
  security definer set search_path from current set enable_seqscan = off as $$
declare c record;
begin
  if coalesce(current_setting('hub.erasing', true), '') = 'on' then
    return null;
  end if;
  for c in select seller_id, array_agg(distinct order_id) as ids from removed group by seller_id order by seller_id loop
    if exists (select from orders where seller_id = c.seller_id and id = any (c.ids)) then
      raise exception 'the timeline of an order is only added to' using errcode = 'check_violation', constraint = 'timeline_is_added_to';
    end if;
  end loop;
  return null;
end
$$;

create or replace trigger never_removed after delete on order_events referencing old table as removed for each statement
  execute function keep_timeline();

-- At most ten tags per order.
create or replace function keep_tags_few() returns trigger language plpgsql
  security definer set search_path from current set enable_seqscan = off as $$
declare c record;
begin
  for c in select seller_id, array_agg(distinct order_id) as ids from added group by seller_id order by seller_id loop
    perform lock_orders(c.seller_id, c.ids);
    if exists (
      select from order_tags where seller_id = c.seller_id and order_id = any (c.ids) group by order_id having count(*) > 10
    ) then
      raise exception 'an order has ten tags at most' using errcode = 'check_violation', constraint = 'ten_tags_at_most';
    end if;
  end loop;
  return null;
end
$$;

create or replace trigger tags_few after insert on order_tags referencing new table as added for each statement execute function keep_tags_few();

-- Changes an order of the bound seller to another of its buyer’s addresses and raises the event. A trigger updates the search
-- words.
create or replace function change_ship_to(order_of bigint, address_of bigint, changed_at timestamptz) returns void
  language plpgsql security definer set search_path from current as $$
declare
  seller bigint := current_seller();
  country_of text;
begin
  select a.country into strict country_of
  from addresses a join orders o on o.seller_id = seller and o.id = order_of and o.buyer_id = a.buyer_id
  where a.seller_id = seller and a.id = address_of;
  update orders set ship_to_address_id = address_of, ship_to_country = country_of, address_changed_at = changed_at, version = version + 1
  where seller_id = seller and id = order_of and fulfilment_status = 'NOT_STARTED' and cancel_state <> 'CANCELED';
  if not found then
    raise exception 'the address of what has left, or was cancelled, stays' using errcode = 'check_violation', constraint = 'address_can_change';
  end if;
  perform write_order_terms(seller, array[order_of]);
  if not is_quiet() then
    insert into events (seller_id, type, happened_at, order_id) values (seller, 'order.address_changed', changed_at, order_of);
  end if;
end
$$;
revoke execute on function change_ship_to from public;
