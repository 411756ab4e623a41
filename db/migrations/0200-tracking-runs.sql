-- Uploads of tracking numbers are runs of files; one memory of the columns that sellers chose.

create table tracking_rows (
  seller_id bigint not null,
  run_id text not null,
  -- The line of the file.
  row integer not null check (row > 0),
  -- As written: nothing is made a number.
  fields text[] not null,
  order_number text,
  verdict text not null check (verdict in ('CHANGE', 'SAME', 'SKIPPED', 'PROBLEM', 'DONE', 'REFUSED')),
  -- The parcel's idempotency key.
  parcel_key text,
  wish jsonb,
  problems jsonb,
  -- What is worth knowing about a row that will be applied: a number that was repaired, a day that cannot be read.
  notes jsonb check (jsonb_typeof(notes) = 'array' and jsonb_array_length(notes) > 0),
  -- What a member typed in place of cells; `fields` stays as it was written.
  edits jsonb check (jsonb_typeof(edits) = 'object'),
  -- Rows that wait to be applied have an index of their own: without statistics of a new file PostgreSQL would read all of its rows.
  waits_in text generated always as (case when verdict = 'CHANGE' then run_id end) stored,
  primary key (seller_id, run_id, row),
  check ((verdict in ('CHANGE', 'DONE')) <= (wish is not null and parcel_key is not null and order_number is not null)),
  check (jsonb_typeof(problems) = 'array' and jsonb_array_length(problems) > 0),
  constraint tracking_rows_reason_check check ((verdict in ('PROBLEM', 'REFUSED', 'SKIPPED')) = (problems is not null))
);
select place_by_seller('tracking_rows');
alter table tracking_rows add foreign key (seller_id, run_id) references file_runs on delete cascade;
create index tracking_rows_waiting on tracking_rows (seller_id, waits_in, order_number) where waits_in is not null;
create index tracking_rows_verdict on tracking_rows (seller_id, run_id, verdict, row);
alter table tracking_rows enable row level security;
create policy own_rows on tracking_rows using (seller_id = current_seller());
grant select, insert, update, delete on tracking_rows to hub_seller;

-- The meaning of columns that a seller chose for files of a kind with the same header.
create table file_columns (
  seller_id bigint not null,
  kind text not null check (kind ~ '^[a-z]+(-[a-z]+)*$'),
  -- The names of all columns, as `headerName` writes them.
  header text not null check (length(header) between 2 and 20000),
  -- By kind of column, its place from 0.
  columns jsonb not null check (jsonb_typeof(columns) = 'object'),
  day_order text check (day_order in ('DMY', 'MDY')),
  chosen_at timestamptz not null,
  primary key (seller_id, kind, header)
);
select place_by_seller('file_columns');
alter table file_columns add foreign key (seller_id) references sellers on delete cascade;
insert into file_columns (seller_id, kind, header, columns, day_order, chosen_at)
select seller_id, 'tracking', header, columns, day_order, chosen_at from tracking_columns;
-- Which kind of file they were chosen for was not stored; meanings that a kind does not know are left out when they are read.
insert into file_columns (seller_id, kind, header, columns, day_order, chosen_at)
select seller_id, 'listings', header, columns, null, chosen_at from listing_upload_columns;
insert into file_columns (seller_id, kind, header, columns, day_order, chosen_at)
select seller_id, 'orders', header, columns, null, chosen_at from listing_upload_columns;
insert into file_columns (seller_id, kind, header, columns, day_order, chosen_at)
select seller_id, 'costs', header, columns, null, chosen_at from listing_upload_columns;
alter table file_columns enable row level security;
create policy own_rows on file_columns using (seller_id = current_seller());
grant select, insert, update, delete on file_columns to hub_seller;
