-- Kits: listings and variations that are made of units of SKUs, and the parts of their order lines.

create table kit_parts (
  seller_id bigint not null,
  listing_id bigint not null,
  -- Of a variation; 0 of the listing itself.
  position smallint not null check (position between 0 and 100),
  part_sku text not null check (char_length(part_sku) between 1 and 50),
  units integer not null check (units between 1 and 1000),
  -- The order in which the seller names the parts.
  nth smallint not null,
  primary key (seller_id, listing_id, position, part_sku)
);
select place_by_seller('kit_parts');
alter table kit_parts add foreign key (seller_id, listing_id) references listings on delete cascade;
create index kit_parts_of_sku on kit_parts (seller_id, part_sku);
alter table kit_parts enable row level security;
create policy own_rows on kit_parts using (seller_id = current_seller());
grant select, insert, update, delete on kit_parts to hub_seller;

-- What a line of a kit was made of when it was sold, and how many units of it are reserved and have left.
create table line_parts (
  seller_id bigint not null,
  line_item_id bigint not null,
  sku text not null,
  nth smallint not null,
  order_id bigint not null,
  -- Units of one kit.
  units integer not null check (units > 0),
  title text not null,
  -- Whose units they are, as of `line_items`. Null if nothing had the SKU.
  listing_id bigint,
  variation text,
  held_units integer not null default 0 check (held_units >= 0),
  gone_units integer not null default 0 check (gone_units >= 0),
  primary key (seller_id, line_item_id, sku),
  check (listing_id is not null or held_units = 0)
);
select place_by_seller('line_parts');
alter table line_parts add foreign key (seller_id, line_item_id) references line_items on delete cascade;
alter table line_parts add foreign key (seller_id, listing_id) references listings;
create index line_parts_of_order on line_parts (seller_id, order_id);
create index line_parts_held on line_parts (seller_id, listing_id) where held_units > 0;
alter table line_parts enable row level security;
create policy own_rows on line_parts using (seller_id = current_seller());
grant select on line_parts to hub_seller;

alter table listings add column is_kit boolean not null default false;
-- previous version: none is in use, since 1.0.0 is not released
alter table listings add constraint listings_kit_of_parts check (not is_kit or (format = 'FIXED_PRICE' and not shares_stock and not shop_counts and reserved = 0));
alter table listing_variations add column is_kit boolean not null default false;
alter table stock_items add column is_kit boolean not null default false;
alter table line_items add column is_kit boolean not null default false;

-- The part of a kit that was packed; null for other lines.
alter table pack_events add column part_sku text;
