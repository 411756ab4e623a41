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

create function derive_search_terms() returns trigger language plpgsql
  security definer set search_path from current set enable_seqscan = off as $$
begin
  -- Only a tracking number adds or takes a word with a parcel; a nested statement, since lines have no such column.
  if tg_table_name = 'shipments' and tg_op <> 'UPDATE' then
    if not exists (select from changed where tracking_number is not null) then return null; end if;
  end if;
  perform 1 from orders o where (o.seller_id, o.id) in (select seller_id, order_id from changed) and o.xmin <> pg_current_xact_id()::xid
  order by o.seller_id, o.id for no key update;

  insert into order_search as s (seller_id, order_id, terms, names)
  select o.seller_id, o.id, search_form(concat_ws(' ', o.order_number, o.buyer_username,
    (select string_agg(concat_ws(' ', l.title, l.sku, l.item_number), ' ' order by l.position)
      from line_items l where l.seller_id = o.seller_id and l.order_id = o.id),
    (select string_agg(p.tracking_number, ' ' order by p.id) from shipments p where p.seller_id = o.seller_id and p.order_id = o.id))),
    search_form(b.name)
  from orders o
  join buyers b on b.seller_id = o.seller_id and b.id = o.buyer_id
  where (o.seller_id, o.id) in (select seller_id, order_id from changed)
  on conflict (seller_id, order_id) do update set terms = excluded.terms, names = excluded.names
    where (s.terms, s.names) <> (excluded.terms, excluded.names);
  return null;
end
$$;

create function derive_search_names() returns trigger language plpgsql
  security definer set search_path from current set enable_seqscan = off as $$
begin
  update order_search s set names = search_form(c.name)
  from changed c
  join former f on f.seller_id = c.seller_id and f.id = c.id and f.name <> c.name
  join orders o on o.seller_id = c.seller_id and o.buyer_id = c.id
  where s.seller_id = o.seller_id and s.order_id = o.id;
  return null;
end
$$;

create function derive_listing_terms() returns trigger language plpgsql
  security definer set search_path from current set enable_seqscan = off as $$
begin
  insert into listing_search as s (seller_id, listing_id, terms)
  select l.seller_id, l.id, search_form(concat_ws(' ', l.title, l.sku, l.item_number, p.epid, p.gtin))
  from changed l left join products p on p.id = l.product_id
  on conflict (seller_id, listing_id) do update set terms = excluded.terms where s.terms <> excluded.terms;
  return null;
end
$$;

-- A listing's words are made anew only where something they are made of changed: not at each sale, price or count.
create function derive_listing_terms_again() returns trigger language plpgsql
  security definer set search_path from current set enable_seqscan = off as $$
begin
  update listing_search s set terms = search_form(concat_ws(' ', c.title, c.sku, c.item_number, p.epid, p.gtin))
  from changed c
  join former f on f.seller_id = c.seller_id and f.id = c.id
    and (f.title, f.sku, f.item_number, f.product_id) is distinct from (c.title, c.sku, c.item_number, c.product_id)
  left join products p on p.id = c.product_id
  where s.seller_id = c.seller_id and s.listing_id = c.id;
  return null;
end
$$;

create trigger lines_searched after insert on line_items referencing new table as changed for each statement execute function derive_search_terms();
create trigger lines_searched_again after update on line_items referencing new table as changed for each statement execute function derive_search_terms();
create trigger lines_unsearched after delete on line_items referencing old table as changed for each statement execute function derive_search_terms();
create trigger shipments_searched after insert on shipments referencing new table as changed for each statement execute function derive_search_terms();
create trigger shipments_searched_again after update on shipments referencing new table as changed for each statement execute function derive_search_terms();
create trigger shipments_unsearched after delete on shipments referencing old table as changed for each statement execute function derive_search_terms();
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
