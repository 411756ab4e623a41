-- Added stock covers oversold units, the oldest order first, while nothing of their line has left (decision 79). Kits are covered by
-- what their lines were made of (`cover_oversold_kits`).

-- For listings without variations.
create or replace function cover_oversold() returns trigger language plpgsql
  security definer set search_path from current
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  c record;
  lines bigint[];
  units integer[];
begin
  -- Released units that turned out to be missing are written off next.
  if coalesce(current_setting('hub.missing_units', true), '') = 'on' or is_paying_offer() then
    return null;
  end if;
  -- Most updates are of prices and words.
  if not exists (
    select seller_id, id, quantity_available from added except select seller_id, id, quantity_available from removed
  ) then
    return null;
  end if;
  for c in
    select seller_id, array_agg(id order by id) as ids, array_agg(available order by id) as available,
      array_agg(old_since order by id) as old_since
    from (
      select is_new, seller_id, id, quantity_available as available, lag(quantity_available) over one as old_available,
        lag(out_of_stock_since) over one as old_since
      from (
        select true as is_new, seller_id, id, quantity_available, out_of_stock_since from added
        union all
        select false, seller_id, id, quantity_available, out_of_stock_since from removed
      ) rows
      window one as (partition by seller_id, id order by is_new)
    ) listings
    where is_new and available > old_available
    group by seller_id order by seller_id
  loop
    select array_agg(id), array_agg(covered) into lines, units
    from (
      select w.id, least(w.oversold_quantity, w.available - w.before) as covered
      from (
        -- Of listings that share their stock, all lines in turn; others of them may have covered theirs already.
        select l.id, l.oversold_quantity, least(u.available, i.quantity_available) as available,
          coalesce(sum(l.oversold_quantity) over (partition by case when i.shares_stock then i.sku else l.listing_id::text end,
            i.shares_stock order by l.order_id, l.id rows between unbounded preceding and 1 preceding), 0)::integer as before
        from unnest(c.ids, c.available) u (id, available)
        join listings i on i.seller_id = c.seller_id and i.id = u.id
        join line_items l on l.seller_id = c.seller_id and l.listing_id = u.id and l.oversold_quantity > 0 and l.variation is null
          and l.shipped_quantity = 0 and not l.is_kit
        join orders o on o.seller_id = c.seller_id and o.id = l.order_id and o.status in ('AWAITING_PAYMENT', 'AWAITING_SHIPMENT')
      ) w
      where w.available > w.before
    ) covering;
    if lines is not null then
      update line_items l set short_quantity = l.short_quantity - u.covered
      from unnest(lines, units) u (id, covered)
      where l.seller_id = c.seller_id and l.id = u.id;
      -- Nothing is left to sell, as before.
      update listings l set state = 'OUT_OF_STOCK', out_of_stock_since = u.since
      from unnest(c.ids, c.old_since) u (id, since)
      where l.seller_id = c.seller_id and l.id = u.id and l.state = 'ACTIVE' and l.quantity_available = 0 and l.format <> 'AUCTION';
    end if;
  end loop;
  return null;
end
$$;

create or replace trigger covers_oversold after update on listings referencing old table as removed new table as added for each statement
  execute function cover_oversold();

-- For variations, whose units the listing counts too. Writers change the listing before its variations. A line belongs to the variation
-- with its text, or with its SKU if that was renamed, as in `soldVariation`. Units that go cover nothing.
create or replace function cover_oversold_variations() returns trigger language plpgsql
  security definer set search_path from current set enable_seqscan = off as $$
declare
  c record;
  sellers bigint[];
  grown bigint[];
  lines bigint[];
  listings_of bigint[];
  positions smallint[];
  units integer[];
begin
  if is_paying_offer() then return null; end if;
  if tg_op = 'INSERT' then
    select array_agg(seller_id), array_agg(listing_id) into sellers, grown from changed where quantity > 0;
  else
    select array_agg(seller_id), array_agg(listing_id) into sellers, grown
    from (
      select is_new, seller_id, listing_id, quantity, lag(quantity) over one as old_quantity
      from (
        select true as is_new, seller_id, listing_id, position, quantity from changed
        union all
        select false, seller_id, listing_id, position, quantity from removed
      ) rows
      window one as (partition by seller_id, listing_id, position order by is_new)
    ) variations
    where is_new and quantity > old_quantity;
  end if;
  for c in
    select n.seller_id, array_agg(distinct n.listing_id) as ids from unnest(sellers, grown) n (seller_id, listing_id)
    group by n.seller_id order by n.seller_id
  loop
    continue when not exists (
      select from line_items
      where seller_id = c.seller_id and listing_id = any (c.ids) and oversold_quantity > 0 and variation is not null and shipped_quantity = 0 and not is_kit
    );
    perform lock_stock(c.seller_id, c.ids);
    select array_agg(id), array_agg(listing_id), array_agg(position), array_agg(covered) into lines, listings_of, positions, units
    from (
      select w.id, w.listing_id, w.position, least(w.wanted, w.available - w.before) as covered
      from (
        select o.*, coalesce(sum(o.wanted) over (partition by o.listing_id order by o.order_id, o.id
          rows between unbounded preceding and 1 preceding), 0)::integer as before
        from (
          select l.id, l.order_id, l.listing_id, v.position, i.quantity_available as available,
            least(l.oversold_quantity, v.quantity - coalesce(sum(l.oversold_quantity) over (partition by l.listing_id, v.position
              order by l.order_id, l.id rows between unbounded preceding and 1 preceding), 0))::integer as wanted
          from line_items l
          join orders o on o.seller_id = c.seller_id and o.id = l.order_id and o.status in ('AWAITING_PAYMENT', 'AWAITING_SHIPMENT')
          join listings i on i.seller_id = c.seller_id and i.id = l.listing_id
          join lateral (
            select f.position, f.quantity from listing_variations f
            where f.seller_id = c.seller_id and f.listing_id = l.listing_id and variation_fit(f.axis_values, f.sku, l.variation, l.sku) is not null
            order by variation_fit(f.axis_values, f.sku, l.variation, l.sku) desc limit 1
          ) v on true
          where l.seller_id = c.seller_id and l.listing_id = any (c.ids) and l.oversold_quantity > 0 and l.variation is not null
            and l.shipped_quantity = 0 and not l.is_kit
        ) o
        where o.wanted > 0
      ) w
      where w.available > w.before
    ) covering;
    if lines is not null then
      update line_items l set short_quantity = l.short_quantity - u.covered
      from unnest(lines, units) u (id, covered)
      where l.seller_id = c.seller_id and l.id = u.id;
      update listings l set state = 'OUT_OF_STOCK'
      where l.seller_id = c.seller_id and l.id = any (listings_of) and l.state = 'ACTIVE' and l.quantity_available = 0
        and l.format <> 'AUCTION';
      -- Last: this trigger runs again, and finds the lines covered.
      update listing_variations v set quantity = v.quantity - u.covered
      from (select id, position, sum(covered)::integer as covered from unnest(listings_of, positions, units) t (id, position, covered) group by 1, 2) u
      where v.seller_id = c.seller_id and v.listing_id = u.id and v.position = u.position
        and not exists (select from listings where seller_id = c.seller_id and id = u.id and shop_counts);
    end if;
  end loop;
  return null;
end
$$;

create or replace trigger covers_oversold after insert on listing_variations referencing new table as changed for each statement
  execute function cover_oversold_variations();
create or replace trigger covers_oversold_again after update on listing_variations
  referencing old table as removed new table as changed for each statement
  execute function cover_oversold_variations();
