-- Lines that were added to an order that was paid, by the number of the addition: the books have a sale of its own for each. Null of
-- those that the order was placed with, or that were added before it was paid.
alter table line_items add column addition smallint;
