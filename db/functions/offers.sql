-- Offers of buyers: the units that an accepted one holds, the events of its steps, and what ends it.

-- Accepted offers reserve their units, as orders do: no more than there are (`stock_is_enough`). A variation, whose number lacks what
-- orders reserve, gives its own. What the shop counts stays to sell as the shop says; all that offers hold of it is no more.
create or replace function hold_offered_units() returns trigger language plpgsql
  security definer set search_path from current set enable_seqscan = off as $$
declare
  c record;
  moved bigint;
  listings bigint[];
  positions smallint[];
  units integer[];
  paying boolean := is_paying_offer();
  at timestamptz;
begin
  select max(changed_at) into at from added;
  for c in
    select seller_id, array_agg(listing_id order by id) as listings, array_agg(variation order by id) as variations,
      array_agg(sku order by id) as skus, array_agg(more order by id) as more,
      jsonb_object_agg(listing_id, jsonb_build_object('kind', 'OFFER', 'offer', offer_key)) as causes
    from (
      select seller_id, id, listing_id, variation, sku, offer_key, sum(held)::integer as more
      from (
        select seller_id, id, listing_id, variation, sku, offer_key, held_units as held from added
        union all
        select seller_id, id, listing_id, variation, sku, offer_key, -held_units from removed
      ) both_rows
      group by 1, 2, 3, 4, 5, 6
    ) offers
    where more <> 0
    group by seller_id order by seller_id
  loop
    perform lock_stock(c.seller_id, c.listings);
    -- Changes of listings that share their stock add up.
    perform set_config('hub.adds_units', 'on', true);
    perform name_stock_cause(jsonb_build_object('each', c.causes)::text);
    update listings l set reserved = l.reserved + u.more,
      state = case when u.changes_state then case when u.available > 0 then 'ACTIVE' else 'OUT_OF_STOCK' end else l.state end,
      out_of_stock_since = case when not u.changes_state then l.out_of_stock_since when u.available = 0 then coalesce(l.out_of_stock_since, at) end
    from (
      select t.id, t.more, greatest(0, s.on_hand - s.reserved - t.more - s.buffer) as available,
        s.state in ('ACTIVE', 'OUT_OF_STOCK') and s.format <> 'AUCTION' and not paying as changes_state,
        case when s.shop_counts and not s.shares_stock then s.quantity_available
            - (select sum(held_units) from buyer_offers where seller_id = c.seller_id and listing_id = t.id)
          else s.on_hand - s.reserved - t.more - s.buffer end as uncommitted
      from (select id, sum(n)::integer as more from unnest(c.listings, c.more) n (id, n) group by id) t
      join listings s on s.seller_id = c.seller_id and s.id = t.id
    ) u
    where l.seller_id = c.seller_id and l.id = u.id and not l.is_kit and (u.more <= 0 or u.uncommitted >= 0);
    get diagnostics moved = row_count;
    perform name_stock_cause('');
    perform set_config('hub.adds_units', '', true);
    if moved < (select count(distinct id) from unnest(c.listings) id) then
      raise exception 'more is promised than there is' using errcode = 'check_violation', constraint = 'stock_is_enough';
    end if;
    select array_agg(listing) filter (where position is not null), array_agg(position) filter (where position is not null),
      array_agg(more) filter (where position is not null)
    into listings, positions, units
    from (
      select t.listing, v.position, sum(t.more)::integer as more
      from unnest(c.listings, c.variations, c.skus, c.more) t (listing, variation, sku, more)
      left join lateral (
        select f.position from listing_variations f
        where f.seller_id = c.seller_id and f.listing_id = t.listing and variation_fit(f.axis_values, f.sku, t.variation, t.sku) is not null
        order by variation_fit(f.axis_values, f.sku, t.variation, t.sku) desc limit 1
      ) v on true
      where not exists (select from listings where seller_id = c.seller_id and id = t.listing and shop_counts)
      group by 1, 2
    ) moved_units;
    update listing_variations v set quantity = v.quantity - u.more
    from unnest(listings, positions, units) u (listing, position, more)
    where v.seller_id = c.seller_id and v.listing_id = u.listing and v.position = u.position and v.quantity >= u.more;
    get diagnostics moved = row_count;
    if moved < cardinality(listings) then
      raise exception 'more is promised than there is' using errcode = 'check_violation', constraint = 'stock_is_enough';
    end if;
  end loop;
  return null;
end
$$;

create or replace trigger holds_units after update on buyer_offers referencing old table as removed new table as added for each statement
  execute function hold_offered_units();

-- Events of steps, of the offer's listing. A step that can be undone is told later.
create or replace function tell_of_offers() returns trigger language plpgsql
  security definer set search_path from current set enable_seqscan = off as $$
declare
  c record;
  listings bigint[];
  subjects text[];
begin
  if is_quiet() then return null; end if;
  for c in
    select seller_id, array_agg(offer_id order by offer_id, position) as ids, array_agg(type order by offer_id, position) as types,
      array_agg(taken_at order by offer_id, position) as times, array_agg(tell_at order by offer_id, position) as later
    from (select a.*, event_of_offer(a.step, a.actor) as type from added a) told
    where type is not null
    group by seller_id order by seller_id
  loop
    select array_agg(o.listing_id order by u.nth), array_agg(o.offer_key order by u.nth) into listings, subjects
    from unnest(c.ids) with ordinality u (id, nth) join buyer_offers o on o.seller_id = c.seller_id and o.id = u.id;
    insert into events (seller_id, type, happened_at, listing_id, subject, place_after)
    select c.seller_id, u.* from unnest(c.types, c.times, listings, subjects, c.later) u;
  end loop;
  return null;
end
$$;

create or replace trigger tells after insert on buyer_offer_steps referencing new table as added for each statement
  execute function tell_of_offers();

-- Takes back the event of a step that is undone; refused once programs may have read it. Steps of a deleted offer keep theirs.
create or replace function untell_offers() returns trigger language plpgsql
  security definer set search_path from current set enable_seqscan = off as $$
declare
  c record;
  subject_of text;
begin
  for c in select seller_id, offer_id, event_of_offer(step, actor) as type from removed loop
    select offer_key into subject_of from buyer_offers where seller_id = c.seller_id and id = c.offer_id;
    continue when subject_of is null;
    delete from events
    where seller_id = c.seller_id and place is null and place_after is not null and type = c.type and subject = subject_of;
    if not found then
      raise exception 'the buyer has been told' using errcode = 'check_violation', constraint = 'offer_was_told';
    end if;
  end loop;
  return null;
end
$$;

create or replace trigger untells after delete on buyer_offer_steps referencing old table as removed for each statement
  execute function untell_offers();

-- Moves offers by what happens to their listings, orders and buyers: open ones end with their listing or buyer, accepted ones are paid
-- by their order or not, as in `offerTable`.
create or replace function move_offers(seller bigint, ids bigint[], taken text) returns void
  language plpgsql security definer set search_path from current set enable_seqscan = off as $$
declare
  moved bigint[];
  steps smallint[];
  prices bigint[];
  counts integer[];
  tells timestamptz[];
  next_state text := case taken when 'end-listing' then 'LISTING_ENDED' when 'pay' then 'PAID'
    when 'withdraw' then 'WITHDRAWN' when 'decline' then 'DECLINED' else 'NOT_PAID' end;
begin
  if ids is null then return; end if;
  -- An answer that is not told yet is told before the step that follows it.
  select array_agg(o.tell_at order by o.id) into tells from buyer_offers o where o.seller_id = seller and o.id = any (ids);
  update buyer_offers set state = next_state, due_at = null, changed_at = now(), tell_at = null, told = null, version = version + 1
  where seller_id = seller and id = any (ids);
  select array_agg(o.id order by o.id), array_agg(o.price_minor order by o.id), array_agg(o.units order by o.id)
  into moved, prices, counts from buyer_offers o where o.seller_id = seller and o.id = any (ids);
  select array_agg(s.last order by s.id) into steps
  from (
    select u.id, (select max(position) + 1 from buyer_offer_steps where seller_id = seller and offer_id = u.id)::smallint as last
    from unnest(moved) u (id)
  ) s;
  insert into buyer_offer_steps (seller_id, offer_id, position, step, actor, state, price_minor, units, taken_at, tell_at)
  select seller, u.id, u.nth, taken, case taken when 'end-listing' then 'HUB' else 'BUYER' end, next_state, u.price, u.units, now(), u.tell_at
  from unnest(moved, steps, prices, counts, tells) u (id, nth, price, units, tell_at);
end
$$;
revoke execute on function move_offers from public;

-- Ends the offers that are open when their listings end.
create or replace function end_offers(seller bigint, listings bigint[]) returns void
  language plpgsql security definer set search_path from current set enable_seqscan = off as $$
declare
  ids bigint[];
begin
  select array_agg(id order by id) into ids from buyer_offers
  where seller_id = seller and listing_id = any (listings) and turn is not null;
  perform move_offers(seller, ids, 'end-listing');
end
$$;
revoke execute on function end_offers from public;

-- Accepted offers are paid or not, once their orders are paid or cancelled.
create or replace function settle_offers(seller bigint, orders bigint[], taken text) returns void
  language plpgsql security definer set search_path from current set enable_seqscan = off as $$
declare
  ids bigint[];
begin
  select array_agg(id order by id) into ids from buyer_offers
  where seller_id = seller and order_id = any (orders) and state = 'ACCEPTED';
  perform move_offers(seller, ids, taken);
end
$$;
revoke execute on function settle_offers from public;

-- Whether the marketplace of a seller takes offers, as in `takesOffers`.
create or replace function takes_offers(seller bigint) returns boolean
  language plpgsql stable security definer set search_path from current set enable_seqscan = off as $$
declare
  taken boolean;
begin
  select bool_or(c.takes_offers) into taken from connections c;
  return coalesce(taken, true) or not exists (select from shop_listings where seller_id = seller);
end
$$;
