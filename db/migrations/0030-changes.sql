-- What has changed, for programs that read on where they were: each thing of a seller once, at the place of its last change.

-- A place is given only to what is committed, by whoever reads, one reader at a time (`place_changes`): behind a place that was read
-- nothing ever appears, in whatever order writers began and ended. Null waits for its place. A writer only marks: it waits for nobody.
create table changes (
  seller_id bigint not null,
  kind text not null check (kind in ('ORDER', 'LISTING', 'PARCEL', 'REFUND', 'CASE', 'DECISION')),
  subject_id bigint not null,
  place bigint check (place > 0),
  -- What names it, where it is no more.
  former jsonb,
  primary key (seller_id, kind, subject_id)
);
create unique index changes_placed on changes (seller_id, kind, place) where place is not null;
create index changes_waiting on changes (seller_id, kind, subject_id) where place is null;

-- The last place that was given.
create table change_places (
  seller_id bigint primary key references sellers on delete cascade,
  last bigint not null default 0
);

do $$
declare name text;
begin
  foreach name in array array['changes', 'change_places']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy own_rows on %I using (seller_id = current_seller())', name);
    execute format('grant select on %I to hub_seller', name);
  end loop;
end
$$;

-- What this transaction marked already needs no second mark; whatever else waits is locked by the conflict, so that no reader places
-- it before this transaction has ended.
create function mark_changed(seller bigint, what text, ids bigint[]) returns void language plpgsql
  security definer set search_path from current set enable_seqscan = off as $$
declare fresh bigint[];
begin
  select array_agg(distinct id order by id) into fresh from unnest(ids) id
  where not exists (
    select from changes c where c.seller_id = seller and c.kind = what and c.subject_id = id
      and c.place is null and c.xmin = pg_current_xact_id()::xid
  );
  if fresh is not null then
    insert into changes as c (seller_id, kind, subject_id) select seller, what, unnest(fresh)
    on conflict (seller_id, kind, subject_id) do update set place = null, former = null where c.place is not null or c.former is not null;
  end if;
end
$$;

-- Gives places to what waits and is committed. What a writer holds at this moment waits on, and is placed when it has ended.
create function place_changes(seller bigint, what text) returns void language plpgsql
  security definer set search_path from current set enable_seqscan = off as $$
declare
  before bigint;
  ids bigint[];
begin
  insert into change_places (seller_id) values (seller) on conflict do nothing;
  select last into before from change_places where seller_id = seller for update;
  select array_agg(subject_id) into ids from (
    select subject_id from changes where seller_id = seller and kind = what and place is null
    order by subject_id for update skip locked
  ) waiting;
  if ids is not null then
    update changes c set place = before + u.nth from unnest(ids) with ordinality u (id, nth)
    where c.seller_id = seller and c.kind = what and c.subject_id = u.id;
    update change_places set last = before + cardinality(ids) where seller_id = seller;
  end if;
end
$$;
revoke execute on function mark_changed, place_changes from public;
grant execute on function place_changes to hub_seller;

-- The kind that the trigger names has changed: a row of its own.
create function mark_rows() returns trigger language plpgsql
  security definer set search_path from current as $$
declare c record;
begin
  for c in select seller_id, array_agg(id) as ids from changed group by seller_id order by seller_id loop
    perform mark_changed(c.seller_id, tg_argv[0], c.ids);
  end loop;
  return null;
end
$$;

-- Orders whose parts changed: they are sent with them.
create function mark_orders() returns trigger language plpgsql
  security definer set search_path from current as $$
declare c record;
begin
  for c in select seller_id, array_agg(order_id) as ids from changed group by seller_id order by seller_id loop
    perform mark_changed(c.seller_id, 'ORDER', c.ids);
  end loop;
  return null;
end
$$;

create function mark_listings() returns trigger language plpgsql
  security definer set search_path from current as $$
declare c record;
begin
  for c in select seller_id, array_agg(listing_id) as ids from changed group by seller_id order by seller_id loop
    perform mark_changed(c.seller_id, 'LISTING', c.ids);
  end loop;
  return null;
end
$$;

-- Of a listing, what buyers see and can buy; how often it was looked at is no change.
create function mark_listings_seen() returns trigger language plpgsql
  security definer set search_path from current as $$
declare c record;
begin
  for c in
    select n.seller_id, array_agg(n.id) as ids from added n join removed o on o.seller_id = n.seller_id and o.id = n.id
    where (n.state, n.title, n.sku, n.category, n.condition, n.format, n.price_minor, n.currency, n.product_id, n.image_url, n.on_hand,
        n.reserved, n.buffer, n.starts_at, n.ends_at, n.version)
      is distinct from (o.state, o.title, o.sku, o.category, o.condition, o.format, o.price_minor, o.currency, o.product_id, o.image_url,
        o.on_hand, o.reserved, o.buffer, o.starts_at, o.ends_at, o.version)
    group by n.seller_id order by n.seller_id
  loop
    perform mark_changed(c.seller_id, 'LISTING', c.ids);
  end loop;
  return null;
end
$$;

-- A parcel that was taken back is told too. Of an order that is deleted whole, the order is gone already.
create function mark_voided() returns trigger language plpgsql
  security definer set search_path from current set enable_seqscan = off as $$
declare c record;
begin
  for c in
    select seller_id, array_agg(id order by id) as ids, array_agg(order_id order by id) as orders, array_agg(parcel_key order by id) as keys
    from removed group by seller_id order by seller_id
  loop
    if exists (select from orders where seller_id = c.seller_id and id = any (c.orders)) then
      perform mark_changed(c.seller_id, 'PARCEL', c.ids);
      update changes s set former = jsonb_build_object('key', u.key, 'order', u.order_id)
      from unnest(c.ids, c.keys, c.orders) u (id, key, order_id)
      where s.seller_id = c.seller_id and s.kind = 'PARCEL' and s.subject_id = u.id;
      perform mark_changed(c.seller_id, 'ORDER', c.orders);
    end if;
  end loop;
  return null;
end
$$;

-- What a seller, or the hub by a seller's rule, decided about a wish of the buyer's; the timeline keeps it.
create function mark_decisions() returns trigger language plpgsql
  security definer set search_path from current as $$
declare c record;
begin
  for c in
    select seller_id, array_agg(id) as ids from changed
    where actor in ('MEMBER', 'HUB')
      and kind in ('CANCELLATION_ACCEPTED', 'CANCELLATION_DECLINED', 'CANCELLATION_EXPIRED', 'ORDER_CANCELLED', 'CASE_STEP')
    group by seller_id order by seller_id
  loop
    perform mark_changed(c.seller_id, 'DECISION', c.ids);
  end loop;
  return null;
end
$$;

-- Triggers run by their names, and these come last: by then what changed is locked, so that nobody who holds it waits for its mark.
create trigger waits after insert on orders referencing new table as changed for each statement execute function mark_rows('ORDER');
create trigger waits_again after update on orders referencing new table as changed for each statement execute function mark_rows('ORDER');
create trigger waits after insert on shipments referencing new table as changed for each statement execute function mark_rows('PARCEL');
create trigger waits_again after update on shipments referencing new table as changed for each statement execute function mark_rows('PARCEL');
create trigger waits_taken_back after delete on shipments referencing old table as removed for each statement execute function mark_voided();
create trigger waits after insert on refunds referencing new table as changed for each statement execute function mark_rows('REFUND');
create trigger waits_again after update on refunds referencing new table as changed for each statement execute function mark_rows('REFUND');
create trigger waits after insert on cases referencing new table as changed for each statement execute function mark_rows('CASE');
create trigger waits_again after update on cases referencing new table as changed for each statement execute function mark_rows('CASE');
create trigger waits after insert on order_events referencing new table as changed for each statement execute function mark_decisions();
create trigger waits after insert on listings referencing new table as changed for each statement execute function mark_rows('LISTING');
create trigger waits_again after update on listings referencing old table as removed new table as added for each statement
  execute function mark_listings_seen();

do $$
declare name text;
begin
  foreach name in array array['line_items', 'payments', 'refunds', 'shipments', 'cancellations']
  loop
    execute format('create trigger whole_waits after insert on %I referencing new table as changed for each statement
      execute function mark_orders()', name);
    execute format('create trigger whole_waits_again after update on %I referencing new table as changed for each statement
      execute function mark_orders()', name);
  end loop;
  foreach name in array array['listing_contents', 'listing_variations', 'listing_pictures']
  loop
    execute format('create trigger whole_waits after insert on %I referencing new table as changed for each statement
      execute function mark_listings()', name);
    execute format('create trigger whole_waits_again after update on %I referencing new table as changed for each statement
      execute function mark_listings()', name);
  end loop;
end
$$;

insert into changes (seller_id, kind, subject_id)
select seller_id, 'ORDER', id from orders
union all select seller_id, 'LISTING', id from listings
union all select seller_id, 'PARCEL', id from shipments
union all select seller_id, 'REFUND', id from refunds
union all select seller_id, 'CASE', id from cases
union all select seller_id, 'DECISION', id from order_events
where actor in ('MEMBER', 'HUB')
  and kind in ('CANCELLATION_ACCEPTED', 'CANCELLATION_DECLINED', 'CANCELLATION_EXPIRED', 'ORDER_CANCELLED', 'CASE_STEP');
