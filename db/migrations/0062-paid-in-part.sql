-- An order that was pushed in is paid once its payments come to what it costs: a voucher that paid a part of it made it wait for
-- shipment, and its seller was told to send what nobody had paid. Orders that were imported have the payments that their files have, which
-- need not add up: there a payment that was made is all that is known.
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
          coalesce(p.pending, false) or (w.pushed_as is not null and p.paid_minor < w.total_minor and coalesce(r.refunded_minor, 0) < p.paid_minor),
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
