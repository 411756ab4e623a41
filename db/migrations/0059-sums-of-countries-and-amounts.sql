-- The sums of a filter by country or by amount passed over all orders of a seller, since the indexes that find those that match had
-- no money in them. With it one stretch of one index tells all.
drop index orders_country;
create index orders_country on orders (seller_id, ship_to_country, placed_at, id)
  include (status, currency, total_minor, unit_count);
drop index orders_total;
create index orders_total on orders (seller_id, total_value, id) include (status, currency, total_minor, unit_count);
