-- Uploaded files of listings: listings with variations, pictures by their addresses, and undo.

alter table listing_upload_rows
  -- Line of the row that creates the listing of this variation.
  add column head integer,
  -- The variations that are created with the listing: SKU, options, rows.
  add column variations jsonb,
  -- Addresses of the pictures of a listing that is created.
  add column pictures text[] not null default '{}',
  -- The listing before it was ended, to restore it.
  add column ended jsonb;
-- previous version: does not write them
alter table listing_upload_rows add constraint listing_upload_rows_head_check check (head > 0);
-- previous version: does not write them
alter table listing_upload_rows
  add constraint listing_upload_rows_variations_check check (jsonb_typeof(variations) = 'object');
-- previous version: does not write them
alter table listing_upload_rows add constraint listing_upload_rows_ended_check check (jsonb_typeof(ended) = 'object');
alter table listing_upload_rows drop constraint listing_upload_rows_verdict_check;
-- Once undone UNDONE or KEPT.
alter table listing_upload_rows add constraint listing_upload_rows_verdict_check
  check (verdict in ('CHANGE', 'SAME', 'SKIPPED', 'PROBLEM', 'DONE', 'REFUSED', 'UNDONE', 'KEPT'));
-- A file changes each listing, and creates each SKU, once.
create index listing_upload_rows_listing on listing_upload_rows (seller_id, run_id, listing_id)
  where listing_id is not null;
create index listing_upload_rows_sku on listing_upload_rows (seller_id, run_id, (patch ->> 'sku'))
  where action = 'CREATE';

-- SKUs of the variations of drafts that files created: by them a file that is sent again creates nothing twice.
create table draft_skus (
  seller_id bigint not null,
  sku text not null check (char_length(sku) between 1 and 50),
  listing_id bigint not null,
  primary key (seller_id, sku, listing_id)
);
select place_by_seller('draft_skus');
alter table draft_skus add foreign key (seller_id, listing_id) references listings on delete cascade;
create index draft_skus_listing on draft_skus (seller_id, listing_id);
alter table draft_skus enable row level security;
create policy own_rows on draft_skus using (seller_id = current_seller());
grant select, insert, delete on draft_skus to hub_seller;
