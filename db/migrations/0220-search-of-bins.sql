-- Bins are found by a part of their name.

-- pg_trgm is found too, wherever the database has it.
select set_config('search_path', concat_ws(', ', current_setting('search_path'),
  (select extnamespace::regnamespace::text from pg_extension where extname = 'pg_trgm')), true);

create index bins_words on bins using gin (lower(bin) gin_trgm_ops);

-- A view of the owner's, which searches by index. Row-level security does not hold for it, so it names the bound seller.
create view bin_words as
  select seller_id, sku, lower(bin) as words from bins where seller_id = current_seller();
grant select on bin_words to hub_seller;
