-- What a marketplace's own shop says by the API.

-- Since when the marketplace has suspended a seller: nothing of theirs is on offer, and no order comes in.
alter table sellers add column suspended_at timestamptz;

-- The payment's id in the marketplace: what is said of it again is said of the same payment.
alter table payments
  add column external_id text,
  add unique (seller_id, order_id, external_id);

-- What the order said when it was pushed, as a hash: the same order again is known by its id, another one under that id is refused.
alter table orders add column pushed_as text;
grant insert (pushed_as) on orders to hub_seller;

-- An imported order keeps the ship-by time it came with, or none; one that was pushed gets its own, as those that began here.
drop index orders_without_ship_by;
create index orders_without_ship_by on orders (seller_id, id)
  where ship_by is null and (external_id is null or pushed_as is not null) and status in ('AWAITING_SHIPMENT', 'PARTLY_SHIPPED');
