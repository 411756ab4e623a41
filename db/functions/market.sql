-- Sales of the whole marketplace: shown lots of all sellers, and one's own lines beside them.

-- Sales from `from_day` (inclusive) to `before_day` (exclusive), days of UTC, grouped by product, condition and time step as
-- asked (null otherwise). Null arrays and amounts do not filter; amounts compare with a lot's average.
-- `prices` and `paid` tell how often each price was paid, if asked. Others' sales count only in lots that lie in the span as a whole; own ones always.
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
    select p, c, s, sales, 0::bigint as own_sales, units, price_sum, revenue_minor::numeric as revenue, free, last_day from lots
    union all
    select p, c, s, case when is_in_lot then 0 else 1 end, 1, case when is_in_lot then 0 else quantity end,
      case when is_in_lot then 0 else price_minor end, case when is_in_lot then 0 else round((price_minor * quantity)::numeric) end,
      case when is_in_lot or shipping_minor > 0 then 0 else 1 end, day
    from own where fits or is_in_lot
  ), sums as (
    select p, c, s, sum(sales)::bigint as sales, sum(own_sales)::bigint as own_sales, sum(units)::bigint as units,
      sum(price_sum) as price_sum, sum(revenue) as revenue, sum(free)::bigint as free, max(last_day) as last_day
    from parts group by p, c, s
  ), single as (
    select p, c, s, each.price::double precision as price, each.shipping
    from lots cross join lateral unnest(prices, shippings) each (price, shipping)
    union all
    select p, c, s, price_minor, shipping_minor from own where fits and not is_in_lot
  ), ranked as (
    select p, c, s, percentile_cont(array[0, 0.25, 0.5, 0.75, 1]) within group (order by price) as prices,
      percentile_cont(0.5) within group (order by shipping) as shipping
    from single group by p, c, s
  ), paid as (
    select p, c, s, array_agg(price order by price) as prices, array_agg(n order by price) as paid
    from (
      select p, c, s, round(price::numeric)::bigint as price, count(*) as n from single where with_prices
      group by p, c, s, round(price::numeric)
    ) each
    group by p, c, s
  ), who as (
    select p, c, s, count(distinct seller) as sellers
    from (
      select p, c, s, each.seller from lots cross join lateral unnest(sellers) each (seller)
      union all
      select p, c, s, current_seller() from own where fits
    ) those
    group by p, c, s
  )
  select nullif(sums.p, 0), nullif(sums.c, ''), nullif(sums.s, -1), sums.sales, sums.own_sales, sums.units, who.sellers,
    round(ranked.prices[1]::numeric)::bigint, round(ranked.prices[2]::numeric)::bigint,
    round(ranked.prices[3]::numeric)::bigint, round(ranked.prices[4]::numeric)::bigint, round(ranked.prices[5]::numeric)::bigint,
    round((price_sum / sums.sales)::numeric)::bigint, round(ranked.shipping::numeric)::bigint, sums.free, sums.revenue, sums.last_day,
    paid.prices, paid.paid
  from sums
  join ranked on (ranked.p, ranked.c, ranked.s) = (sums.p, sums.c, sums.s)
  join who on (who.p, who.c, who.s) = (sums.p, sums.c, sums.s)
  left join paid on (paid.p, paid.c, paid.s) = (sums.p, sums.c, sums.s)
  order by sums.p, sums.c, sums.s;
end
$$;
revoke execute on function research_sales from public;
grant execute on function research_sales to hub_seller;
