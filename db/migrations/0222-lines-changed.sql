-- When lines were last added to an order, or units of it cancelled: what was printed of them before is outdated.
alter table orders add column lines_changed_at timestamptz;
grant update (lines_changed_at) on orders to hub_seller;
