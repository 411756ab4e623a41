-- Stock by location (decision 106). A seller who keeps stock in several places names them; without rows, all of it is in one place.

create table stock_locations (
  seller_id bigint not null,
  -- 1 is the default location: sales are taken from it, and what is at no other location is there.
  id smallint not null check (id between 1 and 1000),
  name text not null check (char_length(name) between 1 and 40),
  made_at timestamptz not null,
  -- Kept for the transfers that name it.
  removed_at timestamptz,
  primary key (seller_id, id),
  check (id > 1 or removed_at is null)
);
select place_by_seller('stock_locations');
alter table stock_locations add foreign key (seller_id) references sellers on delete cascade;
create unique index stock_locations_name on stock_locations (seller_id, lower(name)) where removed_at is null;
alter table stock_locations enable row level security;
create policy own_rows on stock_locations using (seller_id = current_seller());
grant select, insert, update on stock_locations to hub_seller;

-- What is at locations other than the default one. Written by transfers alone.
create table stock_at_locations (
  seller_id bigint not null,
  sku text not null,
  location_id smallint not null check (location_id > 1),
  quantity integer not null constraint stock_is_at_location check (quantity >= 0),
  primary key (seller_id, sku, location_id)
);
select place_by_seller('stock_at_locations');
alter table stock_at_locations add foreign key (seller_id, sku) references stock_items on delete cascade;
alter table stock_at_locations add foreign key (seller_id, location_id) references stock_locations on delete cascade;
create index stock_at_locations_place on stock_at_locations (seller_id, location_id, sku) where quantity > 0;
alter table stock_at_locations enable row level security;
create policy own_rows on stock_at_locations using (seller_id = current_seller());
grant select on stock_at_locations to hub_seller;

-- Their sum, by which triggers tell whether a SKU is divided at all.
alter table stock_items add column elsewhere integer not null default 0;
-- previous version: does not write it
alter table stock_items add constraint stock_items_elsewhere_check check (elsewhere >= 0);

-- Items that went from one location to another. A row moves them.
create table stock_transfers (
  seller_id bigint not null,
  -- The form that moved them: sent again, it moves none.
  id text not null default left(replace(gen_random_uuid()::text, '-', ''), 16) check (id ~ '^[0-9a-f]{16}$'),
  sku text not null,
  from_location smallint not null,
  to_location smallint not null,
  quantity integer not null check (quantity > 0),
  -- Moved by a member; counted at one location, in place of the default one; or taken because the default one had none left.
  kind text not null check (kind in ('MOVED', 'COUNTED', 'TAKEN')),
  -- The member's name as it was; null if no member moved them.
  moved_by text,
  moved_at timestamptz not null default now(),
  -- The transfer that it takes back.
  undoes text,
  primary key (seller_id, id),
  unique (seller_id, undoes),
  check (from_location <> to_location)
);
select place_by_seller('stock_transfers');
alter table stock_transfers add foreign key (seller_id, sku) references stock_items on delete cascade;
alter table stock_transfers add foreign key (seller_id, from_location) references stock_locations on delete cascade;
alter table stock_transfers add foreign key (seller_id, to_location) references stock_locations on delete cascade;
create index stock_transfers_sku on stock_transfers (seller_id, sku, moved_at, id);
alter table stock_transfers enable row level security;
create policy own_rows on stock_transfers using (seller_id = current_seller());
grant select, insert on stock_transfers to hub_seller;

-- Where a count was taken; null if there was one location.
alter table stock_counts add column location_id smallint;
alter table stock_counts add foreign key (seller_id, location_id) references stock_locations on delete cascade;
