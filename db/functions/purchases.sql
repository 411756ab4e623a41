-- Purchase orders: what was received of their lines, and the state that follows.

create or replace function count_received() returns trigger language plpgsql
  security definer set search_path from current as $$
declare
  c record;
  ids bigint[];
  states text[];
  changed bigint;
begin
  for c in
    select seller_id, array_agg(purchase_id) as purchases, array_agg(position) as positions, array_agg(units) as units, sum(units) > 0 as is_more
    from added group by seller_id order by seller_id
  loop
    update purchase_lines l set received_units = l.received_units + u.units
    from (
      select t.purchase_id, t.position, sum(t.units)::integer as units
      from unnest(c.purchases, c.positions, c.units) t (purchase_id, position, units) group by 1, 2
    ) u
    where l.seller_id = c.seller_id and l.purchase_id = u.purchase_id and l.position = u.position;
    select array_agg(s.id), array_agg(s.state) into ids, states
    from (
      select l.purchase_id as id, case when sum(l.received_units) = 0 then 'ORDERED'
        when bool_and(l.received_units >= l.ordered_units) then 'RECEIVED' else 'PARTLY_RECEIVED' end as state
      from purchase_lines l where l.seller_id = c.seller_id and l.purchase_id = any (c.purchases) group by 1
    ) s;
    -- What comes after an order was closed does not open it again.
    update purchase_orders p set state = case when c.is_more and p.state = 'RECEIVED' then p.state else u.state end, version = p.version + 1
    from unnest(ids, states) u (id, state)
    where p.seller_id = c.seller_id and p.id = u.id and p.state in ('ORDERED', 'PARTLY_RECEIVED', 'RECEIVED');
    get diagnostics changed = row_count;
    if changed < cardinality(ids) then
      raise exception 'a purchase order is received that was not ordered' using errcode = 'check_violation', constraint = 'purchase_is_ordered';
    end if;
  end loop;
  return null;
end
$$;

create or replace trigger receipts_counted after insert on purchase_receipt_lines referencing new table as added for each statement
  execute function count_received();

-- A draft or cancelled order has received nothing, and a received one has.
create or replace function keep_received() returns trigger language plpgsql
  security definer set search_path from current as $$
declare c record;
begin
  for c in
    select seller_id, array_agg(id) as ids, array_agg(state) as states
    from (select seller_id, id, state from added except select seller_id, id, state from removed) moved
    group by seller_id order by seller_id
  loop
    perform from (
      select u.state, (
        select coalesce(sum(l.received_units), 0) from purchase_lines l where l.seller_id = c.seller_id and l.purchase_id = u.id
      ) as units
      from unnest(c.ids, c.states) u (id, state)
    ) s
    where (s.units > 0) <> (s.state in ('PARTLY_RECEIVED', 'RECEIVED'));
    if found then
      raise exception 'the state of a purchase order differs from its receipts' using errcode = 'check_violation', constraint = 'purchase_state_fits';
    end if;
  end loop;
  return null;
end
$$;

create or replace trigger receipts_kept after update on purchase_orders referencing old table as removed new table as added for each statement
  execute function keep_received();

-- A line of which some were received stays, unless its seller is deleted.
create or replace function keep_received_lines() returns trigger language plpgsql
  security definer set search_path from current as $$
declare c record;
begin
  for c in select seller_id from removed where received_units > 0 group by seller_id order by seller_id loop
    continue when not exists (select from sellers where id = c.seller_id);
    raise exception 'a received line of a purchase order is deleted' using errcode = 'check_violation', constraint = 'purchase_lines_stay';
  end loop;
  return null;
end
$$;

create or replace trigger received_lines_kept after delete on purchase_lines referencing old table as removed for each statement
  execute function keep_received_lines();

create or replace trigger waits after insert on purchase_orders referencing new table as changed for each statement
  execute function mark_rows('PURCHASE');
create or replace trigger waits_again after update on purchase_orders referencing new table as changed for each statement
  execute function mark_rows('PURCHASE');
