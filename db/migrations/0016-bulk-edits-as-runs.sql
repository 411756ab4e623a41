-- previous version: none is in use, since 1.0.0 is not released
drop table bulk_edit_rows, bulk_edits;

-- Bulk edits, which are runs of files without a file: many listings as a spreadsheet, changed only once they are applied.
create table bulk_edits (
  seller_id bigint not null,
  -- The run, whose plan has the columns, and the operations as typed.
  id text not null,
  -- The listings in the order of the list that they were chosen from.
  listing_ids bigint[] not null check (cardinality(listing_ids) between 1 and 100000),
  -- The variation at each place: the values of its axes, each on a line; empty for the listing itself. Null: only listings.
  variations text[],
  -- How many listings there are; the other places are variations.
  listings integer not null,
  -- How many places have been checked with these operations.
  checked integer not null default 0 check (checked >= 0),
  -- Numbers of rows by state, and sums of the prices that change; null since rows changed, until they are counted.
  counts jsonb,
  primary key (seller_id, id)
);
select place_by_seller('bulk_edits');
alter table bulk_edits add foreign key (seller_id, id) references file_runs on delete cascade;
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
  primary key (seller_id, edit_id, position)
);
select place_by_seller('bulk_edit_rows');
alter table bulk_edit_rows add foreign key (seller_id, edit_id) references bulk_edits on delete cascade;
create index bulk_edit_rows_state on bulk_edit_rows (seller_id, edit_id, state, position);
alter table bulk_edit_rows enable row level security;
create policy own_rows on bulk_edit_rows using (seller_id = current_seller());
grant select, insert, update, delete on bulk_edit_rows to hub_seller;
