-- Tracking files are checked in parts: all rows of an order are checked together.

alter table tracking_rows
  -- The order of a row that names none itself: that of a row above it.
  add column order_text text,
  -- `=` and the order's number, `?` and a text that is none, or nothing; null: not read yet. Rows are checked in this order.
  add column order_group text collate "C";
create index tracking_rows_group on tracking_rows (seller_id, run_id, order_group, row);
