-- An order has further invoices of the lines that were added to it since; each says how many lines came before its own.
alter table invoices add column lines_before integer not null default 0;
alter table invoices drop constraint invoices_seller_id_order_id_key;
-- previous version: issues one invoice an order
alter table invoices add constraint invoices_of_lines unique (seller_id, order_id, lines_before);
