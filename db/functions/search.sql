-- Search words of orders, listings and conversations.

-- Rebuilds the search words of orders: a SELECT computes and an UPDATE writes them, because on a cluster a writing statement
-- must not call a function on a column.
create or replace function write_order_terms(seller bigint, orders_of bigint[]) returns void language plpgsql
  set search_path from current set enable_seqscan = off as $$
declare
  ids bigint[];
  terms_of text[];
  personal_of text[];
begin
  perform lock_orders(seller, orders_of);
  select array_agg(o.id), array_agg(order_terms(o.order_number, o.external_id, o.buyer_username,
      (select string_agg(concat_ws(' ', l.title, l.sku, l.item_number), ' ' order by l.position)
        from line_items l where l.seller_id = seller and l.order_id = o.id),
      (select string_agg(l.sku, E'\n' order by l.position) from line_items l where l.seller_id = seller and l.order_id = o.id),
      (select string_agg(p.tracking_number, E'\n' order by p.id) from shipments p where p.seller_id = seller and p.order_id = o.id))),
    array_agg(order_personal(array[coalesce(o.buyer_name, b.name), a.name, a.company], array[a.region, a.city, a.line1, a.line2, a.line3],
      a.postal_code, a.phone, concat_ws(' ', n.note, o.buyer_email)))
  into ids, terms_of, personal_of
  from orders o
  join buyers b on b.seller_id = seller and b.id = o.buyer_id
  left join addresses a on a.seller_id = seller and a.id = o.ship_to_address_id
  left join order_notes n on n.seller_id = seller and n.order_id = o.id
  where o.seller_id = seller and o.id = any (orders_of);

  insert into order_search as s (seller_id, order_id, terms, personal)
  select seller, * from unnest(ids, terms_of, personal_of)
  on conflict (seller_id, order_id) do update set terms = excluded.terms, personal = excluded.personal, version = excluded.version
    where (s.terms, s.personal, s.version) <> (excluded.terms, excluded.personal, excluded.version);
end
$$;
revoke execute on function write_order_terms from public;

create or replace function derive_order_terms() returns trigger language plpgsql
  security definer set search_path from current as $$
declare c record;
begin
  for c in select seller_id, array_agg(distinct order_id) as ids from changed group by seller_id order by seller_id loop
    perform write_order_terms(c.seller_id, c.ids);
  end loop;
  return null;
end
$$;

create or replace trigger lines_searched after insert on line_items referencing new table as changed for each statement
  execute function derive_order_terms();
create or replace trigger lines_unsearched after delete on line_items referencing old table as changed for each statement
  execute function derive_order_terms();

-- Only if words of a line changed, not when units are shipped, cancelled or scheduled.
create or replace function derive_terms_of_lines_again() returns trigger language plpgsql
  security definer set search_path from current as $$
declare c record;
begin
  for c in
    select seller_id, array_agg(distinct order_id) as ids
    from (
      select seller_id, order_id, id, position, title, sku, item_number from changed
      except select seller_id, order_id, id, position, title, sku, item_number from former
    ) words
    group by seller_id order by seller_id
  loop
    perform write_order_terms(c.seller_id, c.ids);
  end loop;
  return null;
end
$$;

create or replace trigger lines_searched_again after update on line_items referencing old table as former new table as changed for each statement
  execute function derive_terms_of_lines_again();

-- Only tracking numbers of parcels are search words.
create or replace function derive_terms_of_parcels() returns trigger language plpgsql
  security definer set search_path from current as $$
declare c record;
begin
  for c in
    select seller_id, array_agg(distinct order_id) as ids
    from changed where tg_op = 'UPDATE' or tracking_number is not null group by seller_id order by seller_id
  loop
    perform write_order_terms(c.seller_id, c.ids);
  end loop;
  return null;
end
$$;

create or replace trigger shipments_searched after insert on shipments referencing new table as changed for each statement
  execute function derive_terms_of_parcels();
create or replace trigger shipments_searched_again after update on shipments referencing new table as changed for each statement
  execute function derive_terms_of_parcels();
create or replace trigger shipments_unsearched after delete on shipments referencing old table as changed for each statement
  execute function derive_terms_of_parcels();

create or replace function derive_search_names() returns trigger language plpgsql
  security definer set search_path from current as $$
declare
  c record;
  orders bigint[];
begin
  for c in
    select seller_id, array_agg(id) as ids
    from (select seller_id, id, name from changed except select seller_id, id, name from former) renamed
    group by seller_id order by seller_id
  loop
    orders := array(select id from orders where seller_id = c.seller_id and buyer_id = any (c.ids));
    perform write_order_terms(c.seller_id, orders);
  end loop;
  return null;
end
$$;

create or replace trigger buyers_searched_again after update on buyers referencing old table as former new table as changed for each statement
  execute function derive_search_names();

create or replace trigger notes_searched after insert on order_notes referencing new table as changed for each statement
  execute function derive_order_terms();
create or replace trigger notes_searched_again after update on order_notes referencing new table as changed for each statement
  execute function derive_order_terms();
create or replace trigger notes_unsearched after delete on order_notes referencing old table as changed for each statement
  execute function derive_order_terms();

create or replace function derive_terms_of_addresses() returns trigger language plpgsql
  security definer set search_path from current as $$
declare
  c record;
  orders bigint[];
begin
  for c in
    select seller_id, array_agg(id) as ids from (select * from changed except select * from former) corrected
    group by seller_id order by seller_id
  loop
    orders := array(select id from orders where seller_id = c.seller_id and ship_to_address_id = any (c.ids));
    perform write_order_terms(c.seller_id, orders);
  end loop;
  return null;
end
$$;

create or replace trigger addresses_searched_again after update on addresses referencing old table as former new table as changed for each statement
  execute function derive_terms_of_addresses();

-- Orders with a changed address or marketplace number.
create or replace function derive_terms_of_orders() returns trigger language plpgsql
  security definer set search_path from current as $$
declare c record;
begin
  for c in
    select seller_id, array_agg(id) as ids
    from (
      select seller_id, id, external_id, buyer_username, buyer_id, buyer_name, buyer_email, ship_to_address_id from changed
      except
      select seller_id, id, external_id, buyer_username, buyer_id, buyer_name, buyer_email, ship_to_address_id from former
    ) corrected
    group by seller_id order by seller_id
  loop
    perform write_order_terms(c.seller_id, c.ids);
  end loop;
  return null;
end
$$;

create or replace trigger orders_searched_again after update on orders referencing old table as former new table as changed for each statement
  execute function derive_terms_of_orders();

create or replace function write_listing_terms(seller bigint, listings_of bigint[]) returns void language plpgsql
  set search_path from current set enable_seqscan = off as $$
declare
  ids bigint[];
  tabs_of text[];
  terms_of text[];
begin
  select array_agg(l.id), array_agg(l.tab), array_agg(search_form(concat_ws(' ', l.title, l.sku, l.item_number, p.epid, p.gtin,
      (select string_agg(v.sku, ' ' order by v.position) from listing_variations v where v.seller_id = seller and v.listing_id = l.id))))
  into ids, tabs_of, terms_of
  from listings l left join products p on p.id = l.product_id
  where l.seller_id = seller and l.id = any (listings_of);

  insert into listing_search as s (seller_id, listing_id, tab, terms)
  select seller, * from unnest(ids, tabs_of, terms_of)
  on conflict (seller_id, listing_id) do update set tab = excluded.tab, terms = excluded.terms, version = excluded.version
    where (s.tab, s.terms, s.version) <> (excluded.tab, excluded.terms, excluded.version);
end
$$;
revoke execute on function write_listing_terms from public;

-- The same for listings that the caller has not written, whose words others may write.
create or replace function rewrite_listing_terms(seller bigint, listings_of bigint[]) returns void language plpgsql
  set search_path from current set enable_seqscan = off as $$
begin
  perform from listings
  where seller_id = seller and id = any (listings_of) and xmin <> pg_current_xact_id()::xid
  order by id for no key update;
  perform write_listing_terms(seller, listings_of);
end
$$;
revoke execute on function rewrite_listing_terms from public;

create or replace function derive_listing_terms() returns trigger language plpgsql
  security definer set search_path from current as $$
declare c record;
begin
  for c in select seller_id, array_agg(id) as ids from changed group by seller_id order by seller_id loop
    perform write_listing_terms(c.seller_id, c.ids);
  end loop;
  return null;
end
$$;

create or replace trigger listings_searched after insert on listings referencing new table as changed for each statement
  execute function derive_listing_terms();

-- Only if words or tab changed, not at each sale, price or stock change.
create or replace function derive_listing_terms_again() returns trigger language plpgsql
  security definer set search_path from current as $$
declare c record;
begin
  for c in
    select seller_id, array_agg(id) as ids
    from (
      select seller_id, id, title, sku, item_number, product_id, tab from changed
      except
      select seller_id, id, title, sku, item_number, product_id, tab from former
    ) words
    group by seller_id order by seller_id
  loop
    perform write_listing_terms(c.seller_id, c.ids);
  end loop;
  return null;
end
$$;

create or replace trigger listings_searched_again after update on listings referencing old table as former new table as changed for each statement
  execute function derive_listing_terms_again();

create or replace function derive_terms_of_variations() returns trigger language plpgsql
  security definer set search_path from current as $$
declare c record;
begin
  for c in
    select seller_id, array_agg(distinct listing_id) as ids from changed where sku is not null group by seller_id order by seller_id
  loop
    perform rewrite_listing_terms(c.seller_id, c.ids);
  end loop;
  return null;
end
$$;

create or replace trigger variations_searched after insert on listing_variations referencing new table as changed for each statement
  execute function derive_terms_of_variations();
create or replace trigger variations_unsearched after delete on listing_variations referencing old table as changed for each statement
  execute function derive_terms_of_variations();

-- Only if a SKU changed, not at each sale, price or stock change.
create or replace function derive_terms_of_variations_again() returns trigger language plpgsql
  security definer set search_path from current as $$
declare c record;
begin
  for c in
    select seller_id, array_agg(distinct listing_id) as ids
    from (select seller_id, listing_id, position, sku from changed except select seller_id, listing_id, position, sku from former) words
    group by seller_id order by seller_id
  loop
    perform rewrite_listing_terms(c.seller_id, c.ids);
  end loop;
  return null;
end
$$;

create or replace trigger variations_searched_again after update on listing_variations referencing old table as former new table as changed
  for each statement execute function derive_terms_of_variations_again();

-- Rebuilds the search words of conversations, with a separate SELECT like `write_order_terms`.
create or replace function write_talk_terms(seller bigint, talks bigint[]) returns void language plpgsql
  set search_path from current set enable_seqscan = off as $$
declare
  ids bigint[];
  terms_of text[];
begin
  select array_agg(c.id), array_agg(search_form(concat_ws(' ', c.order_number,
    (select l.item_number from listings l where l.seller_id = seller and l.id = c.listing_id), c.buyer_username,
    (select string_agg(m.body, ' ' order by m.id)
      from conversation_messages m where m.seller_id = seller and m.order_id = c.order_id),
    (select string_agg(m.body, ' ' order by m.id)
      from conversation_messages m where m.seller_id = seller and m.listing_id = c.listing_id and m.buyer_id = c.buyer_id))))
  into ids, terms_of
  from conversations c where c.seller_id = seller and c.id = any (talks);

  insert into conversation_search as s (seller_id, conversation_id, terms)
  select seller, * from unnest(ids, terms_of)
  on conflict (seller_id, conversation_id) do update set terms = excluded.terms where s.terms <> excluded.terms;
end
$$;
revoke execute on function write_talk_terms from public;

create or replace function derive_conversation_terms() returns trigger language plpgsql
  security definer set search_path from current set enable_seqscan = off as $$
declare
  c record;
  talks bigint[];
begin
  for c in
    select seller_id, array_agg(distinct order_id) as orders_of, array_agg(distinct listing_id) as listings_of,
      array_agg(distinct buyer_id) as buyers_of
    from changed group by seller_id order by seller_id
  loop
    select array_agg(id) into talks from (
      select id from conversations where seller_id = c.seller_id and order_id = any (c.orders_of)
      union all
      select id from conversations where seller_id = c.seller_id and listing_id = any (c.listings_of) and buyer_id = any (c.buyers_of)
    ) talk;
    perform write_talk_terms(c.seller_id, talks);
  end loop;
  return null;
end
$$;

create or replace trigger conversation_words after insert on conversation_messages referencing new table as changed
  for each statement execute function derive_conversation_terms();
create or replace trigger conversation_words_again after update on conversation_messages referencing new table as changed
  for each statement execute function derive_conversation_terms();
