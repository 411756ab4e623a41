-- What a seller's team writes about an order for itself: a private note and tags; and a search that finds orders by what
-- only whoever sees addresses may find them by.

create table order_notes (
  seller_id bigint not null,
  order_id bigint not null,
  note text not null check (char_length(note) between 1 and 2000),
  -- Who wrote it last, by the name they had then.
  written_by text not null,
  written_at timestamptz not null,
  primary key (seller_id, order_id),
  foreign key (seller_id, order_id) references orders on delete cascade
);

-- A seller's tags are those that its orders have: one that no order has any longer is forgotten.
create table order_tags (
  seller_id bigint not null,
  order_id bigint not null,
  tag text not null check (char_length(tag) between 1 and 24 and tag = btrim(tag) and position(',' in tag) = 0),
  primary key (seller_id, order_id, tag),
  foreign key (seller_id, order_id) references orders on delete cascade
);
-- The orders of a tag, and by hopping along it the tags of a seller.
create index order_tags_tag on order_tags (seller_id, tag, order_id);

-- More than ten a row are read by nobody.
create function keep_tags_few() returns trigger language plpgsql
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
create trigger tags_few after insert on order_tags referencing new table as added for each statement execute function keep_tags_few();

do $$
declare name text;
begin
  foreach name in array array['order_notes', 'order_tags']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy own_rows on %I using (seller_id = current_seller())', name);
  end loop;
end
$$;
grant select, insert, update, delete on order_notes to hub_seller;
grant select, insert, delete on order_tags to hub_seller;

-- What only whoever sees addresses finds an order by: the buyer's real name, the postcode, the phone number, and what the
-- team wrote, in which names and addresses stand too.
alter table order_search rename column names to personal;
alter index order_search_names rename to order_search_personal;
alter view searched_orders rename column names to personal;
alter view order_words rename column names to personal;

-- A postcode and a phone number are found as they are written, and without what stands between their digits; a number by
-- its end, as a display or a label shows it.
create or replace function write_order_terms(seller bigint, orders_of bigint[]) returns void language plpgsql
  set search_path from current set enable_seqscan = off as $$
declare
  ids bigint[];
  terms_of text[];
  personal_of text[];
begin
  perform lock_orders(seller, orders_of);
  select array_agg(o.id), array_agg(search_form(concat_ws(' ', o.order_number, o.buyer_username,
      (select string_agg(concat_ws(' ', l.title, l.sku, l.item_number), ' ' order by l.position)
        from line_items l where l.seller_id = seller and l.order_id = o.id),
      (select string_agg(p.tracking_number, ' ' order by p.id) from shipments p where p.seller_id = seller and p.order_id = o.id)))),
    array_agg(search_form(concat_ws(' ', b.name, a.postal_code, replace(a.postal_code, ' ', ''), a.phone,
      regexp_replace(a.phone, '[^0-9]', '', 'g'), n.note)))
  into ids, terms_of, personal_of
  from orders o
  join buyers b on b.seller_id = seller and b.id = o.buyer_id
  join addresses a on a.seller_id = seller and a.id = o.ship_to_address_id
  left join order_notes n on n.seller_id = seller and n.order_id = o.id
  where o.seller_id = seller and o.id = any (orders_of);

  insert into order_search as s (seller_id, order_id, terms, personal)
  select seller, * from unnest(ids, terms_of, personal_of)
  on conflict (seller_id, order_id) do update set terms = excluded.terms, personal = excluded.personal
    where (s.terms, s.personal) <> (excluded.terms, excluded.personal);
end
$$;

create function derive_terms_of_notes() returns trigger language plpgsql
  security definer set search_path from current as $$
declare c record;
begin
  for c in select seller_id, array_agg(order_id) as ids from changed group by seller_id order by seller_id loop
    perform write_order_terms(c.seller_id, c.ids);
  end loop;
  return null;
end
$$;
create trigger notes_searched after insert on order_notes referencing new table as changed for each statement execute function derive_terms_of_notes();
create trigger notes_searched_again after update on order_notes referencing new table as changed for each statement execute function derive_terms_of_notes();
create trigger notes_unsearched after delete on order_notes referencing old table as changed for each statement execute function derive_terms_of_notes();

create function derive_terms_of_addresses() returns trigger language plpgsql
  security definer set search_path from current as $$
declare c record;
begin
  for c in
    select n.seller_id, array_agg(n.id) as ids from changed n join former f on f.seller_id = n.seller_id and f.id = n.id
    where (f.postal_code, f.phone) is distinct from (n.postal_code, n.phone) group by n.seller_id order by n.seller_id
  loop
    perform write_order_terms(c.seller_id,
      (select array_agg(id) from orders where seller_id = c.seller_id and ship_to_address_id = any (c.ids)));
  end loop;
  return null;
end
$$;
create trigger addresses_searched_again after update on addresses referencing old table as former new table as changed for each statement
  execute function derive_terms_of_addresses();

-- Orders that are there already; only the words of some are new.
do $$
declare c record;
begin
  for c in select seller_id, array_agg(id) as ids from orders group by seller_id, id / 10000 order by seller_id loop
    perform write_order_terms(c.seller_id, c.ids);
  end loop;
end
$$;
