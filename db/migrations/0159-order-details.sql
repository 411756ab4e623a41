-- What a shop keeps with an order: who pays, its own notes, and the checkout that it was of.
alter table orders
  -- Address of the invoice, with the columns of `addresses`. Null: as the order is shipped.
  add column bill_to jsonb,
  -- Texts by name, for the shop alone.
  add column metadata jsonb,
  -- Orders of several sellers that one checkout placed have the same.
  add column order_group text;
-- previous version: does not write them
alter table orders add constraint orders_bill_to_check check (jsonb_typeof(bill_to) = 'object');
-- previous version: does not write them
alter table orders add constraint orders_metadata_check check (jsonb_typeof(metadata) = 'object');
-- previous version: does not write them
alter table orders add constraint orders_order_group_check check (char_length(order_group) between 1 and 100);
