-- Listings that sell from one stock: those of a seller with the same SKU that share it (decision 98).
alter table listings add column shares_stock boolean not null default false;
-- previous version: never sets it
alter table listings add constraint listings_shares_by_sku check (not shares_stock or (sku is not null and format = 'FIXED_PRICE'));
grant insert (shares_stock), update (shares_stock) on listings to hub_seller;
create index listings_sharing on listings (seller_id, sku, id) where shares_stock;
-- previous version: refuses fewer rows than before
create unique index listings_own_sku on listings (seller_id, sku) where state not in ('DRAFT', 'ENDED') and not shares_stock;
drop index listings_sku;
