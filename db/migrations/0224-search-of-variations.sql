-- The rule that made the words of a listing; a job rewrites older ones, which lack the SKUs of variations.
alter table listing_search add column version smallint not null default 1;
create index listing_search_old on listing_search (seller_id, listing_id) where version < 2;
