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
  primary key (seller_id, run_id, line)
);
select place_by_seller('upload_records');
alter table upload_records add foreign key (seller_id, run_id) references file_runs on delete cascade;
create index upload_records_verdict on upload_records (seller_id, run_id, verdict, line);
alter table upload_records enable row level security;
create policy own_rows on upload_records using (seller_id = current_seller());
grant select, insert, update, delete on upload_records to hub_seller;
