-- What goods cost beside their profit, and sums of it by hour of the sale and by SKU.

-- Counts from here on: the previous version writes profits meanwhile, after rows of these.
lock table orders, line_items, ledger_postings, goods_costs in share row exclusive mode;
alter table line_profits add column cost_minor bigint not null default 0;
alter table listing_profits add column cost_minor bigint not null default 0;
alter table order_profits
  add column cost_minor bigint not null default 0,
  -- When the order was placed; null if it does not count as a sale.
  add column sold_at timestamptz,
  add column total_minor bigint not null default 0;

update line_profits p set cost_minor = c.cost_minor
from (
  select seller_id, line_item_id, sum(cost_minor)::bigint as cost_minor from goods_costs where cost_minor is not null group by 1, 2
) c
where p.seller_id = c.seller_id and p.line_item_id = c.line_item_id;
update listing_profits p set cost_minor = c.cost_minor
from (
  select seller_id, listing_id, currency, sum(cost_minor)::bigint as cost_minor
  from line_profits where is_complete and listing_id is not null group by 1, 2, 3
) c
where p.seller_id = c.seller_id and p.listing_id = c.listing_id and p.currency = c.currency;
update order_profits p set cost_minor = c.cost_minor
from (select seller_id, order_id, sum(cost_minor)::bigint as cost_minor from line_profits group by 1, 2) c
where p.seller_id = c.seller_id and p.order_id = c.order_id;
update order_profits p
set total_minor = o.total_minor, sold_at = case when is_sale(o.payment_status, o.cancel_state) then o.placed_at end
from orders o where o.seller_id = p.seller_id and o.id = p.order_id;

-- Sales with a known cost by hour of UTC, as `sales_hours`.
create table profit_hours (
  seller_id bigint not null,
  hour timestamptz not null check (hour = hour_of(hour)),
  currency text not null,
  orders bigint not null,
  -- What buyers paid, and the part of it that profits are of: item and shipping.
  gross_minor bigint not null,
  revenue_minor bigint not null,
  cost_minor bigint not null,
  profit_minor bigint not null,
  primary key (seller_id, hour, currency)
);
select place_by_seller('profit_hours');
alter table profit_hours add foreign key (seller_id) references sellers on delete cascade;
alter table profit_hours enable row level security;
create policy own_rows on profit_hours using (seller_id = current_seller());
grant select on profit_hours to hub_seller;
insert into profit_hours (seller_id, hour, currency, orders, gross_minor, revenue_minor, cost_minor, profit_minor)
select seller_id, hour_of(sold_at), currency, count(*), sum(total_minor)::bigint, sum(revenue_minor)::bigint,
  sum(cost_minor)::bigint, sum(profit_minor)::bigint
from order_profits where sold_at is not null group by 1, 2, 3;

create table sku_profits (
  seller_id bigint not null,
  sku text not null,
  currency text not null,
  units bigint not null,
  revenue_minor bigint not null,
  cost_minor bigint not null,
  profit_minor bigint not null,
  primary key (seller_id, sku, currency)
);
select place_by_seller('sku_profits');
alter table sku_profits add foreign key (seller_id) references sellers on delete cascade;
alter table sku_profits enable row level security;
create policy own_rows on sku_profits using (seller_id = current_seller());
grant select on sku_profits to hub_seller;
insert into sku_profits (seller_id, sku, currency, units, revenue_minor, cost_minor, profit_minor)
select seller_id, sku, currency, sum(units)::bigint, sum(revenue_minor)::bigint, sum(cost_minor)::bigint, sum(profit_minor)::bigint
from line_profits where is_complete and sku is not null group by 1, 2, 3;
