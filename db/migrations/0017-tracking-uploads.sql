-- Files of tracking numbers: what each row of a file will do, and did. Kept, so that a file is applied to its end whatever
-- happens to the process that began, and so that everybody sees the same. `features/tracking-upload` says more.

create table tracking_uploads (
  seller_id bigint not null references sellers on delete cascade,
  -- It stands in addresses: drawn at random.
  id text not null default left(replace(gen_random_uuid()::text, '-', ''), 16),
  member_id text not null,
  member_name text not null,
  file_name text not null,
  -- How the file is written: dialect, delimiter, header, lines left out.
  form jsonb not null check (jsonb_typeof(form) = 'object'),
  state text not null default 'CHECKED' check (state in ('CHECKED', 'RUNNING', 'STOPPED', 'DONE')),
  made_at timestamptz not null,
  -- When somebody last worked on it: one that runs and is left alone is taken up again.
  worked_at timestamptz not null,
  primary key (seller_id, id)
);
create index tracking_uploads_running on tracking_uploads (worked_at) where state = 'RUNNING';

create table tracking_upload_rows (
  seller_id bigint not null,
  upload_id text not null,
  -- The line of the file.
  row integer not null,
  -- As written; nothing is made a number.
  fields text[] not null,
  order_number text,
  -- What will become of it: CHANGE, SAME, PROBLEM; once applied DONE or REFUSED.
  verdict text not null check (verdict in ('CHANGE', 'SAME', 'PROBLEM', 'DONE', 'REFUSED')),
  -- Of the parcel it is part of: applied twice, it is one.
  parcel_key text,
  wish jsonb,
  problem jsonb,
  primary key (seller_id, upload_id, row),
  foreign key (seller_id, upload_id) references tracking_uploads on delete cascade,
  check ((verdict in ('CHANGE', 'DONE')) <= (wish is not null and parcel_key is not null and order_number is not null)),
  check ((verdict in ('PROBLEM', 'REFUSED')) = (problem is not null))
);
create index tracking_upload_rows_order on tracking_upload_rows (seller_id, upload_id, verdict, order_number);

do $$
declare name text;
begin
  foreach name in array array['tracking_uploads', 'tracking_upload_rows']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy own_rows on %I using (seller_id = current_seller())', name);
    execute format('grant select, insert, update, delete on %I to hub_seller', name);
  end loop;
end
$$;
