-- Files of listings: what each row would change, and what became of it.

create table listing_upload_rows (
  seller_id bigint not null,
  run_id text not null,
  -- The line of the file.
  line integer not null check (line > 0),
  -- Null if the row does not say what to do.
  action text check (action in ('CREATE', 'REVISE', 'END')),
  -- Null if the row names no listing; a draft may have been discarded since.
  listing_id bigint,
  -- Position of the listing's variation; null for the listing itself.
  variation integer,
  verdict text not null check (verdict in ('CHANGE', 'SAME', 'SKIPPED', 'PROBLEM', 'DONE', 'REFUSED')),
  -- Values to set by field, and those that the seller saw when the file was checked.
  patch jsonb not null check (jsonb_typeof(patch) = 'object'),
  before jsonb not null check (jsonb_typeof(before) = 'object'),
  problems jsonb not null check (jsonb_typeof(problems) = 'array'),
  primary key (seller_id, run_id, line)
);
select place_by_seller('listing_upload_rows');
alter table listing_upload_rows add foreign key (seller_id, run_id) references file_runs on delete cascade;
create index listing_upload_rows_verdict on listing_upload_rows (seller_id, run_id, verdict, line);
alter table listing_upload_rows enable row level security;
create policy own_rows on listing_upload_rows using (seller_id = current_seller());
grant select, insert, update, delete on listing_upload_rows to hub_seller;

-- The meaning of columns that a seller chose for files with the same header.
create table listing_upload_columns (
  seller_id bigint not null,
  -- The names of all columns, as `headerName` writes them.
  header text not null check (length(header) between 2 and 20000),
  -- By kind of column, its place from 0.
  columns jsonb not null check (jsonb_typeof(columns) = 'object'),
  chosen_at timestamptz not null,
  primary key (seller_id, header)
);
select place_by_seller('listing_upload_columns');
alter table listing_upload_columns add foreign key (seller_id) references sellers on delete cascade;
alter table listing_upload_columns enable row level security;
create policy own_rows on listing_upload_columns using (seller_id = current_seller());
grant select, insert, update, delete on listing_upload_columns to hub_seller;
