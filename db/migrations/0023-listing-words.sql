-- A listing's words are made anew only where something they are made of changed: a sale, a price or a count made them anew
-- too, as if nothing were known of them, and wrote nothing.
create function derive_listing_terms_again() returns trigger language plpgsql
  security definer set search_path = public, pg_temp set enable_seqscan = off as $$
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

drop trigger listings_searched_again on listings;
create trigger listings_searched_again after update on listings referencing old table as former new table as changed for each statement
  execute function derive_listing_terms_again();
