-- One stock for listings with the same SKU that share it (decision 98): each has all units on hand, and all that are reserved. Drafts
-- have none of it.

-- Passes on what changed at listings of a seller. `joins` tells which ones begin to share: they bring their reserved units, and take the
-- number of the others. `version_steps` tells whose version counts up; ended ones keep theirs. Changes of a SKU add up (`adds`), else one number was set and the last wins.
create or replace function pass_on_stock(seller bigint, ids bigint[], skus text[], joins boolean[],
  on_hand_changes integer[], reserved_changes integer[], version_steps integer[], adds boolean) returns void language plpgsql
  security definer set search_path from current set enable_seqscan = off as $$
declare
  joining bigint[];
  joined text[];
begin
  select array_agg(u.id), array_agg(u.sku) into joining, joined from unnest(ids, skus, joins) u (id, sku, is_new) where u.is_new;
  perform from listings l where l.seller_id = seller and l.shares_stock and l.sku = any (skus) and l.tab <> 'drafts'
  order by l.id for no key update;
  if joining is not null then
    update listings l set on_hand = p.on_hand, reserved = p.reserved
    from (
      select distinct on (m.sku) m.sku, m.on_hand + m.brought as on_hand, m.reserved + m.brought as reserved
      from (
        select s.id, s.sku, s.on_hand, s.reserved,
          (coalesce(sum(s.reserved) filter (where s.id = any (joining)) over (partition by s.sku), 0)
            - case when s.id = any (joining) then s.reserved else 0 end)::integer as brought
        from listings s where s.seller_id = seller and s.shares_stock and s.sku = any (joined) and s.tab <> 'drafts'
      ) m
      order by m.sku, m.id = any (joining), m.id
    ) p
    where l.seller_id = seller and l.shares_stock and l.sku = p.sku and l.tab <> 'drafts'
      and (l.on_hand, l.reserved) <> (p.on_hand, p.reserved);
  end if;
  update listings l set on_hand = l.on_hand + d.more, reserved = l.reserved + d.held, version = l.version + d.steps
  from (
    select m.id, t.more - coalesce(o.more, 0) as more, t.held - coalesce(o.held, 0) as held,
      case when o.id is null and m.tab <> 'ended' then t.steps else 0 end as steps
    from (
      select u.sku, case when adds then sum(u.more)::integer else (array_agg(u.more order by u.id desc))[1] end as more,
        case when adds then sum(u.held)::integer else (array_agg(u.held order by u.id desc))[1] end as held, max(u.steps) as steps
      from unnest(ids, skus, joins, on_hand_changes, reserved_changes, version_steps) u (id, sku, is_new, more, held, steps) where not u.is_new group by u.sku
    ) t
    join listings m on m.seller_id = seller and m.shares_stock and m.sku = t.sku and m.tab <> 'drafts'
    left join unnest(ids, on_hand_changes, reserved_changes) o (id, more, held) on o.id = m.id
  ) d
  where l.seller_id = seller and l.id = d.id and (d.more, d.held) <> (0, 0);
  update listings l set state = case when l.quantity_available = 0 then 'OUT_OF_STOCK' else 'ACTIVE' end
  where l.seller_id = seller and l.shares_stock and l.sku = any (skus)
    and (l.state = 'ACTIVE' and l.quantity_available = 0 or l.state = 'OUT_OF_STOCK' and l.quantity_available > 0);
end
$$;
revoke execute on function pass_on_stock from public;

-- A listing that shares keeps its SKU until it is a draft again, which has no reserved units.
create or replace function share_stock() returns trigger language plpgsql
  security definer set search_path from current set enable_seqscan = off as $$
declare
  c record;
  orders text := coalesce(current_setting('hub.stock_of_orders', true), '');
  cause text := coalesce(current_setting('hub.stock_cause', true), '');
  passing text := coalesce(current_setting('hub.passes_on_stock', true), '');
  adds boolean := orders <> '' or coalesce(current_setting('hub.adds_units', true), '') = 'on';
begin
  -- What is passed on goes no further; orders that it covers do.
  if passing = 'on' and orders = '' then return null; end if;
  if not exists (select from added where shares_stock) then
    if tg_op = 'INSERT' then return null; end if;
    if not exists (select from removed where shares_stock) then return null; end if;
  end if;
  perform set_config('hub.passes_on_stock', 'on', true);
  perform set_config('hub.stock_of_orders', '', true);
  perform set_config('hub.stock_cause', '{"kind":"SHARED"}', true);
  if tg_op = 'INSERT' then
    for c in
      select n.seller_id, array_agg(n.id order by n.id) as ids, array_agg(n.sku order by n.id) as skus, array_agg(true) as joins,
        array_agg(0) as none
      from added n where n.shares_stock and n.tab <> 'drafts' group by n.seller_id order by n.seller_id
    loop
      perform pass_on_stock(c.seller_id, c.ids, c.skus, c.joins, c.none, c.none, c.none, adds);
    end loop;
  else
    for c in
      select m.seller_id, array_agg(m.id order by m.id) filter (where m.is_in) as ids, array_agg(m.sku order by m.id) filter (where m.is_in) as skus,
        array_agg(not m.was_in order by m.id) filter (where m.is_in) as joins,
        array_agg(m.on_hand - m.old_on_hand order by m.id) filter (where m.is_in) as more,
        array_agg(m.reserved - m.old_reserved order by m.id) filter (where m.is_in) as held,
        array_agg((m.version <> m.old_version)::integer order by m.id) filter (where m.is_in) as steps,
        array_agg(m.id) filter (where not m.is_in) as gone,
        coalesce(bool_or(m.was_in and m.tab <> 'drafts' and (m.sku is distinct from m.old_sku or not m.is_in)), false) as is_other
      from (
        select is_new, seller_id, id, sku, tab, on_hand, reserved, version, shares_stock and tab <> 'drafts' as is_in,
          lag(shares_stock and tab <> 'drafts') over one as was_in, lag(sku) over one as old_sku, lag(on_hand) over one as old_on_hand,
          lag(reserved) over one as old_reserved, lag(version) over one as old_version
        from (select true as is_new, * from added union all select false, * from removed) rows
        window one as (partition by seller_id, id order by is_new)
      ) m
      where m.is_new and (m.is_in <> m.was_in or m.is_in and (m.sku, m.on_hand, m.reserved) is distinct from (m.old_sku, m.old_on_hand, m.old_reserved))
      group by m.seller_id order by m.seller_id
    loop
      if c.is_other then
        raise exception 'a listing that shares its stock keeps its SKU' using errcode = 'check_violation', constraint = 'shared_stock_keeps_sku';
      end if;
      if c.gone is not null then
        update listings l set on_hand = l.on_hand - l.reserved, reserved = 0 where l.seller_id = c.seller_id and l.id = any (c.gone);
      end if;
      if c.ids is not null then
        perform pass_on_stock(c.seller_id, c.ids, c.skus, c.joins, c.more, c.held, c.steps, adds);
      end if;
    end loop;
  end if;
  perform set_config('hub.passes_on_stock', passing, true);
  perform set_config('hub.stock_of_orders', orders, true);
  perform set_config('hub.stock_cause', cause, true);
  return null;
end
$$;

-- Named so that it runs before other triggers: oversold orders are covered from what all have.
create or replace trigger all_share after insert on listings referencing new table as added for each statement execute function share_stock();
create or replace trigger all_share_again after update on listings referencing old table as removed new table as added for each statement
  execute function share_stock();
