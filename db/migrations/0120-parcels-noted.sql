-- When the last parcel of an order was noted, where each has a number, has left, and was scanned before it arrived; null otherwise. The
-- seller level looks into the parcels of those orders only that this and the order's own states do not settle: of orders from before this
-- column all.
alter table orders add column parcels_noted_at timestamptz;

drop index orders_placed;
create index orders_placed on orders (seller_id, placed_at, id)
  include (status, currency, total_minor, total_value, unit_count, line_count, ship_to_country, ship_by, paid_at, buyer_username,
    delivered_at, parcels_noted_at);
