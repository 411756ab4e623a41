-- Orders are found by whatever a person has on hand: the marketplace's own number, the recipient, company, street, town, phone or
-- postcode, in any usual spelling. Each stored word has its spellings beside it, so that a search stays one look into an index.

-- Lower case, without accents, blanks and marks: "12-88566-16953" is "128856616953", "O’Brien" is "obrien". Line breaks part
-- what does not belong together.
create function compact_form(words text) returns text
  language sql stable parallel safe
  return translate(search_form(words), E'\n \t!"#$%&''()*+,-./:;<=>?@[\\]^_`{|}~´‘’‚ʼ‐‑‒–—―−·・、。〒', ' ');

-- Spellings of names and places: as written, compact, with umlauts written out ("mueller" of "Müller"), and with what looks like
-- written-out umlauts folded ("muller" of "Mueller").
create function name_forms(names text) returns text
  language sql stable parallel safe
  return concat_ws(' ', search_form(replace(names, E'\n', ' ')), compact_form(names),
    case when names ~ '[äöüøåÄÖÜØÅ]' then compact_form(
      replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(names,
        'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'ø', 'oe'), 'å', 'aa'), 'Ä', 'ae'), 'Ö', 'oe'), 'Ü', 'ue'), 'Ø', 'oe'), 'Å', 'aa')) end,
    case when names ~ '[aouAOU]e|[aA]a' then compact_form(
      regexp_replace(regexp_replace(names, '([aouAOU])e', '\1', 'g'), '([aA])a', '\1', 'g')) end);

-- What anybody who sees the order finds it by; `skus` and `parcels` are lines.
create function order_terms(order_number text, external_id text, username text, lines text, skus text, parcels text) returns text
  language sql stable parallel safe
  return concat_ws(' ', search_form(concat_ws(' ', order_number, external_id, username, lines, parcels)),
    compact_form(concat_ws(E'\n', order_number, external_id, username, skus, parcels)));

-- What only whoever sees addresses finds it by; `places` go from the region to the street. A phone number stands there as its
-- digits, without a trunk zero in brackets; an address in Chinese, Japanese or Korean also in one piece, as it is written.
create function order_personal(names text[], places text[], postcode text, phone text, others text) returns text
  language sql stable parallel safe
  return concat_ws(' ',
    name_forms(normalize(array_to_string(names || places, E'\n'), NFKC)),
    case when array_to_string(places, '') ~ '[぀-ヿ㐀-鿿가-힯]' then compact_form(normalize(array_to_string(places, ''), NFKC)) end,
    search_form(concat_ws(' ', postcode, phone, others)),
    compact_form(normalize(postcode, NFKC)),
    regexp_replace(replace(normalize(phone, NFKC), '(0)', ''), '[^0-9]', '', 'g'));

-- Rows that older rules made are rewritten by a job, a few at a time (`features/orders/renew-search-words.server.ts`).
alter table order_search add column version smallint not null default 1;
alter table order_search alter column version set default 2;
create index order_search_old on order_search (seller_id, order_id) where version < 2;

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
  join addresses a on a.seller_id = seller and a.id = o.ship_to_address_id
  left join order_notes n on n.seller_id = seller and n.order_id = o.id
  where o.seller_id = seller and o.id = any (orders_of);

  insert into order_search as s (seller_id, order_id, terms, personal)
  select seller, * from unnest(ids, terms_of, personal_of)
  on conflict (seller_id, order_id) do update set terms = excluded.terms, personal = excluded.personal, version = excluded.version
    where (s.terms, s.personal, s.version) <> (excluded.terms, excluded.personal, excluded.version);
end
$$;

create or replace function derive_terms_of_addresses() returns trigger language plpgsql
  security definer set search_path from current as $$
declare c record;
begin
  for c in
    select n.seller_id, array_agg(n.id) as ids from changed n join former f on f.seller_id = n.seller_id and f.id = n.id
    where f.* is distinct from n.* group by n.seller_id order by n.seller_id
  loop
    perform write_order_terms(c.seller_id,
      (select array_agg(id) from orders where seller_id = c.seller_id and ship_to_address_id = any (c.ids)));
  end loop;
  return null;
end
$$;

-- An order that goes to another address, or that the marketplace gives another number.
create function derive_terms_of_orders() returns trigger language plpgsql
  security definer set search_path from current as $$
declare c record;
begin
  for c in
    select n.seller_id, array_agg(n.id) as ids from changed n join former f on f.seller_id = n.seller_id and f.id = n.id
    where (f.external_id, f.buyer_username, f.buyer_id, f.buyer_name, f.buyer_email, f.ship_to_address_id)
      is distinct from (n.external_id, n.buyer_username, n.buyer_id, n.buyer_name, n.buyer_email, n.ship_to_address_id)
    group by n.seller_id order by n.seller_id
  loop
    perform write_order_terms(c.seller_id, c.ids);
  end loop;
  return null;
end
$$;
create trigger orders_searched_again after update on orders referencing old table as former new table as changed for each statement
  execute function derive_terms_of_orders();

-- A small hub's orders are done at once; of a large one the job does them while it serves.
do $$
declare c record;
begin
  if (select count(*) from (select from orders limit 20001) few) > 20000 then
    return;
  end if;
  for c in select seller_id, array_agg(id) as ids from orders group by seller_id, id / 10000 order by seller_id loop
    perform write_order_terms(c.seller_id, c.ids);
  end loop;
end
$$;
