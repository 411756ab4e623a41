-- Another location can become the default one: the one that was chosen last, else the first. Moves of several SKUs at once.

-- The highest is the default one's; null if it was never chosen.
alter table stock_locations add column default_nth integer;
alter table stock_locations drop constraint stock_locations_check;
-- The former default location has rows here, too; the present one has none.
alter table stock_at_locations drop constraint stock_at_locations_location_id_check;

-- A row of a count is left, too, because all locations together would have more than can be on hand.
alter table stock_count_rows drop constraint stock_count_rows_state_check;
alter table stock_count_rows
  add constraint stock_count_rows_state_check check (state in ('OPEN', 'DONE', 'CHANGED', 'RESERVED', 'TOO_MANY'));

-- Moves of several SKUs, from one location to another: each line is a transfer.
create table stock_moves (
  seller_id bigint not null,
  -- The form that moved them: sent again, it moves none.
  id text not null check (id ~ '^[0-9a-f]{16}$'),
  from_location smallint not null,
  to_location smallint not null,
  skus integer not null check (skus > 0),
  quantity integer not null check (quantity > 0),
  -- The member's name as it was.
  moved_by text not null,
  moved_at timestamptz not null,
  -- The move that it takes back.
  undoes text,
  primary key (seller_id, id),
  unique (seller_id, undoes)
);
select place_by_seller('stock_moves');
alter table stock_moves add foreign key (seller_id, from_location) references stock_locations on delete cascade;
alter table stock_moves add foreign key (seller_id, to_location) references stock_locations on delete cascade;
create index stock_moves_moved on stock_moves (seller_id, moved_at, id);
alter table stock_moves enable row level security;
create policy own_rows on stock_moves using (seller_id = current_seller());
grant select, insert on stock_moves to hub_seller;

-- Null if a transfer moved one SKU alone.
alter table stock_transfers add column move_id text;
alter table stock_transfers add foreign key (seller_id, move_id) references stock_moves on delete cascade;
create index stock_transfers_move on stock_transfers (seller_id, move_id) where move_id is not null;
