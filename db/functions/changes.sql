-- Change marks, for programs that poll with a cursor.

-- Marks rows as changed, each with its time. Skips marks written by this transaction; locks other waiting marks, so that no
-- reader assigns their positions before this transaction ends.
create or replace function mark_changed(seller bigint, what text, ids bigint[]) returns void language plpgsql
  security definer set search_path from current set enable_seqscan = off as $$
declare
  own xid := pg_current_xact_id()::xid;
  marked bigint[];
begin
  select array_agg(subject_id) into marked from changes
  where seller_id = seller and kind = what and subject_id = any (ids) and place is null and xmin = own;
  insert into changes (seller_id, kind, subject_id, changed_at)
  select seller, what, id, clock_timestamp() from (select unnest(ids) as id except select unnest(marked)) given order by id
  on conflict (seller_id, kind, subject_id) do update set place = null, former = null, changed_at = excluded.changed_at;
end
$$;
revoke execute on function mark_changed from public;

-- Assigns positions to committed marks. Marks locked by a writer wait until its transaction ends.
create or replace function place_changes(seller bigint, what text) returns void language plpgsql
  security definer set search_path from current set enable_seqscan = off as $$
declare
  before bigint;
  ids bigint[];
  places jsonb;
begin
  insert into change_places (seller_id) values (seller) on conflict do nothing;
  select last into before from change_places where seller_id = seller for update;
  select array_agg(subject_id) into ids from (
    select subject_id from changes where seller_id = seller and kind = what and place is null
    order by subject_id for update skip locked
  ) waiting;
  if ids is not null then
    -- Joined with their places, they would be sought on every server once the plan is kept.
    select jsonb_object_agg(id, before + nth) into places from unnest(ids) with ordinality u (id, nth);
    update changes set place = (places ->> subject_id::text)::bigint
    where seller_id = seller and kind = what and subject_id = any (ids);
    update change_places set last = before + cardinality(ids) where seller_id = seller;
  end if;
end
$$;
revoke execute on function place_changes from public;
grant execute on function place_changes to hub_seller;

-- Marks the changed rows themselves, with the kind the trigger names.
create or replace function mark_rows() returns trigger language plpgsql
  security definer set search_path from current as $$
declare c record;
begin
  for c in select seller_id, array_agg(id) as ids from changed group by seller_id order by seller_id loop
    perform mark_changed(c.seller_id, tg_argv[0], c.ids);
  end loop;
  return null;
end
$$;

-- Marks messages about orders; questions are marked as a whole (`derive_questions`).
create or replace function mark_messages() returns trigger language plpgsql
  security definer set search_path from current as $$
declare c record;
begin
  for c in select seller_id, array_agg(id) as ids from changed where order_id is not null group by seller_id order by seller_id loop
    perform mark_changed(c.seller_id, 'MESSAGE', c.ids);
  end loop;
  return null;
end
$$;

create or replace trigger waits after insert on orders referencing new table as changed for each statement execute function mark_rows('ORDER');
create or replace trigger waits_again after update on orders referencing new table as changed for each statement execute function mark_rows('ORDER');
create or replace trigger waits after insert on shipments referencing new table as changed for each statement execute function mark_rows('PARCEL');
create or replace trigger waits_again after update on shipments referencing new table as changed for each statement
  execute function mark_rows('PARCEL');
create or replace trigger waits after insert on refunds referencing new table as changed for each statement execute function mark_rows('REFUND');
create or replace trigger waits_again after update on refunds referencing new table as changed for each statement
  execute function mark_rows('REFUND');
create or replace trigger waits after insert on cases referencing new table as changed for each statement execute function mark_rows('CASE');
create or replace trigger waits_again after update on cases referencing new table as changed for each statement execute function mark_rows('CASE');
create or replace trigger waits after insert on listings referencing new table as changed for each statement execute function mark_rows('LISTING');
create or replace trigger waits after insert on conversation_messages referencing new table as changed for each statement
  execute function mark_messages();
create or replace trigger waits after insert on feedback referencing new table as changed for each statement execute function mark_rows('FEEDBACK');
create or replace trigger waits_again after update on feedback referencing new table as changed for each statement
  execute function mark_rows('FEEDBACK');

-- Marks orders whose parts changed, because orders are sent with their parts.
create or replace function mark_orders() returns trigger language plpgsql
  security definer set search_path from current as $$
declare c record;
begin
  for c in select seller_id, array_agg(order_id) as ids from changed group by seller_id order by seller_id loop
    perform mark_changed(c.seller_id, 'ORDER', c.ids);
  end loop;
  return null;
end
$$;

create or replace trigger whole_waits after insert on line_items referencing new table as changed for each statement
  when (not is_intake()) execute function mark_orders();
create or replace trigger whole_waits after insert on payments referencing new table as changed for each statement
  when (not is_intake()) execute function mark_orders();
create or replace trigger whole_waits_again after update on line_items referencing new table as changed for each statement
  execute function mark_orders();
create or replace trigger whole_waits_again after update on payments referencing new table as changed for each statement
  execute function mark_orders();
create or replace trigger whole_waits after insert on refunds referencing new table as changed for each statement execute function mark_orders();
create or replace trigger whole_waits_again after update on refunds referencing new table as changed for each statement
  execute function mark_orders();
create or replace trigger whole_waits after insert on shipments referencing new table as changed for each statement execute function mark_orders();
create or replace trigger whole_waits_again after update on shipments referencing new table as changed for each statement
  execute function mark_orders();
create or replace trigger whole_waits after insert on cancellations referencing new table as changed for each statement
  execute function mark_orders();
create or replace trigger whole_waits_again after update on cancellations referencing new table as changed for each statement
  execute function mark_orders();

create or replace function mark_listings() returns trigger language plpgsql
  security definer set search_path from current as $$
declare c record;
begin
  for c in select seller_id, array_agg(listing_id) as ids from changed group by seller_id order by seller_id loop
    perform mark_changed(c.seller_id, 'LISTING', c.ids);
  end loop;
  return null;
end
$$;

create or replace trigger whole_waits after insert on listing_contents referencing new table as changed for each statement
  execute function mark_listings();
create or replace trigger whole_waits_again after update on listing_contents referencing new table as changed for each statement
  execute function mark_listings();
create or replace trigger whole_waits after insert on listing_variations referencing new table as changed for each statement
  execute function mark_listings();
create or replace trigger whole_waits_again after update on listing_variations referencing new table as changed for each statement
  execute function mark_listings();
create or replace trigger whole_waits after insert on listing_pictures referencing new table as changed for each statement
  execute function mark_listings();
create or replace trigger whole_waits_again after update on listing_pictures referencing new table as changed for each statement
  execute function mark_listings();

-- Marks listings if something changed that buyers see or can buy; view counts do not matter.
create or replace function mark_listings_seen() returns trigger language plpgsql
  security definer set search_path from current as $$
declare c record;
begin
  for c in
    select seller_id, array_agg(id) as ids
    from (
      select seller_id, id, state, title, sku, category, condition, format, price_minor, currency, product_id, image_url, on_hand, reserved,
        buffer, starts_at, ends_at, version
      from added
      except
      select seller_id, id, state, title, sku, category, condition, format, price_minor, currency, product_id, image_url, on_hand, reserved,
        buffer, starts_at, ends_at, version
      from removed
    ) seen
    group by seller_id order by seller_id
  loop
    perform mark_changed(c.seller_id, 'LISTING', c.ids);
  end loop;
  return null;
end
$$;

create or replace trigger waits_again after update on listings referencing old table as removed new table as added for each statement
  execute function mark_listings_seen();

-- Marks voided parcels. If a whole order is deleted, its row is already gone.
create or replace function mark_voided() returns trigger language plpgsql
  security definer set search_path from current set enable_seqscan = off as $$
declare c record;
begin
  for c in
    select seller_id, array_agg(id order by id) as ids, array_agg(order_id order by id) as orders,
      array_agg(jsonb_build_object('key', parcel_key, 'order', order_id) order by id) as formers
    from removed group by seller_id order by seller_id
  loop
    if exists (select from orders where seller_id = c.seller_id and id = any (c.orders)) then
      perform mark_changed(c.seller_id, 'PARCEL', c.ids);
      update changes s set former = u.former from unnest(c.ids, c.formers) u (id, former)
      where s.seller_id = c.seller_id and s.kind = 'PARCEL' and s.subject_id = u.id;
      perform mark_changed(c.seller_id, 'ORDER', c.orders);
    end if;
  end loop;
  return null;
end
$$;

create or replace trigger waits_taken_back after delete on shipments referencing old table as removed for each statement
  execute function mark_voided();

-- Marks decisions of a seller, or of the hub by a seller’s rule, on a buyer’s request.
create or replace function mark_decisions() returns trigger language plpgsql
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

create or replace trigger waits after insert on order_events referencing new table as changed for each statement execute function mark_decisions();
