-- The words of orders without the orders: a search that has found more than it counts stops before it has looked at one of
-- them. A view of the owner's that names the bound seller, as `searched_orders` is.
create view order_words as
  select s.seller_id, s.order_id as id, s.terms, s.names from order_search s where s.seller_id = current_seller();
grant select on order_words to hub_seller;
