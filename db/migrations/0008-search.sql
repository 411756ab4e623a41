-- What the search boxes look through, lower case and without accents; kept by triggers alone. Divided by seller, so
-- that a search reads little else than the seller's own words: neither those of a rare word's other sellers in the index,
-- nor, for a word that most orders have, a table in which they lie scattered.

-- Real names of buyers stand apart from the other words: only whoever may see a name finds an order by it. Else a name could
-- be spelled out, letter by letter.
create table order_search (
  seller_id bigint not null,
  order_id bigint not null,
  terms text not null,
  names text not null,
  primary key (seller_id, order_id),
  foreign key (seller_id, order_id) references orders on delete cascade
) partition by hash (seller_id);

create table listing_search (
  seller_id bigint not null,
  listing_id bigint not null,
  terms text not null,
  primary key (seller_id, listing_id),
  foreign key (seller_id, listing_id) references listings on delete cascade
) partition by hash (seller_id);

do $$
declare name text;
begin
  foreach name in array array['order_search', 'listing_search']
  loop
    for part in 0..31 loop
      execute format('create table %I partition of %I for values with (modulus 32, remainder %s)', name || '_' || part, name, part);
      -- Reached through the whole only: without a policy nobody but the owner sees a row.
      execute format('alter table %I enable row level security', name || '_' || part);
    end loop;
    execute format('alter table %I enable row level security', name);
    execute format('create policy own_rows on %I using (seller_id = current_seller())', name);
    execute format('grant select on %I to hub_seller', name);
  end loop;
end
$$;
-- Orders and listings with what is searched in them. Views of the owner's that name the bound seller, because LIKE is not
-- leak-proof: under a policy of its own the search could use no index.
create view searched_orders as
  select o.seller_id, o.id, o.order_number, o.placed_at, o.paid_at, o.ship_by, o.status, o.currency, o.total_minor, o.total_value,
    o.unit_count, o.line_count, o.ship_to_country, o.buyer_username, s.terms, s.names
  from order_search s
  join orders o on o.seller_id = s.seller_id and o.id = s.order_id
  where s.seller_id = current_seller();
grant select on searched_orders to hub_seller;

create view searched_listings as
  select o.seller_id, o.id, o.item_number, o.tab, o.state, o.title, o.sku, o.category, o.condition, o.format, o.currency, o.price_minor,
    o.price_value, o.quantity_available, o.quantity_sold, o.watchers, o.views_30d, o.starts_at, o.closes_at, o.idle_since, o.created_at, s.terms
  from listing_search s
  join listings o on o.seller_id = s.seller_id and o.id = s.listing_id
  where s.seller_id = current_seller();
grant select on searched_listings to hub_seller;

-- Makes the words of orders anew. Worked out by a SELECT of their own, and then written: on a cluster no function of what a
-- column holds may stand in what writes.
create function write_order_terms(seller bigint, orders_of bigint[]) returns void language plpgsql
  set search_path from current set enable_seqscan = off as $$
declare
  ids bigint[];
  terms_of text[];
  names_of text[];
begin
  perform lock_orders(seller, orders_of);
  select array_agg(o.id), array_agg(search_form(concat_ws(' ', o.order_number, o.buyer_username,
      (select string_agg(concat_ws(' ', l.title, l.sku, l.item_number), ' ' order by l.position)
        from line_items l where l.seller_id = seller and l.order_id = o.id),
      (select string_agg(p.tracking_number, ' ' order by p.id) from shipments p where p.seller_id = seller and p.order_id = o.id)))),
    array_agg(search_form(b.name))
  into ids, terms_of, names_of
  from orders o
  join buyers b on b.seller_id = seller and b.id = o.buyer_id
  where o.seller_id = seller and o.id = any (orders_of);

  insert into order_search as s (seller_id, order_id, terms, names)
  select seller, * from unnest(ids, terms_of, names_of)
  on conflict (seller_id, order_id) do update set terms = excluded.terms, names = excluded.names
    where (s.terms, s.names) <> (excluded.terms, excluded.names);
end
$$;
revoke execute on function lock_orders, write_order_terms from public;

create function derive_terms_of_lines() returns trigger language plpgsql
  security definer set search_path from current as $$
declare c record;
begin
  for c in select seller_id, array_agg(distinct order_id) as ids from changed group by seller_id order by seller_id loop
    perform write_order_terms(c.seller_id, c.ids);
  end loop;
  return null;
end
$$;

-- Only a tracking number adds or takes a word with a parcel.
create function derive_terms_of_parcels() returns trigger language plpgsql
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

create function derive_search_names() returns trigger language plpgsql
  security definer set search_path from current as $$
declare c record;
begin
  for c in
    select n.seller_id, array_agg(n.id) as ids from changed n join former f on f.seller_id = n.seller_id and f.id = n.id
    where f.name <> n.name group by n.seller_id order by n.seller_id
  loop
    perform write_order_terms(c.seller_id,
      (select array_agg(id) from orders where seller_id = c.seller_id and buyer_id = any (c.ids)));
  end loop;
  return null;
end
$$;

create function write_listing_terms(seller bigint, listings_of bigint[]) returns void language plpgsql
  set search_path from current set enable_seqscan = off as $$
declare
  ids bigint[];
  terms_of text[];
begin
  select array_agg(l.id), array_agg(search_form(concat_ws(' ', l.title, l.sku, l.item_number, p.epid, p.gtin)))
  into ids, terms_of
  from listings l left join products p on p.id = l.product_id
  where l.seller_id = seller and l.id = any (listings_of);

  insert into listing_search as s (seller_id, listing_id, terms)
  select seller, * from unnest(ids, terms_of)
  on conflict (seller_id, listing_id) do update set terms = excluded.terms where s.terms <> excluded.terms;
end
$$;
revoke execute on function write_listing_terms from public;

create function derive_listing_terms() returns trigger language plpgsql
  security definer set search_path from current as $$
declare c record;
begin
  for c in select seller_id, array_agg(id) as ids from changed group by seller_id order by seller_id loop
    perform write_listing_terms(c.seller_id, c.ids);
  end loop;
  return null;
end
$$;

-- A listing's words are made anew only where something they are made of changed: not at each sale, price or count.
create function derive_listing_terms_again() returns trigger language plpgsql
  security definer set search_path from current as $$
declare c record;
begin
  for c in
    select n.seller_id, array_agg(n.id) as ids from changed n join former f on f.seller_id = n.seller_id and f.id = n.id
    where (f.title, f.sku, f.item_number, f.product_id) is distinct from (n.title, n.sku, n.item_number, n.product_id)
    group by n.seller_id order by n.seller_id
  loop
    perform write_listing_terms(c.seller_id, c.ids);
  end loop;
  return null;
end
$$;

create trigger lines_searched after insert on line_items referencing new table as changed for each statement execute function derive_terms_of_lines();
create trigger lines_searched_again after update on line_items referencing new table as changed for each statement execute function derive_terms_of_lines();
create trigger lines_unsearched after delete on line_items referencing old table as changed for each statement execute function derive_terms_of_lines();
create trigger shipments_searched after insert on shipments referencing new table as changed for each statement execute function derive_terms_of_parcels();
create trigger shipments_searched_again after update on shipments referencing new table as changed for each statement execute function derive_terms_of_parcels();
create trigger shipments_unsearched after delete on shipments referencing old table as changed for each statement execute function derive_terms_of_parcels();
create trigger buyers_searched_again after update on buyers referencing old table as former new table as changed for each statement execute function derive_search_names();

create trigger listings_searched after insert on listings referencing new table as changed for each statement execute function derive_listing_terms();
create trigger listings_searched_again after update on listings referencing old table as former new table as changed for each statement
  execute function derive_listing_terms_again();

-- From here on pg_trgm and unaccent are found too, wherever the database has them.
select set_config('search_path', concat_ws(', ', current_setting('search_path'),
  (select string_agg(extnamespace::regnamespace::text, ', ') from pg_extension where extname in ('pg_trgm', 'unaccent'))), true);

create function search_form(words text) returns text
  language sql stable parallel safe
  return lower(unaccent(words));

-- What LIKE looks for to find a word in search terms. Escaped after the accents are gone: taking them away can make a
-- wildcard of another character. Immutable, though `unaccent` need not be, so that the planner works it out once and not
-- each row it compares, which took longer than the comparison; no stored value depends on it.
create function search_pattern(word text) returns text
  language sql immutable strict parallel safe
  return '%' || replace(replace(replace(search_form(word), '\', '\\'), '%', '\%'), '_', '\_') || '%';

-- How unlike two titles are, 0 to 1; what an index of them sorts by.
create function unlikeness(title text, other text) returns real
  language sql immutable strict parallel safe
  return title <-> other;

create index order_search_terms on order_search using gin (terms gin_trgm_ops);
create index order_search_names on order_search using gin (names gin_trgm_ops);
create index listing_search_terms on listing_search using gin (terms gin_trgm_ops);
-- Products are found by words of their title, and by the nearest title.
create index products_title on products using gin (lower(title) gin_trgm_ops);
create index products_title_words on products using gist (title gist_trgm_ops (siglen = 64));
