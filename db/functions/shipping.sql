-- Parcels, packing, and deadlines by the seller’s calendar.

-- A parcel can be voided until its first scan.
create or replace function keep_scanned_parcels() returns trigger language plpgsql
  security definer set search_path from current set enable_seqscan = off as $$
declare c record;
begin
  for c in
    select seller_id, array_agg(distinct order_id) as ids
    from removed where state <> 'SHIPPED' group by seller_id order by seller_id
  loop
    if exists (select from orders where seller_id = c.seller_id and id = any (c.ids)) then
      raise exception 'a parcel that was scanned stays' using errcode = 'check_violation', constraint = 'scanned_parcels_stay';
    end if;
  end loop;
  return null;
end
$$;

create or replace trigger scanned_stay after delete on shipments referencing old table as removed for each statement
  execute function keep_scanned_parcels();

-- Packed units of a line stay between zero and its unshipped units. A packing begins with the last parcel, which took what was packed.
create or replace function hold_packed_units() returns trigger language plpgsql
  security definer set search_path from current as $$
declare c record;
begin
  for c in
    select seller_id, array_agg(distinct line_item_id) as ids from added group by seller_id order by seller_id
  loop
    if exists (
      select from line_items l
      left join line_parts k on k.seller_id = c.seller_id and k.line_item_id = l.id
      cross join lateral (
        select coalesce(sum(p.change), 0) as packed from pack_events p
        where p.seller_id = c.seller_id and p.order_id = l.order_id and p.line_item_id = l.id and p.part_sku is not distinct from k.sku
          and p.received_at > coalesce(
            (select max(coalesce(s.recorded_at, s.shipped_at)) from shipments s where s.seller_id = c.seller_id and s.order_id = l.order_id), '-infinity')
      ) units
      where l.seller_id = c.seller_id and l.id = any (c.ids)
        and (units.packed < 0 or units.packed > (l.quantity - l.cancelled_quantity) * coalesce(k.units, 1))
    ) then
      raise exception 'more is packed than was ordered, or less than nothing' using errcode = 'check_violation', constraint = 'packed_units';
    end if;
  end loop;
  return null;
end
$$;

create or replace trigger packed_units after insert on pack_events referencing new table as added for each statement
  execute function hold_packed_units();

create or replace function count_calendar() returns trigger language plpgsql set search_path from current as $$
begin
  new.calendar_version := old.calendar_version + 1;
  return new;
end
$$;

create or replace trigger calendar_counted before update on sellers for each row
  when ((new.time_zone, new.handling_days, new.cutoff_time, new.working_days, new.holidays, new.days_off, new.away_days)
    is distinct from (old.time_zone, old.handling_days, old.cutoff_time, old.working_days, old.holidays, old.days_off, old.away_days))
  execute function count_calendar();

create or replace function keep_calendar() returns trigger language plpgsql
  security definer set search_path from current as $$
declare c record;
begin
  for c in select * from changed loop
    insert into ship_calendars (seller_id, version, time_zone, handling_days, cutoff_time, working_days, holidays, days_off, away_days)
    values (c.id, c.calendar_version, c.time_zone, c.handling_days, c.cutoff_time, c.working_days, c.holidays, c.days_off, c.away_days)
    on conflict do nothing;
  end loop;
  return null;
end
$$;

create or replace trigger calendar_begun after insert on sellers referencing new table as changed for each statement execute function keep_calendar();
create or replace trigger calendar_kept after update on sellers referencing new table as changed for each statement execute function keep_calendar();

create or replace function keep_promise() returns trigger language plpgsql set search_path from current as $$
begin
  raise exception 'a ship-by time that was promised stays' using errcode = 'check_violation', constraint = 'promised_ship_by_stays';
end
$$;

create or replace trigger promise_kept before update on orders for each row
  when (old.ship_by is not null and (new.ship_by, new.ship_rule, new.ship_calendar, new.ship_handling_days)
    is distinct from (old.ship_by, old.ship_rule, old.ship_calendar, old.ship_handling_days))
  execute function keep_promise();
