-- What is on offer of products.

-- Listings of products in one currency, grouped by product and condition as asked (null otherwise): number active, their sellers and
-- prices, and how many of those offered in the span sold. Includes figures of other sellers only where they are as many as in a lot.
create or replace function research_offers(money text, from_day timestamptz, before_day timestamptz, of_products bigint[],
  of_conditions text[], by_product boolean, by_condition boolean)
  returns table (product_id bigint, condition text, active bigint, own_active bigint, sellers bigint, low bigint, asked bigint, high bigint,
    offered bigint, sold bigint)
  language plpgsql stable security definer set search_path from current rows 10 as $$
#variable_conflict use_column
declare
  bound record;
begin
  select b.sales, b.sellers into bound from market_bound b;
  return query
  with sold_from as materialized (
    select distinct i.seller_id, i.listing_id from market_lines i
    where i.product_id = any (of_products) and i.currency = money and i.day >= from_day and i.day < before_day and i.counts
  ), offers as (
    select s.product_id, s.condition, s.seller_id, s.seller_id = current_seller() as own, s.state = 'ACTIVE' as active, s.price_minor,
      f.listing_id is not null as sold
    from product_listings s
    left join sold_from f on f.seller_id = s.seller_id and f.listing_id = s.id
    where s.product_id = any (of_products) and s.currency = money and current_seller() is not null
      and (of_conditions is null or s.condition = any (of_conditions))
  ), cells as (
    -- Only whole cells are added up.
    select o.product_id, o.condition,
      count(*) filter (where not own and active) >= bound.sales
        and count(distinct o.seller_id) filter (where not own and active) >= bound.sellers as pooled_active,
      count(*) filter (where not own) >= bound.sales and count(distinct o.seller_id) filter (where not own) >= bound.sellers as pooled
    from offers o where active or sold group by o.product_id, o.condition
  ), seen as (
    select case when by_product then o.product_id end as p, case when by_condition then o.condition end as c, o.seller_id, o.own,
      o.active and (own or pooled_active) as active, o.sold, own or pooled as counted, o.price_minor
    from offers o join cells on cells.product_id = o.product_id and cells.condition = o.condition
    where o.active or o.sold
  )
  select p, c, count(*) filter (where active), count(*) filter (where active and own), count(distinct seller_id) filter (where active),
    round(percentile_cont(0.25) within group (order by price_minor) filter (where active)::numeric)::bigint,
    round(percentile_cont(0.5) within group (order by price_minor) filter (where active)::numeric)::bigint,
    round(percentile_cont(0.75) within group (order by price_minor) filter (where active)::numeric)::bigint,
    count(*) filter (where counted), count(*) filter (where counted and sold)
  from seen where active or counted
  group by p, c order by p, c;
end
$$;
revoke execute on function research_offers from public;
grant execute on function research_offers to hub_seller;

-- On a cluster it reads copies on the coordinator (`copy-products.server.ts`), where plain servers read the sellers' listings.
create or replace function read_product_copies() returns void language plpgsql set search_path from current as $$
begin
  create or replace view product_listings as
  select seller_id, id, product_id, currency, condition, state, price_minor from product_listing_copies;
end
$$;
revoke execute on function read_product_copies from public;
