-- Which column of a file of tracking numbers holds what, as a seller said it for a file whose columns the hub did not know by
-- name: remembered for files with the same header. `features/tracking-upload` says more.

create table tracking_columns (
  seller_id bigint not null references sellers on delete cascade,
  -- The names of all columns, as `headerName` of `column-choice.ts` writes them.
  header text not null check (length(header) between 2 and 20000),
  -- By kind of column, its place from 0.
  columns jsonb not null check (jsonb_typeof(columns) = 'object'),
  chosen_at timestamptz not null,
  primary key (seller_id, header)
);

alter table tracking_columns enable row level security;
create policy own_rows on tracking_columns using (seller_id = current_seller());
grant select, insert, update, delete on tracking_columns to hub_seller;

-- A file whose columns are not known waits until they are chosen.
alter table tracking_uploads drop constraint tracking_uploads_state_check;
alter table tracking_uploads add constraint tracking_uploads_state_check
  check (state in ('UNREAD', 'CHECKED', 'RUNNING', 'STOPPED', 'DONE'));
