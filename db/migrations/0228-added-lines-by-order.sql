-- Whether lines were added to an order: few were.
create index line_items_added on line_items (seller_id, order_id) where addition is not null;
