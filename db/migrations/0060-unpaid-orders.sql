-- Orders that came in and that nobody has paid, over all sellers by their age: a job looks for those that are too old to be cancelled
-- by anybody, and whose stock would be held for ever.
create index orders_unpaid on orders (placed_at, seller_id) where pushed_as is not null and status = 'AWAITING_PAYMENT';
