-- Searches and far pages of the largest sellers.

-- Orders with what is searched in them. A view of the owner's: under a policy of its own the search could use no index,
-- since LIKE is not leak-proof; the view names the bound seller instead. Unlike the function that it takes the place of, it
-- is planned as part of the statement that asks, which carries off no column that nobody reads.
create view searched_orders as
  select o.seller_id, o.id, o.order_number, o.placed_at, o.paid_at, o.ship_by, o.status, o.currency, o.total_minor, o.total_value,
    o.unit_count, o.line_count, o.ship_to_country, o.buyer_username, s.terms
  from order_search s
  join orders o on o.seller_id = s.seller_id and o.id = s.order_id
  where s.seller_id = current_seller();
grant select on searched_orders to hub_seller;
drop function find_orders;

-- With the status in it, the index of a sort also answers for a tab, to its last page, without reading the table.
drop index orders_paid, orders_total, orders_buyer, orders_country, orders_units;
create index orders_paid on orders (seller_id, paid_at, id) include (status);
create index orders_total on orders (seller_id, total_value, id) include (status);
create index orders_buyer on orders (seller_id, buyer_username, id) include (status);
create index orders_country on orders (seller_id, ship_to_country, placed_at, id) include (status);
create index orders_units on orders (seller_id, unit_count, id) include (status);
