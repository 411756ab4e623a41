-- Stock by SKU (decision 98): which listing or variation holds the units of a SKU, and how many are available.

-- Recomputes the rows of these SKUs. `may_add` is false while rows are deleted: their seller may be deleted too.
create or replace function refresh_stock_items(seller bigint, wanted text[], may_add boolean) returns void language plpgsql
  security definer set search_path from current set enable_seqscan = off as $$
declare
  held text[];
  holders bigint[];
  places smallint[];
  units integer[];
  stocked boolean[];
  begun timestamptz[];
  sold timestamptz[];
  kits boolean[];
begin
  if cardinality(wanted) = 0 then
    return;
  end if;
  select array_agg(s.sku), array_agg(s.listing_id), array_agg(s.place), array_agg(s.left_over), array_agg(s.is_live or s.left_over > 0 and not s.is_kit),
    array_agg(s.listed_at), array_agg(s.sold_at), array_agg(s.is_kit)
  into held, holders, places, units, stocked, begun, sold, kits
  from (
    select distinct on (h.sku) h.*
    from (
      select l.sku, l.id as listing_id, null::smallint as place, l.quantity_available as left_over, l.tab <> 'ended' as is_live,
        coalesce(l.starts_at, l.created_at) as listed_at, l.last_sold_at as sold_at, l.is_kit
      from listings l
      where l.seller_id = seller and l.sku = any (wanted) and l.tab in ('active', 'scheduled', 'ended')
        and not exists (select from listing_variations v where v.seller_id = seller and v.listing_id = l.id)
      union all
      select v.sku, v.listing_id, v.position, v.quantity, l.tab <> 'ended', coalesce(l.starts_at, l.created_at), null, v.is_kit
      from listing_variations v join listings l on l.seller_id = seller and l.id = v.listing_id
      where v.seller_id = seller and v.sku = any (wanted) and l.tab <> 'drafts'
    ) h
    order by h.sku, h.is_live desc, h.listing_id desc
  ) s;
  if coalesce(cardinality(held), 0) < cardinality(wanted) then
    -- Without a listing, a SKU keeps its row for the reorder point.
    update stock_items set available = 0, is_stocked = false
    where seller_id = seller and sku = any (wanted) and sku <> all (coalesce(held, '{}')) and is_stocked;
  end if;
  if held is null then
    return;
  end if;
  if may_add then
    insert into stock_items as i (seller_id, sku, listing_id, position, available, is_stocked, listed_at, last_sold_at, is_kit)
    select seller, u.* from unnest(held, holders, places, units, stocked, begun, sold, kits) u
    on conflict (seller_id, sku) do update
      set listing_id = excluded.listing_id, position = excluded.position, available = excluded.available, is_stocked = excluded.is_stocked,
        last_sold_at = greatest(i.last_sold_at, excluded.last_sold_at), is_kit = excluded.is_kit
      where (i.listing_id, i.position, i.available, i.is_stocked, i.last_sold_at, i.is_kit) is distinct from (excluded.listing_id,
        excluded.position, excluded.available, excluded.is_stocked, greatest(i.last_sold_at, excluded.last_sold_at), excluded.is_kit);
  else
    update stock_items i set listing_id = u.holder, position = u.place, available = u.left_over, is_stocked = u.is_left, is_kit = u.is_kit
    from unnest(held, holders, places, units, stocked, kits) u (sku, holder, place, left_over, is_left, is_kit)
    where i.seller_id = seller and i.sku = u.sku;
  end if;
end
$$;
revoke execute on function refresh_stock_items from public;

-- Updates rows when listings change; variations are updated when their listing goes on sale or ends.
create or replace function note_stock_items() returns trigger language plpgsql
  security definer set search_path from current set enable_seqscan = off as $$
declare
  c record;
  sellers bigint[];
  skus text[];
  staged bigint[];
  of_variations text[];
  begun bigint;
begin
  if tg_op = 'INSERT' then
    -- New listings have no variations yet. Existing SKUs are recomputed.
    for c in
      select n.seller_id, array_agg(n.sku) as skus, array_agg(n.id) as ids, array_agg(n.units) as units,
        array_agg(n.is_live or n.units > 0) as stocked, array_agg(n.listed) as listed, array_agg(n.sold) as sold
      from (
        select distinct on (seller_id, sku) seller_id, sku, id, quantity_available as units, tab <> 'ended' as is_live,
          coalesce(starts_at, created_at) as listed, last_sold_at as sold
        from added where sku is not null and tab <> 'drafts' order by seller_id, sku, tab <> 'ended' desc, id desc
      ) n
      group by n.seller_id order by n.seller_id
    loop
      insert into stock_items (seller_id, sku, listing_id, available, is_stocked, listed_at, last_sold_at)
      select c.seller_id, u.* from unnest(c.skus, c.ids, c.units, c.stocked, c.listed, c.sold) u
      on conflict (seller_id, sku) do nothing;
      get diagnostics begun = row_count;
      if begun < cardinality(c.skus) then
        perform refresh_stock_items(c.seller_id, c.skus, true);
      end if;
    end loop;
    return null;
  elsif tg_op = 'DELETE' then
    select array_agg(seller_id), array_agg(sku) into sellers, skus from removed where sku is not null and tab <> 'drafts';
  else
    -- Most updates are of prices and words. Ids stay, so that what was added differs wherever what was removed does.
    if not exists (
      select seller_id, id, sku, tab, quantity_available, last_sold_at, is_kit from added
      except select seller_id, id, sku, tab, quantity_available, last_sold_at, is_kit from removed
    ) then
      return null;
    end if;
    select array_agg(seller_id), array_agg(sku), array_agg(id) into sellers, skus, staged
    from (
      select seller_id, sku, null::bigint as id
      from (
        (
          select seller_id, id, sku, tab, quantity_available, last_sold_at, is_kit from added
          except select seller_id, id, sku, tab, quantity_available, last_sold_at, is_kit from removed
        )
        union all
        (
          select seller_id, id, sku, tab, quantity_available, last_sold_at, is_kit from removed
          except select seller_id, id, sku, tab, quantity_available, last_sold_at, is_kit from added
        )
      ) differing
      where sku is not null and tab <> 'drafts'
      union all
      select seller_id, null, id from (select seller_id, id, tab from added except select seller_id, id, tab from removed) moved
    ) noted;
  end if;
  for c in
    select n.seller_id, coalesce(array_agg(distinct n.sku) filter (where n.sku is not null), '{}') as skus,
      array_agg(distinct n.id) filter (where n.id is not null) as ids
    from unnest(sellers, skus, staged) n (seller_id, sku, id) group by n.seller_id order by n.seller_id
  loop
    select array_agg(v.sku) into of_variations
    from listing_variations v where v.seller_id = c.seller_id and v.listing_id = any (c.ids) and v.sku is not null;
    perform refresh_stock_items(c.seller_id, c.skus || coalesce(of_variations, '{}'), tg_op <> 'DELETE');
  end loop;
  return null;
end
$$;

create or replace trigger stock_items_added after insert on listings referencing new table as added for each statement
  execute function note_stock_items();
create or replace trigger stock_items_changed after update on listings referencing old table as removed new table as added for each statement
  execute function note_stock_items();
create or replace trigger stock_items_gone after delete on listings referencing old table as removed for each statement
  execute function note_stock_items();

-- Updates rows when variations change. A listing's own SKU holds no units while it has variations.
create or replace function note_stock_of_variations() returns trigger language plpgsql
  security definer set search_path from current set enable_seqscan = off as $$
declare
  c record;
  sellers bigint[];
  skus text[];
  owners bigint[];
  of_listings text[];
  is_kept boolean;
begin
  if tg_op = 'INSERT' then
    select array_agg(seller_id), array_agg(sku), array_agg(listing_id) into sellers, skus, owners from added;
  elsif tg_op = 'DELETE' then
    select array_agg(seller_id), array_agg(sku), array_agg(listing_id) into sellers, skus, owners from removed;
  else
    select array_agg(seller_id), array_agg(sku) into sellers, skus
    from (
      (
        select seller_id, listing_id, position, sku, quantity, is_kit from added
        except select seller_id, listing_id, position, sku, quantity, is_kit from removed
      )
      union all
      (
        select seller_id, listing_id, position, sku, quantity, is_kit from removed
        except select seller_id, listing_id, position, sku, quantity, is_kit from added
      )
    ) differing
    where sku is not null;
  end if;
  for c in
    select n.seller_id, coalesce(array_agg(distinct n.sku) filter (where n.sku is not null), '{}') as skus,
      array_agg(distinct n.id) filter (where n.id is not null) as ids
    from unnest(sellers, skus, owners) n (seller_id, sku, id) group by n.seller_id order by n.seller_id
  loop
    select array_agg(l.sku) into of_listings
    from listings l where l.seller_id = c.seller_id and l.id = any (c.ids) and l.sku is not null;
    -- A listing whose variations end may get a SKU of its own; of a seller that is deleted nothing is added.
    is_kept := tg_op <> 'DELETE' or exists (select from sellers where id = c.seller_id);
    perform refresh_stock_items(c.seller_id, c.skus || coalesce(of_listings, '{}'), is_kept);
  end loop;
  return null;
end
$$;

create or replace trigger stock_items_added after insert on listing_variations referencing new table as added for each statement
  execute function note_stock_of_variations();
create or replace trigger stock_items_changed after update on listing_variations referencing old table as removed new table as added
  for each statement execute function note_stock_of_variations();
create or replace trigger stock_items_gone after delete on listing_variations referencing old table as removed for each statement
  execute function note_stock_of_variations();

-- Records when a variation was last sold; for other SKUs the listing has it.
create or replace function note_sold_variations() returns trigger language plpgsql
  security definer set search_path from current
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  c record;
  placed timestamptz[];
begin
  for c in
    select seller_id, array_agg(sku order by order_id, id) as skus, array_agg(order_id order by order_id, id) as orders
    from added where variation is not null and sku is not null group by seller_id order by seller_id
  loop
    select array_agg(o.placed_at order by u.nth) into placed
    from unnest(c.orders) with ordinality u (id, nth) join orders o on o.seller_id = c.seller_id and o.id = u.id;
    update stock_items i set last_sold_at = u.at
    from (select s.sku, max(s.at) as at from unnest(c.skus, placed) s (sku, at) group by s.sku) u
    where i.seller_id = c.seller_id and i.sku = u.sku and i.position is not null
      and (i.last_sold_at is null or i.last_sold_at < u.at);
  end loop;
  return null;
end
$$;

create or replace trigger stock_items_sold after insert on line_items referencing new table as added for each statement
  execute function note_sold_variations();
