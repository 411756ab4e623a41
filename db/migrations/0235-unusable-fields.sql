-- Fields of a paid order that could not be used as the shop sent them: kept as text, for the seller to check.
alter table orders add column unusable jsonb;
-- previous version: does not write them
alter table orders add constraint orders_unusable_check check (jsonb_typeof(unusable) = 'array');
grant update (unusable) on orders to hub_seller;
create index orders_unusable on orders (seller_id, id) where unusable is not null;
