-- Listings that sell from one stock: those of a seller with the same SKU that share it (decision 98).
alter table listings add column shares_stock boolean not null default false;
-- previous version: never sets it
alter table listings add constraint listings_shares_by_sku check (not shares_stock or (sku is not null and format = 'FIXED_PRICE'));
grant insert (shares_stock), update (shares_stock) on listings to hub_seller;
create index listings_sharing on listings (seller_id, sku, id) where shares_stock;
-- Of active listings with a SKU, those that do not share it are one.
-- previous version: refuses fewer rows than the index before it
create unique index listings_live_sku on listings (seller_id, sku, (case when shares_stock then id else 0 end))
  where state not in ('DRAFT', 'ENDED');
drop index listings_sku;
