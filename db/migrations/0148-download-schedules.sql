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
  check ((weekday is not null) = (rhythm = 'WEEKLY')),
  check ((month_day is not null) = (rhythm = 'MONTHLY'))
);
select place_by_seller('download_schedules');
alter table download_schedules add foreign key (seller_id, template_id) references download_templates on delete cascade;
create index download_schedules_template on download_schedules (seller_id, template_id);
create index download_schedules_due on download_schedules (next_at) where next_at is not null;
alter table download_schedules enable row level security;
create policy own_rows on download_schedules using (seller_id = current_seller());
grant select, insert, update, delete on download_schedules to hub_seller;
