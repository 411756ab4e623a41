-- Few arrive later than was promised; whether they left in time is asked of these alone.
create index orders_arrived_late on orders (seller_id, placed_at, id) where delivered_at > estimated_delivery_max;

-- When a carrier had a parcel for the first time: that, and not what its sender notes, proves that it left in time (seller-hubs 2.1).
-- Null before the first scan, and of parcels that were scanned before the hub kept the moment. Last: nobody reads parcels meanwhile.
alter table shipments add column scanned_at timestamptz;
alter table shipments add constraint scanned_parcels_are_sent check (scanned_at is null or state <> 'SHIPPED') not valid;
