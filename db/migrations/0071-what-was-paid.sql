-- An order of which a part was paid, and went back by hand, waits for its payment as before: it was shown as refunded, counted as sold for
-- all that it costs, and held its stock for ever, since what is not unpaid is not cancelled either. Only of a cancelled one, which nobody
-- pays any more, all went back.
create or replace function derive_payment_status() returns trigger language plpgsql
  security definer set search_path from current set enable_seqscan = off as $$
declare c record;
begin
  for c in select seller_id, array_agg(distinct order_id) as ids from changed group by seller_id order by seller_id loop
    perform lock_orders(c.seller_id, c.ids);
    update orders o set payment_status = d.payment_status,
      paid_at = case when d.payment_status in ('PENDING', 'FAILED') then null else d.paid_at end
    from (
      select w.id, p.paid_at,
        order_payment_status(
          coalesce(p.pending, false) or (w.pushed_as is not null and p.paid_minor < w.total_minor
            and (w.cancel_state <> 'CANCELED' or coalesce(r.refunded_minor, 0) < p.paid_minor)),
          p.paid_minor, coalesce(r.refunded_minor, 0), coalesce(p.payments, 0)) as payment_status
      from orders w
      left join lateral (
        select bool_or(state = 'PENDING') as pending, (sum(amount_minor) filter (where state = 'PAID'))::bigint as paid_minor,
          max(paid_at) as paid_at, count(*) as payments
        from payments where seller_id = c.seller_id and order_id = w.id
      ) p on true
      left join lateral (
        select sum(amount_minor)::bigint as refunded_minor
        from refunds where seller_id = c.seller_id and order_id = w.id and state = 'REFUNDED'
      ) r on true
      where w.seller_id = c.seller_id and w.id = any (c.ids)
    ) d
    where o.seller_id = c.seller_id and o.id = d.id
      and (o.payment_status, o.paid_at) is distinct from
        (d.payment_status, case when d.payment_status in ('PENDING', 'FAILED') then null else d.paid_at end);
  end loop;
  return null;
end
$$;

update orders o set payment_status = 'PENDING', paid_at = null
where o.pushed_as is not null and o.cancel_state <> 'CANCELED' and o.payment_status = 'FULLY_REFUNDED'
  and o.total_minor > (select sum(amount_minor) from payments where seller_id = o.seller_id and order_id = o.id and state = 'PAID');

-- What is taken off a line beyond its price comes off its shipping (`paidLine` says the same): a sale by such a voucher was one for less than
-- nothing, and of shipping that nobody paid.
create or replace function product_sales(product bigint, money text, since timestamptz, before timestamptz, steps integer)
  returns table (condition text, step integer, sales bigint, own_sales bigint, units bigint, low_minor bigint,
    typical_minor bigint, high_minor bigint, average_minor bigint, shipping_minor bigint, free_shipping bigint)
  language plpgsql stable security definer set search_path from current rows 10 as $$
#variable_conflict use_column
begin
  return query
  with offers as materialized (
    -- Few: found first, so that no plan looks for each sale's listing among all of its seller's.
    select seller_id, id, listings.condition from listings where product_id = product and current_seller() is not null
  ), sold as (
    select s.condition, i.seller_id = current_seller() as own, i.seller_id, i.quantity,
      greatest(0, i.shipping_minor - greatest(0, i.discount_minor - i.quantity * i.unit_price_minor)) as shipping_minor,
      greatest(0, i.unit_price_minor - i.discount_minor::double precision / i.quantity) as price,
      case when steps > 0 then
        floor(extract(epoch from o.placed_at - since) * steps / extract(epoch from before - since))::integer end as step
    from line_items i
    join orders o on o.seller_id = i.seller_id and o.id = i.order_id
    join offers s on s.seller_id = i.seller_id and s.id = i.listing_id
    where i.product_id = product and i.currency = money and o.placed_at >= since and o.placed_at < before
      and o.payment_status not in ('PENDING', 'FAILED') and o.cancel_state <> 'CANCELED'
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
