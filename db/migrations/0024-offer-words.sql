-- Search of offers by parts of the buyer's name.

-- pg_trgm is found too, wherever the database has it.
select set_config('search_path', concat_ws(', ', current_setting('search_path'),
  (select extnamespace::regnamespace::text from pg_extension where extname = 'pg_trgm')), true);

create index buyer_offers_words on buyer_offers using gin (lower(buyer_username) gin_trgm_ops);
-- A view of the owner's, which searches by index. Row-level security does not hold for it, so it names the bound seller.
create view offer_words as
  select b.seller_id, b.id, lower(b.buyer_username) as words from buyer_offers b where b.seller_id = current_seller();
grant select on offer_words to hub_seller;
