-- When a SKU is gone, back or low: spans without stock (`stock_gaps`), and the event `stock.low`.

create or replace function note_stock_levels() returns trigger language plpgsql
  security definer set search_path from current as $$
declare
  c record;
  sellers bigint[];
  skus text[];
  kinds text[];
  owners bigint[];
begin
  if tg_op = 'INSERT' then
    select array_agg(seller_id), array_agg(sku), array_agg('GONE'::text), array_agg(listing_id) into sellers, skus, kinds, owners
    from added where available = 0;
  else
    select array_agg(seller_id), array_agg(sku), array_agg(kind), array_agg(listing_id) into sellers, skus, kinds, owners
    from (
      select seller_id, sku, kind, max(listing_id) filter (where is_new) as listing_id
      from (
        select true as is_new, seller_id, sku, listing_id, case when available = 0 then 'GONE' else 'BACK' end as kind from added
        union all
        select false, seller_id, sku, listing_id, case when available = 0 then 'GONE' else 'BACK' end from removed
        union all
        select true, seller_id, sku, listing_id, 'LOW' from added where is_low
        union all
        select false, seller_id, sku, listing_id, 'LOW' from removed where is_low
      ) levels
      group by seller_id, sku, kind having bool_and(is_new)
    ) reached;
  end if;
  for c in
    select n.seller_id, coalesce(array_agg(n.sku) filter (where n.kind = 'GONE'), '{}') as gone,
      coalesce(array_agg(n.sku) filter (where n.kind = 'BACK'), '{}') as back,
      array_agg(n.sku) filter (where n.kind = 'LOW') as low, array_agg(n.listing_id) filter (where n.kind = 'LOW') as listings
    from unnest(sellers, skus, kinds, owners) n (seller_id, sku, kind, listing_id) group by n.seller_id order by n.seller_id
  loop
    -- Skips sellers that the same statement deletes.
    continue when not exists (select from sellers where id = c.seller_id);
    insert into stock_gaps (seller_id, sku, begun_at) select c.seller_id, u.sku, now() from unnest(c.gone) u (sku)
    on conflict do nothing;
    -- A gap may have been begun by a transaction that started later and committed first.
    update stock_gaps set ended_at = greatest(now(), begun_at) where seller_id = c.seller_id and sku = any (c.back) and ended_at is null;
    if c.low is not null and not is_quiet() then
      insert into events (seller_id, type, happened_at, listing_id, subject)
      select c.seller_id, 'stock.low', now(), u.listing_id, u.sku from unnest(c.listings, c.low) u (listing_id, sku);
    end if;
  end loop;
  return null;
end
$$;

create or replace trigger stock_levels_noted after insert on stock_items referencing new table as added for each statement
  execute function note_stock_levels();
create or replace trigger stock_levels_noted_again after update on stock_items referencing old table as removed new table as added
  for each statement execute function note_stock_levels();
