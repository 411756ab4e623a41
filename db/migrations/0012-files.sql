-- Files that the hub reads or writes for a seller, one job each, and bulk edits.

-- Files that the hub reads or writes for a seller, one job each.
create table file_runs (
  seller_id bigint not null references sellers on delete cascade,
  -- In addresses: drawn at random.
  id text not null default left(replace(gen_random_uuid()::text, '-', ''), 16) check (id ~ '^[0-9a-f]{16}$'),
  direction text not null check (direction in ('UPLOAD', 'DOWNLOAD')),
  kind text not null check (kind ~ '^[a-z]+(-[a-z]+)*$'),
  state text not null check (state in ('CREATED', 'QUEUED', 'RUNNING', 'DONE', 'DONE_WITH_ERRORS', 'FAILED', 'CANCELLED')),
  file_name text not null check (char_length(file_name) between 1 and 120),
  format text not null check (format in ('CSV', 'CSV_SEMICOLON', 'TSV', 'XLSX')),
  -- What to do, as its kind knows it: columns and filters, or what each column means.
  plan jsonb not null check (jsonb_typeof(plan) = 'object'),
  -- Where the next part begins, as its kind knows it.
  position jsonb check (jsonb_typeof(position) = 'object'),
  -- Null until counted.
  total_rows integer check (total_rows >= 0),
  done_rows integer not null default 0 check (done_rows >= 0),
  error_rows integer not null default 0 check (error_rows >= 0),
  -- Why it failed, as a code.
  failure text check (failure ~ '^[a-z]+(-[a-z]+)*$'),
  -- Roles that may have its files.
  readers text[] not null,
  -- Its files are deleted when a buyer is erased.
  has_buyers boolean not null,
  member_id text not null,
  member_name text not null,
  -- The schedule and the time for which it made the run.
  schedule_id text,
  due_at timestamptz,
  -- How often work on it was begun: whoever began earlier can no longer report.
  attempt integer not null default 0,
  made_at timestamptz not null,
  started_at timestamptz,
  -- When somebody last worked on it: a run that was abandoned is taken over.
  worked_at timestamptz not null,
  finished_at timestamptz,
  kept_until timestamptz not null,
  -- Runs of the seller that are over before this one begins: orders wait for the listings of their SKUs.
  waits_for text[] not null default '{}',
  -- When somebody looked at it last, or wanted it: who watches is not told that it has ended.
  looked_at timestamptz not null,
  primary key (seller_id, id),
  check ((schedule_id is null) = (due_at is null)),
  check ((finished_at is not null) = (state in ('DONE', 'DONE_WITH_ERRORS', 'FAILED', 'CANCELLED'))),
  check ((failure is not null) = (state = 'FAILED'))
);
create index file_runs_made on file_runs (seller_id, made_at, id);
create index file_runs_open on file_runs (worked_at) where state in ('QUEUED', 'RUNNING');
create index file_runs_kept on file_runs (kept_until);
-- A schedule makes one run for each time.
create unique index file_runs_due on file_runs (seller_id, schedule_id, due_at) where schedule_id is not null;
alter table file_runs enable row level security;
create policy own_rows on file_runs using (seller_id = current_seller());
grant select, insert, update, delete on file_runs to hub_seller;

create table file_run_parts (
  seller_id bigint not null,
  run_id text not null,
  file text not null check (file in ('INPUT', 'RESULT')),
  -- In order, from 0.
  part integer not null check (part >= 0),
  content bytea not null,
  primary key (seller_id, run_id, file, part),
  foreign key (seller_id, run_id) references file_runs on delete cascade
);
alter table file_run_parts enable row level security;
create policy own_rows on file_run_parts using (seller_id = current_seller());
grant select, insert, delete on file_run_parts to hub_seller;

-- The meaning of columns that a seller chose for files of a kind with the same header.
create table file_columns (
  seller_id bigint not null references sellers on delete cascade,
  kind text not null check (kind ~ '^[a-z]+(-[a-z]+)*$'),
  -- The names of all columns, as `headerName` writes them.
  header text not null check (length(header) between 2 and 20000),
  -- By kind of column, its place from 0.
  columns jsonb not null check (jsonb_typeof(columns) = 'object'),
  day_order text check (day_order in ('DMY', 'MDY')),
  chosen_at timestamptz not null,
  -- What a seller chose for files with a header beside their columns: kinds of a report's rows, how amounts are written.
  choices jsonb not null default '{}',
  primary key (seller_id, kind, header),
  constraint file_columns_choices check (jsonb_typeof(choices) = 'object')
);
alter table file_columns enable row level security;
create policy own_rows on file_columns using (seller_id = current_seller());
grant select, insert, update, delete on file_columns to hub_seller;

-- Downloads that a shop makes again and again, under a name.
create table download_templates (
  seller_id bigint not null references sellers on delete cascade,
  -- In addresses: drawn at random.
  id text not null default left(replace(gen_random_uuid()::text, '-', ''), 16) check (id ~ '^[0-9a-f]{16}$'),
  kind text not null check (kind ~ '^[a-z]+(-[a-z]+)*$'),
  name text not null check (char_length(name) between 1 and 60),
  -- Rows, columns and format, as downloads read them.
  plan jsonb not null check (jsonb_typeof(plan) = 'object'),
  saved_at timestamptz not null,
  primary key (seller_id, id),
  unique (seller_id, kind, name)
);
alter table download_templates enable row level security;
create policy own_rows on download_templates using (seller_id = current_seller());
grant select, insert, update, delete on download_templates to hub_seller;

-- Templates whose file is made at a regular time.
create table download_schedules (
  seller_id bigint not null,
  -- In forms: drawn at random.
  id text not null default left(replace(gen_random_uuid()::text, '-', ''), 16) check (id ~ '^[0-9a-f]{16}$'),
  template_id text not null,
  rhythm text not null check (rhythm in ('DAILY', 'WEEKLY', 'MONTHLY')),
  -- Monday 1 to Sunday 7.
  weekday integer check (weekday between 1 and 7),
  -- In shorter months the last day.
  month_day integer check (month_day between 1 and 31),
  -- In the shop's zone.
  hour integer not null check (hour between 0 and 23),
  -- Whose role decides what the files may have.
  member_id text not null,
  member_name text not null,
  made_at timestamptz not null,
  -- Null while it is paused.
  next_at timestamptz,
  primary key (seller_id, id),
  foreign key (seller_id, template_id) references download_templates on delete cascade,
  check ((weekday is not null) = (rhythm = 'WEEKLY')),
  check ((month_day is not null) = (rhythm = 'MONTHLY'))
);
create index download_schedules_template on download_schedules (seller_id, template_id);
create index download_schedules_due on download_schedules (next_at) where next_at is not null;
alter table download_schedules enable row level security;
create policy own_rows on download_schedules using (seller_id = current_seller());
grant select, insert, update, delete on download_schedules to hub_seller;

-- Uploaded files of orders and of unit costs: what was found of each record, and what became of it. What a record holds stays in
-- the file, so that erasing a buyer erases it with the file.
create table upload_records (
  seller_id bigint not null,
  run_id text not null,
  -- Where the record begins in the file.
  line integer not null check (line > 0),
  -- Number of the order, or the SKU.
  name text not null,
  verdict text not null check (verdict in ('CHANGE', 'SAME', 'SKIPPED', 'PROBLEM', 'DONE', 'REFUSED')),
  -- What the page says of it, such as its amount; null if it could not be read.
  summary jsonb check (jsonb_typeof(summary) = 'object'),
  problems jsonb not null check (jsonb_typeof(problems) = 'array'),
  primary key (seller_id, run_id, line),
  foreign key (seller_id, run_id) references file_runs on delete cascade
);
create index upload_records_verdict on upload_records (seller_id, run_id, verdict, line);
-- An order stands in its file once: parts look up the names of those above.
create index upload_records_name on upload_records (seller_id, run_id, name);
alter table upload_records enable row level security;
create policy own_rows on upload_records using (seller_id = current_seller());
grant select, insert, update, delete on upload_records to hub_seller;

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
  verdict text not null,
  -- Values to set by field, and those that the seller saw when the file was checked.
  patch jsonb not null check (jsonb_typeof(patch) = 'object'),
  before jsonb not null check (jsonb_typeof(before) = 'object'),
  problems jsonb not null check (jsonb_typeof(problems) = 'array'),
  -- Line of the row that creates the listing of this variation.
  head integer check (head > 0),
  -- The variations that are created with the listing: SKU, options, rows.
  variations jsonb check (jsonb_typeof(variations) = 'object'),
  -- Addresses of the pictures of a listing that is created.
  pictures text[] not null default '{}',
  -- The listing before it was ended, to restore it.
  ended jsonb check (jsonb_typeof(ended) = 'object'),
  -- Files of listings: the format of new ones, and pictures that replace those of listings that are there.
  format text,
  -- Pictures that it replaced, to restore them.
  pictures_before jsonb,
  -- Drafts that files create: when they begin, and the number of their product as the file writes it.
  starts_at timestamptz,
  product text,
  primary key (seller_id, run_id, line),
  foreign key (seller_id, run_id) references file_runs on delete cascade,
  -- Once undone UNDONE or KEPT.
  constraint listing_upload_rows_verdict_check
  check (verdict in ('CHANGE', 'SAME', 'SKIPPED', 'PROBLEM', 'DONE', 'REFUSED', 'UNDONE', 'KEPT'))
);
create index listing_upload_rows_verdict on listing_upload_rows (seller_id, run_id, verdict, line);
-- A file changes each listing, and creates each SKU, once.
create index listing_upload_rows_listing on listing_upload_rows (seller_id, run_id, listing_id)
  where listing_id is not null;
create index listing_upload_rows_sku on listing_upload_rows (seller_id, run_id, (patch ->> 'sku'))
  where action = 'CREATE';
alter table listing_upload_rows enable row level security;
create policy own_rows on listing_upload_rows using (seller_id = current_seller());
grant select, insert, update, delete on listing_upload_rows to hub_seller;

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
  -- The order of a row that names none itself: that of a row above it.
  order_text text,
  -- `=` and the order's number, `?` and a text that is none, or nothing; null: not read yet. Rows are checked in this order.
  order_group text collate "C",
  primary key (seller_id, run_id, row),
  foreign key (seller_id, run_id) references file_runs on delete cascade,
  check ((verdict in ('CHANGE', 'DONE')) <= (wish is not null and parcel_key is not null and order_number is not null)),
  check (jsonb_typeof(problems) = 'array' and jsonb_array_length(problems) > 0),
  constraint tracking_rows_reason_check check ((verdict in ('PROBLEM', 'REFUSED', 'SKIPPED')) = (problems is not null))
);
create index tracking_rows_waiting on tracking_rows (seller_id, waits_in, order_number) where waits_in is not null;
create index tracking_rows_verdict on tracking_rows (seller_id, run_id, verdict, row);
create index tracking_rows_group on tracking_rows (seller_id, run_id, order_group, row);
alter table tracking_rows enable row level security;
create policy own_rows on tracking_rows using (seller_id = current_seller());
grant select, insert, update, delete on tracking_rows to hub_seller;

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
  primary key (seller_id, run_id, position),
  foreign key (seller_id, run_id) references file_runs on delete cascade
);
create index report_lines_verdict on report_lines (seller_id, run_id, verdict, position);
alter table report_lines enable row level security;
create policy own_rows on report_lines using (seller_id = current_seller());
grant select, insert, delete on report_lines to hub_seller;

-- Bulk edits: many listings as a spreadsheet, changed only once they are applied.
create table bulk_edits (
  seller_id bigint not null references sellers on delete cascade,
  -- In addresses: drawn at random.
  id text not null default left(replace(gen_random_uuid()::text, '-', ''), 16) check (id ~ '^[0-9a-f]{16}$'),
  member_id text not null,
  member_name text not null,
  state text not null default 'REVIEW' check (state in ('REVIEW', 'RUNNING', 'STOPPED', 'DONE', 'UNDOING', 'UNDONE')),
  -- The listings in the order of the list that they were chosen from.
  listing_ids bigint[] not null check (cardinality(listing_ids) between 1 and 100000),
  -- The list that it was opened from.
  opened_from text not null,
  -- Columns, and operations as typed.
  form jsonb not null check (jsonb_typeof(form) = 'object'),
  -- How many listings have been checked with these operations.
  checked integer not null default 0 check (checked >= 0),
  made_at timestamptz not null,
  -- When somebody last worked on it: a run that was abandoned is resumed.
  worked_at timestamptz not null,
  -- Null until it is first applied.
  applied_at timestamptz,
  -- When it was done or stopped; it can be undone for a day.
  ended_at timestamptz,
  -- The variation at each place: the values of its axes, each on a line; empty for the listing itself. Null: only listings.
  variations text[],
  -- How many listings there are; the other places are variations.
  listings integer not null,
  -- When a bulk edit was begun, continued or undone last, and how many of its rows were applied or undone then: the time that is left
  -- follows from both. Null before.
  begun_at timestamptz,
  begun_rows integer,
  -- Who opened, applied, continued or undid a bulk edit last: it runs as long as that member edits listings.
  run_by text not null,
  run_by_name text not null,
  -- Whether it stopped because that member no longer edits listings.
  lacks_role boolean not null default false,
  -- Numbers of rows by state, and sums of the prices that change; null since rows changed, until they are counted.
  counts jsonb,
  primary key (seller_id, id)
);
create index bulk_edits_made on bulk_edits (seller_id, made_at, id);
create index bulk_edits_running on bulk_edits (worked_at) where state in ('RUNNING', 'UNDOING');
alter table bulk_edits enable row level security;
create policy own_rows on bulk_edits using (seller_id = current_seller());
grant select, insert, update, delete on bulk_edits to hub_seller;

-- Rows that change, have a problem, or cells that were typed. Others stay as they are and have no row.
create table bulk_edit_rows (
  seller_id bigint not null,
  edit_id text not null,
  -- The place in `listing_ids`, from 1.
  position integer not null check (position > 0),
  listing_id bigint not null,
  -- Typed cells by column, in place of the operations.
  cells jsonb check (jsonb_typeof(cells) = 'object'),
  -- SAME, CHANGE and PROBLEM before it is applied; then DONE or LEFT; once undone UNDONE or KEPT.
  state text not null check (state in ('SAME', 'CHANGE', 'PROBLEM', 'DONE', 'LEFT', 'UNDONE', 'KEPT')),
  -- The values of the changed columns, before and after.
  before jsonb not null check (jsonb_typeof(before) = 'object'),
  after jsonb not null check (jsonb_typeof(after) = 'object'),
  problems jsonb not null check (jsonb_typeof(problems) = 'array'),
  variation text not null default '',
  primary key (seller_id, edit_id, position),
  foreign key (seller_id, edit_id) references bulk_edits on delete cascade
);
create index bulk_edit_rows_state on bulk_edit_rows (seller_id, edit_id, state, position);
alter table bulk_edit_rows enable row level security;
create policy own_rows on bulk_edit_rows using (seller_id = current_seller());
grant select, insert, update, delete on bulk_edit_rows to hub_seller;
