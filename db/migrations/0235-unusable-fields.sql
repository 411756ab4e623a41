-- Fields of a paid order that could not be used as the shop sent them: kept as text, for the seller to check.
alter table orders add column unusable jsonb;
-- previous version: does not write them
alter table orders add constraint orders_unusable_check check (jsonb_typeof(unusable) = 'array');
grant update (unusable) on orders to hub_seller;
create index orders_unusable on orders (seller_id, id) where unusable is not null;

-- A search can be narrowed to them.
create or replace view searched_orders as
  select o.seller_id, o.id, o.order_number, o.placed_at, o.paid_at, o.ship_by, o.status, o.currency, o.total_minor, o.total_value,
    o.unit_count, o.line_count, o.ship_to_country, o.buyer_username, s.terms, s.personal, o.gift_hides_prices, o.delivery, o.unusable
  from order_search s
  join orders o on o.seller_id = s.seller_id and o.id = s.order_id
  where s.seller_id = current_seller();
