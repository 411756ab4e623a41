-- Listings of which the marketplace's shop says what is left to sell, and when it read what it sent last (decision 130).
alter table listings add column shop_counts boolean not null default false;
grant insert (shop_counts), update (shop_counts) on listings to hub_seller;
alter table shop_listings add column as_of timestamptz;
