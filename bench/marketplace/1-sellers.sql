-- Sellers, skewed as Olist's are: the largest has a tenth of all orders, the median one a quarter of the mean. Settings
-- `bench.orders` and `bench.now` say how many orders there are and up to which moment.

create schema bench;

-- A pseudo-random number from 0 to below 1, derived from the arguments only, so that every generation is equal.
create function bench.draw(n bigint, salt bigint) returns double precision
  language sql immutable strict parallel safe
  return (hashint8extended(n, salt) & 4503599627370495)::double precision / 4503599627370496.0;

-- A random element of a list.
create function bench.pick(list text[], n bigint, salt bigint) returns text
  language sql immutable strict parallel safe
  return list[1 + floor(bench.draw(n, salt) * cardinality(list))::integer];

create unlogged table bench.sellers as
with goal as (
  select current_setting('bench.orders')::bigint as orders
), ranks as (
  select rank, orders, case when rank > 1 then power(rank + 15, -1.2) end as weight
  from goal, generate_series(1, greatest(20, orders * 3 / 1000)) as rank
), sizes as (
  select rank, case when rank = 1 then orders / 10
    else greatest(1, floor((orders - orders / 10) * weight / sum(weight) over ())::bigint) end as orders
  from ranks
), whole as (
  -- The second seller gets the rest from rounding.
  select rank, sizes.orders + case when rank = 2 then goal.orders - sum(sizes.orders) over () else 0 end as orders
  from sizes, goal
), places as (
  select *, case when rank = 1 then 1 else 1 + floor(bench.draw(rank, 1) * 5)::integer end as place,
    ceil(orders * 0.8)::bigint as buyers, case when rank = 1 then greatest(3, orders) else least(4000, greatest(3, orders / 10)) end as listings
  from whole
)
select rank as id, orders::bigint, buyers, listings::bigint,
  (sum(orders) over up_to - orders)::bigint as orders_before, (sum(buyers) over up_to - buyers)::bigint as buyers_before,
  (sum(listings) over up_to - listings)::bigint as listings_before,
  (array['GB', 'DE', 'US', 'FR', 'JP'])[place] as country, (array['GBP', 'EUR', 'USD', 'EUR', 'JPY'])[place] as currency,
  (array['Europe/London', 'Europe/Berlin', 'America/New_York', 'Europe/Paris', 'Asia/Tokyo'])[place] as time_zone
from places
window up_to as (order by rank);
alter table bench.sellers add primary key (id);
analyze bench.sellers;

insert into sellers (id, username, display_name, registered_at, country, time_zone, currency, handling_days)
select id, 'shop_' || id, case id when 1 then 'The largest shop' else 'Shop ' || id end,
  current_setting('bench.now')::timestamptz - interval '3 years', country, time_zone, currency, 1
from bench.sellers order by id;

-- As triggers do.
insert into seller_names (seller_id, username, display_name, external_id) select id, username, display_name, external_id from sellers;

-- As the trigger does: ship-by times of orders paid later name their calendar.
insert into ship_calendars (seller_id, version, time_zone, handling_days, cutoff_time, working_days, holidays, days_off)
select id, calendar_version, time_zone, handling_days, cutoff_time, working_days, holidays, days_off from sellers;

insert into members (id, name, email, email_verified)
values ('bench-owner', 'Owner', 'owner@bench.example', true), ('bench-neighbour', 'Neighbour', 'neighbour@bench.example', true);
insert into memberships (seller_id, member_id, role) values (1, 'bench-owner', 'owner'), (2, 'bench-neighbour', 'owner');
