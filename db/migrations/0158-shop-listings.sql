-- Ids by which a marketplace's shop knows listings and their variations, and its own categories.

create table shop_listings (
  seller_id bigint not null,
  external_id text not null check (char_length(external_id) between 1 and 100),
  listing_id bigint not null,
  -- Hash of what the shop sent last: sent again, nothing is to be done.
  pushed_as text not null,
  -- Addresses of its pictures, in order; shown while the listing has none of its own.
  image_urls text[] not null default '{}',
  -- From when on a job fetches them; null if nothing is to be fetched.
  fetch_at timestamptz,
  -- How often that failed.
  fetches smallint not null default 0,
  -- Why it stays a draft: [{"pointer": "/category", "detail": "…"}].
  problems jsonb not null default '[]' check (jsonb_typeof(problems) = 'array'),
  primary key (seller_id, external_id),
  unique (seller_id, listing_id)
);
create index shop_listings_to_fetch on shop_listings (fetch_at) where fetch_at is not null;
select place_by_seller('shop_listings');
alter table shop_listings add foreign key (seller_id, listing_id) references listings on delete cascade;
alter table shop_listings enable row level security;
create policy own_rows on shop_listings using (seller_id = current_seller());
grant select, insert, update, delete on shop_listings to hub_seller;

create table shop_variations (
  seller_id bigint not null,
  listing_id bigint not null,
  external_id text not null check (char_length(external_id) between 1 and 100),
  -- By which the listing names it.
  axis_values text[] not null check (cardinality(axis_values) between 1 and 2),
  primary key (seller_id, listing_id, external_id),
  unique (seller_id, listing_id, axis_values)
);
select place_by_seller('shop_variations');
alter table shop_variations add foreign key (seller_id, listing_id) references listings on delete cascade;
alter table shop_variations enable row level security;
create policy own_rows on shop_variations using (seller_id = current_seller());
grant select, insert, update, delete on shop_variations to hub_seller;

-- The hub's category for each of the shop's.
create table category_map (
  shop_category text primary key check (char_length(shop_category) between 1 and 200),
  category text not null
);
