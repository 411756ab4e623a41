-- Profit of orders whose goods have a known cost, by line, order and listing. Triggers keep all three.

create table line_profits (
  seller_id bigint not null,
  order_id bigint not null,
  line_item_id bigint not null,
  listing_id bigint,
  sku text,
  currency text not null,
  -- Shipped units whose cost is known.
  units integer not null,
  -- Whether these are all of its units that are not cancelled.
  is_complete boolean not null,
  -- Item and shipping.
  revenue_minor bigint not null,
  profit_minor bigint not null,
  primary key (seller_id, order_id, line_item_id)
);
select place_by_seller('line_profits');
alter table line_profits add foreign key (seller_id, order_id) references orders on delete cascade;
alter table line_profits add foreign key (seller_id, line_item_id) references line_items on delete cascade;
create index line_profits_line on line_profits (seller_id, line_item_id);
create index line_profits_listing on line_profits (seller_id, listing_id) where listing_id is not null;
alter table line_profits enable row level security;
create policy own_rows on line_profits using (seller_id = current_seller());
grant select on line_profits to hub_seller;

-- Orders with a known cost of all units.
create table order_profits (
  seller_id bigint not null,
  order_id bigint not null,
  currency text not null,
  revenue_minor bigint not null,
  profit_minor bigint not null,
  -- Profit in hundredths of a percent of the revenue; null without revenue.
  margin_bps bigint,
  primary key (seller_id, order_id)
);
select place_by_seller('order_profits');
alter table order_profits add foreign key (seller_id, order_id) references orders on delete cascade;
alter table order_profits enable row level security;
create policy own_rows on order_profits using (seller_id = current_seller());
grant select on order_profits to hub_seller;

create table listing_profits (
  seller_id bigint not null,
  listing_id bigint not null,
  currency text not null,
  units bigint not null,
  revenue_minor bigint not null,
  profit_minor bigint not null,
  primary key (seller_id, listing_id, currency)
);
select place_by_seller('listing_profits');
alter table listing_profits add foreign key (seller_id) references sellers on delete cascade;
alter table listing_profits enable row level security;
create policy own_rows on listing_profits using (seller_id = current_seller());
grant select on listing_profits to hub_seller;
