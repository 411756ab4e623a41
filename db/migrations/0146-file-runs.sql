-- Files that the hub reads or writes for a seller, one job each.

create table file_runs (
  seller_id bigint not null,
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
  primary key (seller_id, id),
  check ((schedule_id is null) = (due_at is null)),
  check ((finished_at is not null) = (state in ('DONE', 'DONE_WITH_ERRORS', 'FAILED', 'CANCELLED'))),
  check ((failure is not null) = (state = 'FAILED'))
);
select place_by_seller('file_runs');
alter table file_runs add foreign key (seller_id) references sellers on delete cascade;
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
  primary key (seller_id, run_id, file, part)
);
select place_by_seller('file_run_parts');
alter table file_run_parts add foreign key (seller_id, run_id) references file_runs on delete cascade;
alter table file_run_parts enable row level security;
create policy own_rows on file_run_parts using (seller_id = current_seller());
grant select, insert, delete on file_run_parts to hub_seller;
