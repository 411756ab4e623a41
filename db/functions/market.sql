-- Sales of the whole marketplace: shown lots of all sellers, and one's own lines beside them.

-- Sales from `from_day` (inclusive) to `before_day` (exclusive), days of UTC, grouped by product, condition and time step as
-- asked (null otherwise). Null arrays and amounts do not filter; amounts compare with a lot's average.
-- `prices` and `paid` tell how often each price was paid, if asked; a null `with_prices` leaves out quartiles and shipping, too. Others' sales count only in lots that lie in the span as a whole; own ones always.
create or replace function research_sales(money text, from_day timestamptz, before_day timestamptz, step_days integer, of_products bigint[],
  of_conditions text[], of_formats text[], of_countries text[], least_minor bigint, most_minor bigint, by_product boolean,
  by_condition boolean, with_prices boolean)
  returns table (product_id bigint, condition text, step integer, sales bigint, own_sales bigint, units bigint, sellers bigint,
    lowest bigint, low bigint, typical bigint, high bigint, highest bigint, average bigint, shipping bigint, free bigint,
    revenue numeric, last_day timestamptz, prices bigint[], paid bigint[])
  language plpgsql stable security definer set search_path from current rows 100 as $$
#variable_conflict use_column
begin
  return query
  with lots as materialized (
    select case when by_product then l.product_id else 0 end as p, case when by_condition then l.condition else '' end as c,
      case when step_days > 0 then (extract(epoch from l.last_day - from_day) / 86400)::integer / step_days else -1 end as s,
      l.sales::bigint as sales, l.units, l.sellers, l.price_sum, l.revenue_minor, l.free::bigint as free, l.prices, l.shippings, l.last_day
    from market_lots l
    where current_seller() is not null and l.is_shown and l.currency = money and l.first_day >= from_day and l.last_day < before_day
      and (of_products is null or l.product_id = any (of_products))
      and (of_conditions is null or l.condition = any (of_conditions)) and (of_formats is null or l.format = any (of_formats))
      and (of_countries is null or l.country = any (of_countries))
      and (least_minor is null or l.price_sum >= least_minor * l.sales) and (most_minor is null or l.price_sum <= most_minor * l.sales)
  ), own as materialized (
    select case when by_product then o.product_id else 0 end as p, case when by_condition then o.condition else '' end as c,
      case when step_days > 0 then (extract(epoch from o.day - from_day) / 86400)::integer / step_days else -1 end as s,
      o.quantity, o.price_minor, o.shipping_minor, o.day,
      (least_minor is null or o.price_minor >= least_minor) and (most_minor is null or o.price_minor <= most_minor) as fits,
      exists (
        select from market_lots l
        where not o.is_late and l.product_id = o.product_id and l.currency = o.currency and l.condition = o.condition
          and l.format = o.format and l.country = o.country and l.last_day >= o.day and l.first_day <= o.day
          and l.is_shown and l.first_day >= from_day and l.last_day < before_day
          and (least_minor is null or l.price_sum >= least_minor * l.sales)
          and (most_minor is null or l.price_sum <= most_minor * l.sales)) as is_in_lot
    from market_lines o
    where o.seller_id = current_seller() and o.counts and o.currency = money and o.day >= from_day and o.day < before_day
      and (of_products is null or o.product_id = any (of_products))
      and (of_conditions is null or o.condition = any (of_conditions)) and (of_formats is null or o.format = any (of_formats))
      and (of_countries is null or o.country = any (of_countries))
  ), parts as (
    select p, c, s, sales, 0::bigint as own_sales, units, price_sum, revenue_minor::numeric as revenue, free, last_day,
      prices[1]::double precision as lowest, prices[cardinality(prices)]::double precision as highest from lots
    union all
    select p, c, s, case when is_in_lot then 0 else 1 end, 1, case when is_in_lot then 0 else quantity end,
      case when is_in_lot then 0 else price_minor end, case when is_in_lot then 0 else round((price_minor * quantity)::numeric) end,
      case when is_in_lot or shipping_minor > 0 then 0 else 1 end, day,
      case when not is_in_lot then price_minor end, case when not is_in_lot then price_minor end
    from own where fits or is_in_lot
  ), sums as (
    select p, c, s, sum(sales)::bigint as sales, sum(own_sales)::bigint as own_sales, sum(units)::bigint as units,
      sum(price_sum) as price_sum, sum(revenue) as revenue, sum(free)::bigint as free, max(last_day) as last_day,
      min(lowest) as lowest, max(highest) as highest
    from parts group by p, c, s
  ), counted as materialized (
    -- How many sales of each amount: few amounts differ, and counting is cheaper than sorting.
    select p, c, s, true as is_price, amount::double precision as amount, count(*)::integer as n
    from lots cross join lateral unnest(prices) amount where with_prices is not null group by p, c, s, amount
    union all
    select p, c, s, false, amount, count(*)::integer
    from lots cross join lateral unnest(shippings) amount where with_prices is not null group by p, c, s, amount
    union all
    select p, c, s, of.is_price, of.amount, 1
    from own cross join lateral (values (true, price_minor), (false, shipping_minor::double precision)) of (is_price, amount)
    where with_prices is not null and fits and not is_in_lot
  ), ranked as (
    -- As percentile_cont: between the amounts on both sides of a place.
    select p, c, s,
      array[
        min(amount) filter (where is_price and up_to > floor(0.25 * last)), min(amount) filter (where is_price and up_to > ceil(0.25 * last)),
        min(amount) filter (where is_price and up_to > floor(0.5 * last)), min(amount) filter (where is_price and up_to > ceil(0.5 * last)),
        min(amount) filter (where is_price and up_to > floor(0.75 * last)), min(amount) filter (where is_price and up_to > ceil(0.75 * last)),
        min(amount) filter (where not is_price and up_to > floor(0.5 * last)), min(amount) filter (where not is_price and up_to > ceil(0.5 * last))
      ] as sides
    from (
      select p, c, s, is_price, amount, (sales - 1)::double precision as last,
        sum(n) over (partition by p, c, s, is_price order by amount rows unbounded preceding) as up_to
      from counted join sums using (p, c, s)
    ) placed
    group by p, c, s
  ), paid as (
    select p, c, s, array_agg(price order by price) as prices, array_agg(n order by price) as paid
    from (
      select p, c, s, round(amount::numeric)::bigint as price, sum(n)::bigint as n from counted where with_prices and is_price
      group by p, c, s, round(amount::numeric)
    ) each
    group by p, c, s
  ), who as (
    select p, c, s, count(*) as sellers
    from (
      select p, c, s, each.seller from lots cross join lateral unnest(sellers) each (seller)
      union
      select p, c, s, current_seller() from own where fits
    ) those
    group by p, c, s
  )
  select nullif(sums.p, 0), nullif(sums.c, ''), nullif(sums.s, -1), sums.sales, sums.own_sales, sums.units, who.sellers,
    round(sums.lowest::numeric)::bigint, round((sides[1] + (sums.sales - 1) * 0.25 % 1 * (sides[2] - sides[1]))::numeric)::bigint,
    round((sides[3] + (sums.sales - 1) * 0.5 % 1 * (sides[4] - sides[3]))::numeric)::bigint,
    round((sides[5] + (sums.sales - 1) * 0.75 % 1 * (sides[6] - sides[5]))::numeric)::bigint,
    round(sums.highest::numeric)::bigint, round((price_sum / sums.sales)::numeric)::bigint,
    round((sides[7] + (sums.sales - 1) * 0.5 % 1 * (sides[8] - sides[7]))::numeric)::bigint, sums.free, sums.revenue, sums.last_day,
    paid.prices, paid.paid
  from sums
  join who on (who.p, who.c, who.s) = (sums.p, sums.c, sums.s)
  left join ranked on (ranked.p, ranked.c, ranked.s) = (sums.p, sums.c, sums.s)
  left join paid on (paid.p, paid.c, paid.s) = (sums.p, sums.c, sums.s)
  where sums.sales > 0
  order by sums.p, sums.c, sums.s;
end
$$;
revoke execute on function research_sales from public;
grant execute on function research_sales to hub_seller;
