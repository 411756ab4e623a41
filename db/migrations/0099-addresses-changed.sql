-- An order's address is corrected until something of it has left.

-- Since when the order goes to another address than before: what was printed earlier is outdated. Null: it was never changed.
alter table orders add column address_changed_at timestamptz;

-- Sends an order of the bound seller to another of its buyer's addresses, and tells whoever listens. The words by which it is found follow.
create function change_ship_to(order_of bigint, address_of bigint, changed_at timestamptz) returns void
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
grant execute on function change_ship_to to hub_seller;
