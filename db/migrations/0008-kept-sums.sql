-- Counts and sums that triggers keep, so that pages need not add up every row.

-- Counts and totals of orders by status and currency.
create table order_counts (
  seller_id bigint not null references sellers on delete cascade,
  status text not null,
  currency text not null,
  orders bigint not null,
  units bigint not null,
  total_minor numeric not null,
  primary key (seller_id, status, currency)
);
alter table order_counts enable row level security;
create policy own_rows on order_counts using (seller_id = current_seller());
grant select on order_counts to hub_seller;

-- Sales by hour of UTC: days would be the shop’s, whose zone may change.
create table sales_hours (
  seller_id bigint not null references sellers on delete cascade,
  hour timestamptz not null check (hour = hour_of(hour)),
  currency text not null,
  orders bigint not null,
  units bigint not null,
  gross_minor numeric not null,
  -- With the sums in it the index answers alone.
  primary key (seller_id, hour, currency) include (orders, units, gross_minor)
);
alter table sales_hours enable row level security;
create policy own_rows on sales_hours using (seller_id = current_seller());
grant select on sales_hours to hub_seller;

-- Counts and sums of listings by state and category.
create table listing_counts (
  seller_id bigint not null references sellers on delete cascade,
  state text not null,
  category text not null,
  currency text not null,
  listings bigint not null,
  units bigint not null,
  value_minor numeric not null,
  primary key (seller_id, state, category, currency)
);
alter table listing_counts enable row level security;
create policy own_rows on listing_counts using (seller_id = current_seller());
grant select on listing_counts to hub_seller;

-- Votes of buyers by week: several marks of a buyer in a week are one vote, for whichever kind is more; neutrals and ties are none.
-- `#features/feedback/feedback.ts` has the same.
create table feedback_weeks (
  seller_id bigint not null references sellers on delete cascade,
  week date not null check (extract(isodow from week) = 1),
  positive integer not null default 0,
  negative integer not null default 0,
  primary key (seller_id, week)
);
alter table feedback_weeks enable row level security;
create policy own_rows on feedback_weeks using (seller_id = current_seller());
grant select on feedback_weeks to hub_seller;
