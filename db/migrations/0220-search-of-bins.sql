-- Bins are found by a part of their name.

-- pg_trgm is found too, wherever the database has it.
select set_config('search_path', concat_ws(', ', current_setting('search_path'),
  (select extnamespace::regnamespace::text from pg_extension where extname = 'pg_trgm')), true);

create index bins_words on bins using gin (lower(bin) gin_trgm_ops);

-- A view of the owner's, which searches by index. Row-level security does not hold for it, so it names the bound seller.
create view bin_words as
  select b.seller_id, b.sku, lower(b.bin) as words from bins b where b.seller_id = current_seller();

-- The servers of a cluster have the view without rights, as they have those of before the division: requests there use its query.
select set_config('citus.enable_ddl_propagation', 'off', true);
grant select on bin_words to hub_seller;
select set_config('citus.enable_ddl_propagation', 'on', true);
