-- Reports of a marketplace, compared with the books, are runs of files.

create table report_lines (
  seller_id bigint not null,
  run_id text not null,
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
  primary key (seller_id, run_id, position)
);
select place_by_seller('report_lines');
alter table report_lines add foreign key (seller_id, run_id) references file_runs on delete cascade;
create index report_lines_verdict on report_lines (seller_id, run_id, verdict, position);
alter table report_lines enable row level security;
create policy own_rows on report_lines using (seller_id = current_seller());
grant select, insert, delete on report_lines to hub_seller;

-- Files of listings: the format of new ones, and pictures that replace those of listings that are there.
alter table listing_upload_rows
  add column format text,
  -- Pictures that it replaced, to restore them.
  add column pictures_before jsonb;
-- Whether the pictures also replace those that a member chose; until they are shown.
alter table picture_fetches add column replaces boolean not null default false;
