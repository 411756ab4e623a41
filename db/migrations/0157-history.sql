-- When a marketplace brought an order in as its history: it was finished and paid out elsewhere. Null: the order is the hub's own.
alter table orders add column history_at timestamptz;
create index orders_history on orders (seller_id, placed_at, id) where history_at is not null;
