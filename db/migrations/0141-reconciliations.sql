-- A marketplace's report, compared with the seller's books.

create table reconciliations (
  seller_id bigint not null,
  -- In addresses: drawn at random.
  id text not null default left(replace(gen_random_uuid()::text, '-', ''), 16) check (id ~ '^[0-9a-f]{16}$'),
  member_name text not null,
  file_name text not null check (char_length(file_name) <= 120),
  -- How the file is read: header, columns, order of day and month.
  form jsonb not null check (jsonb_typeof(form) = 'object'),
  made_at timestamptz not null,
  -- Null until its columns are known.
  compared_at timestamptz,
  primary key (seller_id, id)
);
select place_by_seller('reconciliations');
alter table reconciliations add foreign key (seller_id) references sellers on delete cascade;
create index reconciliations_made on reconciliations (seller_id, made_at, id);
alter table reconciliations enable row level security;
create policy own_rows on reconciliations using (seller_id = current_seller());
grant select, insert, update, delete on reconciliations to hub_seller;

create table reconciliation_rows (
  seller_id bigint not null,
  reconciliation_id text not null,
  -- The line of the file.
  row integer not null,
  -- As written, without columns of buyers' data.
  fields text[] not null,
  primary key (seller_id, reconciliation_id, row)
);
select place_by_seller('reconciliation_rows');
alter table reconciliation_rows add foreign key (seller_id, reconciliation_id) references reconciliations on delete cascade;
alter table reconciliation_rows enable row level security;
create policy own_rows on reconciliation_rows using (seller_id = current_seller());
grant select, insert on reconciliation_rows to hub_seller;

create table reconciliation_results (
  seller_id bigint not null,
  reconciliation_id text not null,
  position integer not null,
  verdict text not null check (verdict in ('MATCHED', 'DIFFERENT', 'MISSING_HERE', 'MISSING_THERE', 'UNREAD', 'SKIPPED')),
  -- Null for rows that were not read.
  kind text check (kind in ('ORDER', 'SALE', 'REFUND', 'FEE_CREDIT', 'LABEL', 'CHARGE', 'ADJUSTMENT', 'DISPUTE', 'PAYOUT')),
  order_number text,
  -- The transaction or payout in the books.
  number text,
  currency text check (currency ~ '^[A-Z]{3}$'),
  -- The line of the file; null if only the books have it.
  row integer,
  report_minor bigint,
  -- In `book_currency`, which is the same unless that is the difference.
  book_minor bigint,
  book_currency text check (book_currency ~ '^[A-Z]{3}$'),
  -- Report minus books.
  difference_minor bigint,
  report_day text check (report_day ~ '^\d{4}-\d\d-\d\d$'),
  book_day text check (book_day ~ '^\d{4}-\d\d-\d\d$'),
  -- Why they differ, or why the row was not read.
  reasons jsonb not null check (jsonb_typeof(reasons) = 'array'),
  primary key (seller_id, reconciliation_id, position)
);
select place_by_seller('reconciliation_results');
alter table reconciliation_results add foreign key (seller_id, reconciliation_id) references reconciliations on delete cascade;
create index reconciliation_results_verdict on reconciliation_results (seller_id, reconciliation_id, verdict, position);
alter table reconciliation_results enable row level security;
create policy own_rows on reconciliation_results using (seller_id = current_seller());
grant select, insert, delete on reconciliation_results to hub_seller;
