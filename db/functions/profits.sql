-- Profits by line, order and listing.

-- Accounts whose postings are profit or loss; tax and money on its way are not.
create or replace function is_profit_account(account text) returns boolean
  language sql immutable parallel safe
  return account in ('revenue:item', 'revenue:shipping', 'labels', 'advertising', 'refunds', 'disputes', 'adjustments', 'cogs')
    or starts_with(account, 'fees:');

-- Splits an amount by weights so that the parts add up exactly. Must agree with `allocate` of lib/money.ts.
create or replace function allocate_minor(amount bigint, weights bigint[]) returns bigint[]
  language sql immutable parallel safe
  return (
    select array_agg((sign(amount::numeric) * (part + case when turn <= missing then 1 else 0 end))::bigint order by place)
    from (
      select place, part, row_number() over (order by rest desc, place) as turn, abs(amount::numeric) - sum(part) over () as missing
      from (
        select place, div(abs(amount::numeric) * share, whole) as part, mod(abs(amount::numeric) * share, whole) as rest
        from (
          select place, case when sum(weight) over () = 0 then 1 else weight end::numeric as share,
            case when sum(weight) over () = 0 then count(*) over () else sum(weight) over () end::numeric as whole
          from unnest(weights) with ordinality each (weight, place)
        ) shares
      ) parts
    ) turns
  );

-- Recomputes the profits of orders. Must agree with `line_profits` and `order_profits` in db/kept-sums.ts.
create or replace function recount_profits(seller bigint, of_orders bigint[]) returns void language plpgsql
  security definer set search_path from current as $$
declare
  lines line_profits[];
  wholes order_profits[];
begin
  delete from line_profits where seller_id = seller and order_id = any (of_orders);
  delete from order_profits where seller_id = seller and order_id = any (of_orders);
  with costed as (
    -- A kit's cost is known of as many as all of its parts have left for.
    select m.line_item_id, sum(m.minor)::bigint as minor,
      case when count(p.sku) < (select count(*) from line_parts a where a.seller_id = seller and a.line_item_id = m.line_item_id) then 0
        else min(m.units / coalesce(p.units, 1)) end::integer as units
    from (
      select line_item_id, part, sum(units) as units, sum(minor) as minor
      from (
        select line_item_id, part, quantity as units, cost_minor as minor
        from goods_costs where seller_id = seller and order_id = any (of_orders) and cost_minor is not null
        union all
        -- Returned units stay sold; their cost is taken back.
        select line_item_id, part, 0, -cost_minor
        from returned_goods where seller_id = seller and order_id = any (of_orders) and cost_minor is not null
      ) each_one group by 1, 2
    ) m
    left join line_parts p on p.seller_id = seller and p.line_item_id = m.line_item_id and p.nth = m.part
    group by 1
  ), posted as (
    select e.order_id, p.line_item_id, sum(p.amount_minor)::bigint as minor,
      coalesce(sum(p.amount_minor) filter (where p.account in ('revenue:item', 'revenue:shipping')), 0)::bigint as revenue
    from ledger_entries e join ledger_postings p on p.seller_id = seller and p.entry_id = e.id
    where e.seller_id = seller and e.order_id = any (of_orders) and is_profit_account(p.account) group by 1, 2
  ), counted as (
    select l.order_id, l.currency, array_agg(row(seller, l.order_id, l.id, l.listing_id, l.sku, l.currency, coalesce(c.units, 0),
        coalesce(c.units, 0) >= l.quantity - l.cancelled_quantity, -coalesce(own.revenue, 0), -coalesce(own.minor, 0),
        coalesce(c.minor, 0))::line_profits
        order by l.position) as lines,
      allocate_minor(-coalesce(max(whole.minor), 0)::bigint, array_agg(greatest(0, -coalesce(own.revenue, 0)) order by l.position)) as shares
    from line_items l
    left join costed c on c.line_item_id = l.id
    left join posted own on own.order_id = l.order_id and own.line_item_id = l.id
    left join posted whole on whole.order_id = l.order_id and whole.line_item_id is null
    where l.seller_id = seller and l.order_id = any (of_orders) group by l.order_id, l.currency
  ), divided as (
    select (c.lines[place]).*, c.shares[place] as share from counted c cross join generate_subscripts(c.lines, 1) place
  )
  select array_agg(row(d.seller_id, d.order_id, d.line_item_id, d.listing_id, d.sku, d.currency, d.units, d.is_complete,
      d.revenue_minor, d.profit_minor + d.share, d.cost_minor)::line_profits order by d.order_id, d.line_item_id) filter (where d.units > 0)
  into lines from divided d;
  insert into line_profits select * from unnest(lines);
  select array_agg(row(seller, s.order_id, s.currency, s.revenue, s.profit,
      case when s.revenue > 0 then round(s.profit * 10000.0 / s.revenue)::bigint end, s.cost,
      case when is_sale(o.payment_status, o.cancel_state) then o.placed_at end, o.total_minor)::order_profits order by s.order_id)
  into wholes
  from (
    select order_id, currency, sum(revenue_minor)::bigint as revenue, sum(profit_minor)::bigint as profit,
      sum(cost_minor)::bigint as cost
    from unnest(lines) each group by 1, 2 having bool_and(is_complete)
  ) s
  join orders o on o.seller_id = seller and o.id = s.order_id
  where not exists (
    select from line_items l
    where l.seller_id = seller and l.order_id = s.order_id and l.quantity > l.cancelled_quantity
      and not exists (select from unnest(lines) each where each.line_item_id = l.id)
  );
  insert into order_profits select * from unnest(wholes);
end
$$;
revoke execute on function recount_profits from public;

create or replace function count_goods_costs() returns trigger language plpgsql
  security definer set search_path from current as $$
declare c record;
begin
  for c in
    select seller_id, array_agg(distinct order_id order by order_id) as ids from changed group by seller_id order by seller_id
  loop
    perform recount_profits(c.seller_id, c.ids);
  end loop;
  return null;
end
$$;

create or replace trigger goods_costs_counted after insert on goods_costs referencing new table as changed for each statement
  execute function count_goods_costs();
create or replace trigger goods_costs_recounted after update on goods_costs referencing new table as changed for each statement
  execute function count_goods_costs();
create or replace trigger goods_costs_uncounted after delete on goods_costs referencing old table as changed for each statement
  execute function count_goods_costs();
create or replace trigger returned_goods_counted after insert on returned_goods referencing new table as changed for each statement
  execute function count_goods_costs();
create or replace trigger returned_goods_recounted after update on returned_goods referencing new table as changed for each statement
  execute function count_goods_costs();
create or replace trigger returned_goods_uncounted after delete on returned_goods referencing old table as changed for each statement
  execute function count_goods_costs();

-- Later postings to an order change its profit too.
create or replace function count_posted_profits() returns trigger language plpgsql
  security definer set search_path from current as $$
declare
  c record;
  entries bigint[];
  ids bigint[];
begin
  for c in select distinct seller_id from added order by seller_id loop
    if exists (select from cost_settings where seller_id = c.seller_id) then
      select array_agg(distinct a.entry_id) into entries
      from added a where a.seller_id = c.seller_id and is_profit_account(a.account);
      select array_agg(distinct e.order_id order by e.order_id) into ids
      from ledger_entries e join goods_costs g on g.seller_id = c.seller_id and g.order_id = e.order_id
      where e.seller_id = c.seller_id and e.id = any (entries);
      if ids is not null then
        perform recount_profits(c.seller_id, ids);
      end if;
    end if;
  end loop;
  return null;
end
$$;

create or replace trigger postings_profit after insert on ledger_postings referencing new table as added for each statement
  execute function count_posted_profits();

-- A line is complete once its units are shipped or cancelled.
create or replace function count_cancelled_profits() returns trigger language plpgsql
  security definer set search_path from current as $$
declare
  c record;
  ids bigint[];
begin
  for c in
    select seller_id, array_agg(distinct order_id order by order_id) as orders
    from (
      select seller_id, order_id, id, quantity - cancelled_quantity, listing_id, sku from added
      except select seller_id, order_id, id, quantity - cancelled_quantity, listing_id, sku from removed
    ) changed
    group by seller_id order by seller_id
  loop
    select array_agg(distinct order_id order by order_id) into ids
    from goods_costs where seller_id = c.seller_id and order_id = any (c.orders);
    if ids is not null then
      perform recount_profits(c.seller_id, ids);
    end if;
  end loop;
  return null;
end
$$;

create or replace trigger line_items_profit after update on line_items referencing old table as removed new table as added for each statement
  execute function count_cancelled_profits();

-- An order's profit depends on whether it counts as a sale.
create or replace function count_sold_profits() returns trigger language plpgsql
  security definer set search_path from current as $$
declare
  seller bigint;
  ids bigint[];
begin
  for seller in select distinct a.seller_id from added a order by 1 loop
    if exists (select from cost_settings where seller_id = seller) then
      select array_agg(distinct moved.id) into ids
      from (
        select id, placed_at, total_minor, is_sale(payment_status, cancel_state) from added where seller_id = seller
        except select id, placed_at, total_minor, is_sale(payment_status, cancel_state) from removed where seller_id = seller
      ) moved;
      select array_agg(order_id order by order_id) into ids from order_profits where seller_id = seller and order_id = any (ids);
      if ids is not null then
        perform recount_profits(seller, ids);
      end if;
    end if;
  end loop;
  return null;
end
$$;

create or replace trigger orders_profit after update on orders referencing old table as removed new table as added for each statement
  execute function count_sold_profits();
