-- Bulk edits: many listings as a spreadsheet, changed only once they are applied.

create table bulk_edits (
  seller_id bigint not null,
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
  primary key (seller_id, id)
);
select place_by_seller('bulk_edits');
alter table bulk_edits add foreign key (seller_id) references sellers on delete cascade;
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
  primary key (seller_id, edit_id, position)
);
select place_by_seller('bulk_edit_rows');
alter table bulk_edit_rows add foreign key (seller_id, edit_id) references bulk_edits on delete cascade;
create index bulk_edit_rows_state on bulk_edit_rows (seller_id, edit_id, state, position);
alter table bulk_edit_rows enable row level security;
create policy own_rows on bulk_edit_rows using (seller_id = current_seller());
grant select, insert, update, delete on bulk_edit_rows to hub_seller;
