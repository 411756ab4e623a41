-- What is sold on the whole marketplace: each seller's lines, and lots of them that are large enough to be shown to others.

-- Lines of paid orders, written by the job `sold-days`. On a cluster they stay on the coordinator.
create table market_lines (
  seller_id bigint not null references seller_names on delete cascade,
  id bigint not null,
  listing_id bigint not null,
  -- As they were when the line was first seen: a line never moves between lots.
  product_id bigint not null,
  currency text not null,
  condition text not null,
  format text not null,
  country text not null,
  -- The start of the day of UTC on which the order was placed.
  day timestamptz not null check (day = day_of(day)),
  quantity integer not null check (quantity > 0),
  -- Of one unit, after discounts.
  price_minor double precision not null,
  shipping_minor bigint not null,
  -- Not cancelled.
  counts boolean not null,
  -- Came when its day was already in lots: it is in none.
  is_late boolean not null,
  primary key (seller_id, id)
);
create index market_lines_own on market_lines (seller_id, currency, day);
create index market_lines_product on market_lines (product_id, currency, condition, format, country, day) where not is_late;
alter table market_lines enable row level security;
create policy own_rows on market_lines using (seller_id = current_seller());

-- Sales of a product in one condition, format and country over whole days. Sellers see others' sales only as sums of whole lots, so
-- that no two figures differ by less than a lot.
create table market_lots (
  product_id bigint not null,
  currency text not null,
  condition text not null,
  format text not null,
  country text not null,
  first_day timestamptz not null,
  last_day timestamptz not null check (last_day >= first_day),
  -- Whether it is still large enough without its largest seller.
  is_shown boolean not null,
  sales integer not null,
  units bigint not null,
  sellers bigint[] not null,
  price_sum double precision not null,
  revenue_minor bigint not null,
  free integer not null,
  -- One element a sale; prices are rounded (`lots.ts`).
  prices bigint[] not null,
  shippings bigint[] not null,
  primary key (product_id, currency, condition, format, country, last_day)
);

-- Lots to sum anew, and products with new lines.
create table market_due (
  id bigint generated always as identity primary key,
  product_id bigint not null,
  currency text not null,
  condition text not null,
  format text not null,
  country text not null,
  day timestamptz not null
);

-- How large a lot must be without its largest seller, as the operator configured it last.
create table market_bound (
  id boolean primary key default true check (id),
  sales integer not null check (sales >= 0),
  sellers integer not null check (sellers >= 0)
);

alter table seller_names add column market_filled_at timestamptz;

-- previous version: none is in use, since 1.0.0 is not released
drop view product_lines;
-- previous version: none is in use, since 1.0.0 is not released
drop table product_line_copies;

-- What a listing's product sells for, counted once a day (job `price-watch`) for the list of listings.
create table listing_evidence (
  seller_id bigint not null,
  listing_id bigint not null,
  sales integer not null check (sales > 0),
  own_sales integer not null,
  low_minor bigint not null,
  typical_minor bigint not null,
  high_minor bigint not null,
  primary key (seller_id, listing_id)
);
select place_by_seller('listing_evidence');
alter table listing_evidence add foreign key (seller_id, listing_id) references listings on delete cascade;
alter table listing_evidence enable row level security;
create policy own_rows on listing_evidence using (seller_id = current_seller());
grant select on listing_evidence to hub_seller;
