-- By when a parcel must leave follows from a seller's calendar (seller-hubs 2.4). A deadline keeps the rule and the version of
-- the calendar that produced it, and never moves once it is there, however the calendar changes (seller-hubs 5.5, 18).

alter table sellers
  -- Whose public holidays are not worked, such as GB or DE-BY; null: all are.
  add column holiday_region text check (holiday_region ~ '^[A-Z]{2}(-[A-Z0-9]{1,8}){0,2}$'),
  -- These holidays as `2026-12-25`, as they were known when the region was chosen, up to the end of a year.
  add column holidays text[] not null default '{}',
  add column holidays_until smallint check ((holidays_until is null) = (holiday_region is null)),
  -- The seller's own days off.
  add column days_off text[] not null default '{}',
  add column calendar_version integer not null default 1;

-- Each calendar that a seller has had, for ever: what a deadline was worked out from.
create table ship_calendars (
  seller_id bigint not null references sellers on delete cascade,
  version integer not null,
  made_at timestamptz not null default now(),
  time_zone text not null,
  handling_days smallint not null,
  cutoff_time time not null,
  working_days smallint[] not null,
  holidays text[] not null,
  days_off text[] not null,
  primary key (seller_id, version)
);
alter table ship_calendars enable row level security;
create policy own_rows on ship_calendars using (seller_id = current_seller());
grant select on ship_calendars to hub_seller;

create function count_calendar() returns trigger language plpgsql set search_path from current as $$
begin
  new.calendar_version := old.calendar_version + 1;
  return new;
end
$$;
create trigger calendar_counted before update on sellers for each row
  when ((new.time_zone, new.handling_days, new.cutoff_time, new.working_days, new.holidays, new.days_off)
    is distinct from (old.time_zone, old.handling_days, old.cutoff_time, old.working_days, old.holidays, old.days_off))
  execute function count_calendar();

create function keep_calendar() returns trigger language plpgsql
  security definer set search_path from current as $$
declare c record;
begin
  for c in select * from changed loop
    insert into ship_calendars (seller_id, version, time_zone, handling_days, cutoff_time, working_days, holidays, days_off)
    values (c.id, c.calendar_version, c.time_zone, c.handling_days, c.cutoff_time, c.working_days, c.holidays, c.days_off)
    on conflict do nothing;
  end loop;
  return null;
end
$$;
create trigger calendar_begun after insert on sellers referencing new table as changed for each statement execute function keep_calendar();
create trigger calendar_kept after update on sellers referencing new table as changed for each statement execute function keep_calendar();
insert into ship_calendars (seller_id, version, time_zone, handling_days, cutoff_time, working_days, holidays, days_off)
  select id, calendar_version, time_zone, handling_days, cutoff_time, working_days, holidays, days_off from sellers;

-- HANDLING_TIME: so many working days after the payment by a version of the calendar. IMPORTED: as another system had it.
alter table orders
  add column ship_rule text check (ship_rule in ('HANDLING_TIME', 'IMPORTED')),
  add column ship_calendar integer,
  add column ship_handling_days smallint check (ship_handling_days between 0 and 30),
  add check (ship_rule is null or ship_by is not null),
  add check ((ship_rule is not distinct from 'HANDLING_TIME') = (ship_calendar is not null)),
  add check ((ship_calendar is null) = (ship_handling_days is null)),
  add foreign key (seller_id, ship_calendar) references ship_calendars;

create function keep_promise() returns trigger language plpgsql set search_path from current as $$
begin
  raise exception 'a ship-by time that was promised stays' using errcode = 'check_violation', constraint = 'promised_ship_by_stays';
end
$$;
create trigger promise_kept before update on orders for each row
  when (old.ship_by is not null and (new.ship_by, new.ship_rule, new.ship_calendar, new.ship_handling_days)
    is distinct from (old.ship_by, old.ship_rule, old.ship_calendar, old.ship_handling_days))
  execute function keep_promise();
revoke update (ship_by) on orders from hub_seller;
revoke update (ship_by) on line_items from hub_seller;

-- What still waits for a deadline, over all sellers.
create index orders_without_ship_by on orders (seller_id, id)
  where ship_by is null and external_id is null and status in ('AWAITING_SHIPMENT', 'PARTLY_SHIPPED');

-- What is due is counted and added up without reading the orders themselves.
drop index orders_status_ship_by;
create index orders_status_ship_by on orders (seller_id, status, ship_by, id) include (currency, total_minor, total_value);
