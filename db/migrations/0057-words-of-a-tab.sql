-- A listing's tab beside its words: a page of the list is one tab, and to count what a search finds there every listing that held
-- the words was looked up. Now the words alone decide, and a search that has found more than it counts stops before it has looked
-- at one listing.
alter table listing_search add column tab text;
update listing_search s set tab = l.tab from listings l where l.seller_id = s.seller_id and l.id = s.listing_id;
alter table listing_search alter column tab set not null;

-- A view of the owner's that names the bound seller, as `order_words` is.
create view listing_words as
  select s.seller_id, s.listing_id as id, s.tab, s.terms from listing_search s where s.seller_id = current_seller();
grant select on listing_words to hub_seller;

create or replace function write_listing_terms(seller bigint, listings_of bigint[]) returns void language plpgsql
  set search_path from current set enable_seqscan = off as $$
declare
  ids bigint[];
  tabs_of text[];
  terms_of text[];
begin
  select array_agg(l.id), array_agg(l.tab), array_agg(search_form(concat_ws(' ', l.title, l.sku, l.item_number, p.epid, p.gtin)))
  into ids, tabs_of, terms_of
  from listings l left join products p on p.id = l.product_id
  where l.seller_id = seller and l.id = any (listings_of);

  insert into listing_search as s (seller_id, listing_id, tab, terms)
  select seller, * from unnest(ids, tabs_of, terms_of)
  on conflict (seller_id, listing_id) do update set tab = excluded.tab, terms = excluded.terms
    where (s.tab, s.terms) <> (excluded.tab, excluded.terms);
end
$$;

-- Made anew only where something they are made of changed, or the tab: not at each sale, price or count.
create or replace function derive_listing_terms_again() returns trigger language plpgsql
  security definer set search_path from current as $$
declare c record;
begin
  for c in
    select n.seller_id, array_agg(n.id) as ids from changed n join former f on f.seller_id = n.seller_id and f.id = n.id
    where (f.title, f.sku, f.item_number, f.product_id, f.tab) is distinct from (n.title, n.sku, n.item_number, n.product_id, n.tab)
    group by n.seller_id order by n.seller_id
  loop
    perform write_listing_terms(c.seller_id, c.ids);
  end loop;
  return null;
end
$$;
