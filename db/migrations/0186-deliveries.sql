-- How an order reaches its buyer: in parcels, collected at the seller's, or as something to download. Only orders in parcels need an
-- address and have a ship-by time. Without an address, ship_to_country is the country that the sale counts for, or ZZ if nobody knows it.
alter table orders add column delivery text not null default 'SHIP';
alter table orders alter column ship_to_address_id drop not null;
-- previous version: writes orders in parcels alone, each with an address
alter table orders add constraint orders_delivery check (delivery in ('SHIP', 'COLLECT', 'DIGITAL'));
-- previous version: writes orders in parcels alone, each with an address
alter table orders add constraint orders_shipped_to check (delivery <> 'SHIP' or ship_to_address_id is not null);
-- previous version: writes orders in parcels alone, each with an address
alter table orders add constraint orders_promised check (delivery = 'SHIP' or ship_by is null);

create index orders_without_parcels on orders (seller_id, delivery, placed_at, id) where delivery <> 'SHIP';

-- A search can be narrowed to them.
create or replace view searched_orders as
  select o.seller_id, o.id, o.order_number, o.placed_at, o.paid_at, o.ship_by, o.status, o.currency, o.total_minor, o.total_value,
    o.unit_count, o.line_count, o.ship_to_country, o.buyer_username, s.terms, s.personal, o.gift_hides_prices, o.delivery
  from order_search s
  join orders o on o.seller_id = s.seller_id and o.id = s.order_id
  where s.seller_id = current_seller();
