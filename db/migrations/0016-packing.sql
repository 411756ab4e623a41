-- What is packed, unit by unit, as pack stations tell it.

create table pack_events (
  seller_id bigint not null,
  -- Drawn by the device that packed: what is sent twice, because the answer got lost, is one event.
  id uuid not null,
  order_id bigint not null,
  line_item_id bigint not null,
  -- A unit packed, or taken out again.
  change smallint not null check (change in (1, -1)),
  -- The member's name as it was, and when by the clock of the device; a connection may come back hours later.
  packed_by text not null,
  packed_at timestamptz not null,
  received_at timestamptz not null,
  primary key (seller_id, id),
  foreign key (seller_id, order_id) references orders on delete cascade,
  foreign key (seller_id, line_item_id) references line_items on delete cascade
);
create index pack_events_order on pack_events (seller_id, order_id);

-- Since when units count as packed: what was packed before the last parcel left has gone with it.
create function packing_since(seller bigint, of_order bigint) returns timestamptz
  language plpgsql stable parallel safe set search_path from current as $$
begin
  return coalesce(
    (select max(coalesce(recorded_at, shipped_at)) from shipments where seller_id = seller and order_id = of_order),
    '-infinity');
end
$$;

-- Of no line more is packed than there is to send, and none taken out that is not packed.
create function hold_packed_units() returns trigger language plpgsql
  security definer set search_path from current as $$
declare c record;
begin
  for c in
    select seller_id, array_agg(distinct line_item_id) as ids from added group by seller_id order by seller_id
  loop
    if exists (
      select from line_items l
      cross join lateral (
        select coalesce(sum(p.change), 0) as packed from pack_events p
        where p.seller_id = c.seller_id and p.order_id = l.order_id and p.line_item_id = l.id
          and p.received_at > packing_since(c.seller_id, l.order_id)
      ) units
      where l.seller_id = c.seller_id and l.id = any (c.ids)
        and (units.packed < 0 or units.packed > l.quantity - l.cancelled_quantity)
    ) then
      raise exception 'more is packed than was ordered, or less than nothing' using errcode = 'check_violation', constraint = 'packed_units';
    end if;
  end loop;
  return null;
end
$$;
create trigger packed_units after insert on pack_events referencing new table as added for each statement execute function hold_packed_units();

alter table pack_events enable row level security;
create policy own_rows on pack_events using (seller_id = current_seller());
grant select, insert on pack_events to hub_seller;
