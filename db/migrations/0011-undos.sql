-- How steps are taken back (undo): for each step that can be, its inverse, for a day. What is to be undone is found by
-- seller and member: a step is taken back by whoever took it. `#features/undo` says more.
create table undos (
  seller_id bigint not null references sellers on delete cascade,
  -- It stands in addresses and forms: drawn at random.
  id text not null default left(replace(gen_random_uuid()::text, '-', ''), 20),
  member_id text not null,
  -- Who knows how to read the inverse.
  kind text not null,
  -- What was done, and what its words need: a number of listings, a name.
  step text not null,
  said jsonb not null check (jsonb_typeof(said) = 'object'),
  inverse jsonb not null check (jsonb_typeof(inverse) = 'object'),
  made_at timestamptz not null,
  primary key (seller_id, id)
);
-- What the job removes, over all sellers.
create index undos_made on undos (made_at);

alter table undos enable row level security;
create policy own_rows on undos using (seller_id = current_seller());
grant select, insert, delete on undos to hub_seller;
