-- Market summary of a product.

-- Whether figures of other sellers may be shown beside one’s own: at least five, of at least two sellers, so that subtracting
-- one’s own reveals no single sale or seller.
create or replace function may_show_others(figures bigint, sellers bigint) returns boolean
  language sql immutable parallel safe
  return figures >= 5 and sellers >= 2;

-- Sales of a product in one currency from `since` (inclusive) to `before` (exclusive), by condition (`step` is null) and, if
-- `steps` is positive, by condition and time step. A sale is a line of a paid, uncancelled order at its price per unit.
create or replace function product_sales(product bigint, money text, since timestamptz, before timestamptz, steps integer)
  returns table (condition text, step integer, sales bigint, own_sales bigint, units bigint, low_minor bigint,
    typical_minor bigint, high_minor bigint, average_minor bigint, shipping_minor bigint, free_shipping bigint)
  language plpgsql stable security definer set search_path from current rows 10 as $$
#variable_conflict use_column
begin
  return query
  with offers as materialized (
    -- Found first because they are few: otherwise a plan might search all listings of the seller for each sale.
    select seller_id, id, l.condition from product_listings l where product_id = product and current_seller() is not null
  ), sold as materialized (
    select s.condition, i.seller_id = current_seller() as own, i.seller_id, i.quantity,
      greatest(0, i.shipping_minor - greatest(0, i.discount_minor - i.quantity * i.unit_price_minor)) as shipping_minor,
      greatest(0, i.unit_price_minor - i.discount_minor::double precision / i.quantity) as price,
      case when steps > 0 then
        floor(extract(epoch from i.placed_at - since) * steps / extract(epoch from before - since))::integer end as step
    from product_lines i join offers s on s.seller_id = i.seller_id and s.id = i.listing_id
    where i.product_id = product and i.currency = money and i.placed_at >= since and i.placed_at < before
  ), judged as (
    select sold.condition, sold.step, grouping(sold.step) = 1 as whole,
      may_show_others(count(*) filter (where not own), count(distinct seller_id) filter (where not own)) as pooled,
      count(*) as all_sales, count(*) filter (where own) as own_sales,
      sum(quantity) as all_units, sum(quantity) filter (where own) as own_units,
      percentile_cont(array[0.25, 0.5, 0.75]) within group (order by price) as all_prices,
      percentile_cont(array[0.25, 0.5, 0.75]) within group (order by price) filter (where own) as own_prices,
      avg(price) as all_average, avg(price) filter (where own) as own_average,
      percentile_cont(0.5) within group (order by sold.shipping_minor) as all_shipping,
      percentile_cont(0.5) within group (order by sold.shipping_minor) filter (where own) as own_shipping,
      count(*) filter (where sold.shipping_minor = 0) as all_free,
      count(*) filter (where sold.shipping_minor = 0 and own) as own_free
    from sold
    group by grouping sets ((sold.condition), (sold.condition, sold.step))
  ), counted as (
    select judged.condition, judged.step, own_sales,
      case when pooled then all_sales else own_sales end as sales,
      case when pooled then all_units else own_units end as units,
      case when pooled then all_prices else own_prices end as prices,
      case when pooled then all_average else own_average end as average,
      case when pooled then all_shipping else own_shipping end as shipping,
      case when pooled then all_free else own_free end as free
    from judged where whole or steps > 0
  )
  select counted.condition, counted.step, counted.sales, counted.own_sales, counted.units::bigint,
    round(prices[1]::numeric)::bigint, round(prices[2]::numeric)::bigint, round(prices[3]::numeric)::bigint,
    round(average::numeric)::bigint, round(shipping::numeric)::bigint, free
  from counted where counted.sales > 0
  order by 1, 2;
end
$$;
revoke execute on function product_sales from public;
grant execute on function product_sales to hub_seller;

-- Listings of a product in one currency by condition: number active and their prices, and how many of those offered since
-- `since` sold. Includes figures of other sellers only where they may be shown.
create or replace function product_offers(product bigint, money text, since timestamptz, before timestamptz)
  returns table (condition text, active bigint, own_active bigint, asked_minor bigint, offered bigint, sold bigint)
  language plpgsql stable security definer set search_path from current rows 10 as $$
#variable_conflict use_column
begin
  return query
  with sold_from as materialized (
    select distinct i.seller_id, i.listing_id from product_lines i
    where i.product_id = product and i.currency = money and i.placed_at >= since and i.placed_at < before
  ), offered as materialized (
    select l.condition, seller_id, id, state, price_minor
    from product_listings l where product_id = product and currency = money and current_seller() is not null
  ), offers as (
    select s.condition, s.seller_id, s.seller_id = current_seller() as own, s.state = 'ACTIVE' as active, s.price_minor,
      f.listing_id is not null as sold
    from offered s
    left join sold_from f on f.seller_id = s.seller_id and f.listing_id = s.id
  ), judged as (
    select offers.condition,
      may_show_others(count(*) filter (where active and not own), count(distinct seller_id) filter (where active and not own)) as pooled_active,
      may_show_others(count(*) filter (where not own), count(distinct seller_id) filter (where not own)) as pooled,
      count(*) filter (where active) as all_active, count(*) filter (where active and own) as own_active,
      percentile_cont(0.5) within group (order by price_minor) filter (where active) as all_asked,
      percentile_cont(0.5) within group (order by price_minor) filter (where active and own) as own_asked,
      count(*) as all_offered, count(*) filter (where own) as own_offered,
      count(*) filter (where offers.sold) as all_sold, count(*) filter (where offers.sold and own) as own_sold
    from offers where active or offers.sold
    group by offers.condition
  )
  select judged.condition, case when pooled_active then all_active else own_active end, own_active,
    round((case when pooled_active then all_asked else own_asked end)::numeric)::bigint,
    case when pooled then all_offered else own_offered end, case when pooled then all_sold else own_sold end
  from judged
  where case when pooled then all_offered else own_offered end > 0
  order by 1;
end
$$;
revoke execute on function product_offers from public;
grant execute on function product_offers to hub_seller;

-- On a cluster both read copies on the coordinator (`copy-products.server.ts`), where plain servers join sellers' tables.
create or replace function read_product_copies() returns void language plpgsql set search_path from current as $$
begin
  create or replace view product_lines as
  select seller_id, id, product_id, listing_id, currency, quantity, unit_price_minor, discount_minor, shipping_minor, placed_at
  from product_line_copies;
  create or replace view product_listings as
  select seller_id, id, product_id, currency, condition, state, price_minor from product_listing_copies;
end
$$;
revoke execute on function read_product_copies from public;
