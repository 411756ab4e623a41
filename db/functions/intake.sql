-- Intake of orders: checked in one message and written in another, each row once.

-- Whether orders are being taken in with their derived states, so that triggers need not derive them.
create or replace function is_intake() returns boolean
  language sql stable parallel safe
  return coalesce(current_setting('hub.intake', true), '') = 'on';

-- Returns everything that incoming orders of the bound seller are checked against. Locks their listings first, in a fixed
-- order, so that later statements see concurrent commits. Generates the ids, so that all rows are known before writing.
create or replace function open_intake(external_ids text[], items text[], usernames text[], buyers_of text[], addresses_of jsonb,
  -- The previous version gives none.
  offers_of text[] default '{}') returns jsonb
  language plpgsql security definer set search_path from current set enable_seqscan = off as $$
declare
  seller bigint := current_seller();
  known jsonb;
  kits jsonb;
  offered jsonb;
  people jsonb;
  people_ids bigint[];
  places jsonb;
  drawn jsonb;
  calendar jsonb;
  promised jsonb;
  sold bigint[];
  is_shared boolean;
begin
  select array_agg(l.id), bool_or(l.shares_stock) into sold, is_shared from listings l where l.seller_id = seller and l.item_number = any (items);
  if is_shared or exists (select from kit_parts where seller_id = seller) then
    perform lock_stock(seller, sold);
  else
    perform from listings where seller_id = seller and item_number = any (items) order by id for no key update;
  end if;

  select coalesce(jsonb_agg(jsonb_build_object('id', id, 'externalId', external_id, 'pushedAs', pushed_as)), '[]') into known
  from orders where seller_id = seller and external_id = any (external_ids);

  kits := parts_of_kits(seller, sold);
  select coalesce(jsonb_agg(to_jsonb(l)), '[]') into offered
  from (
    select id, item_number, product_id, title, sku, state, format, currency, quantity_available, starts_at, ends_at, ended_at, out_of_stock_since,
      case when shares_stock then sku end as shared_sku, shop_counts and not shares_stock as is_counted_by_shop,
      buffer, case when is_kit then kits -> (id || '/0') end as kit,
      coalesce((select handling_days from listing_contents where seller_id = seller and listing_id = listings.id),
        (select (p.shipping ->> 'handlingDays')::smallint
          from listing_policies u join seller_policies p on p.seller_id = seller and p.kind = u.kind and p.id = u.policy_id
          where u.seller_id = seller and u.listing_id = listings.id and u.kind = 'FULFILMENT')) as handling_days,
      (select jsonb_build_object('id', p.id, 'version', p.version)
        from listing_policies u join seller_policies p on p.seller_id = seller and p.kind = u.kind and p.id = u.policy_id
        where u.seller_id = seller and u.listing_id = listings.id and u.kind = 'FULFILMENT') as shipping_policy,
      exists (select from away_exceptions where seller_id = seller and listing_id = listings.id) as is_away_exception,
      (
        select coalesce(jsonb_agg(jsonb_build_object('position', v.position, 'sku', v.sku, 'values', v.axis_values, 'quantity', v.quantity,
          'kit', case when v.is_kit then kits -> (v.listing_id || '/' || v.position) end)
          order by v.position), '[]')
        from listing_variations v where v.seller_id = seller and v.listing_id = listings.id
      ) as variations
    from listings where seller_id = seller and item_number = any (items)
  ) l;

  select coalesce(jsonb_agg(jsonb_build_object('id', id, 'username', username, 'externalId', external_id)), '[]'), array_agg(id)
  into people, people_ids
  from buyers where seller_id = seller and (username = any (usernames) or external_id = any (buyers_of));

  select coalesce(jsonb_agg(jsonb_build_object('id', id, 'buyerId', buyer_id, 'nth', nth)), '[]') into places
  from (
    select a.buyer_id, w.nth, min(a.id) as id
    from addresses a
    join jsonb_to_recordset(addresses_of) w (nth integer, name text, company text, line1 text, line2 text, line3 text, city text,
      region text, postal_code text, country text, phone text) on w.name = a.name and w.city = a.city and w.country = a.country
    where a.seller_id = seller and a.buyer_id = any (people_ids)
      and (a.company, a.line1, a.line2, a.line3, a.region, a.postal_code, a.phone)
        is not distinct from (w.company, w.line1, w.line2, w.line3, w.region, w.postal_code, w.phone)
    group by 1, 2
  ) found;

  select coalesce(jsonb_agg(jsonb_build_object('order', nextval('orders_id_seq'), 'number', order_number(nextval('order_serials')),
    'buyer', nextval('buyers_id_seq'), 'address', nextval('addresses_id_seq'))), '[]') into drawn
  from generate_series(1, cardinality(external_ids) - jsonb_array_length(known));

  select coalesce(jsonb_agg(jsonb_build_object('id', id, 'key', offer_key, 'externalId', external_id, 'listingId', listing_id,
    'buyer', buyer_username, 'variation', variation, 'state', state, 'priceMinor', price_minor, 'currency', currency,
    'units', units, 'dueAt', due_at, 'orderId', order_id)), '[]') into promised
  from (
    select * from buyer_offers
    where seller_id = seller and (external_id = any (offers_of) or offer_key = any (offers_of)) order by id for no key update
  ) locked;

  select to_jsonb(s) into calendar
  from (
    select time_zone, handling_days, cutoff_time, working_days, holiday_region, holidays, days_off, calendar_version, away_from, away_to,
      away_message, away_listings, away_set_at, away_days, country
    from sellers where id = seller
  ) s;

  return jsonb_build_object('known', known, 'listings', offered, 'buyers', people, 'addresses', places, 'drawn', drawn, 'offers', promised, 'calendar', calendar);
end
$$;
revoke execute on function open_intake from public;

-- Writes checked orders with the states derived from their first payments, and their ship-by times.
create or replace function write_intake(intake jsonb) returns void
  language plpgsql security definer set search_path from current set enable_seqscan = off as $$
declare
  seller bigint := current_seller();
  moved_ids bigint[];
  moved_names text[];
  moved_external text[];
  offer_ids bigint[];
  offer_orders bigint[];
  offer_lines smallint[];
begin
  perform set_config('hub.intake', 'on', true);
  if intake -> 'moved' <> '[]' then
    select array_agg(r.id order by r.id), array_agg(r.username order by r.id), array_agg(r.external_id order by r.id)
    into moved_ids, moved_names, moved_external
    from jsonb_to_recordset(intake -> 'moved') r (id bigint, username text, external_id text);
    -- Release names before other buyers take them.
    update buyers set username = null where seller_id = seller and id = any (moved_ids);
    update buyers b set username = m.username, external_id = m.external_id
    from unnest(moved_ids, moved_names, moved_external) m (id, username, external_id)
    where b.seller_id = seller and b.id = m.id;
  end if;
  -- In a fixed order wherever another transaction may write the same row.
  if intake -> 'buyers' <> '[]' then
    insert into buyers (seller_id, id, username, name, external_id)
    select seller, r.* from jsonb_to_recordset(intake -> 'buyers') r (id bigint, username text, name text, external_id text)
    order by r.username;
  end if;
  if intake -> 'addresses' <> '[]' then
    insert into addresses (seller_id, id, buyer_id, name, company, line1, line2, line3, city, region, postal_code, country, phone)
    select seller, r.* from jsonb_to_recordset(intake -> 'addresses') r (id bigint, buyer_id bigint, name text, company text, line1 text,
      line2 text, line3 text, city text, region text, postal_code text, country text, phone text);
  end if;
  insert into orders (seller_id, id, order_number, external_id, pushed_as, buyer_id, buyer_username, buyer_name, buyer_email, tax_numbers,
    gift_message, gift_hides_prices, bill_to, metadata, order_group, extras, unusable, delivery, ship_to_address_id, ship_to_country,
    placed_at, paid_at, payment_status, ship_by, ship_rule, ship_calendar, ship_handling_days, shipping_service, buyer_note,
    estimated_delivery_min, estimated_delivery_max, currency, subtotal_minor, discount_minor, shipping_minor, tax_minor, line_count, unit_count)
  select seller, r.id, r.order_number, r.external_id, r.pushed_as, r.buyer_id, r.buyer_username, r.buyer_name, r.buyer_email, r.tax_numbers,
    r.gift_message, r.gift_hides_prices, r.bill_to, r.metadata, r.order_group, r.extras, r.unusable, coalesce(r.delivery, 'SHIP'),
    r.ship_to_address_id, r.ship_to_country,
    r.placed_at, r.paid_at,
    order_payment_status(r.payment_state is not distinct from 'PENDING', case r.payment_state when 'PAID' then r.payment_minor end, 0,
      num_nonnulls(r.payment_state)),
    r.ship_by, case when r.ship_by is not null then 'HANDLING_TIME' end, r.ship_calendar, r.ship_handling_days, r.shipping_service, r.buyer_note,
    r.estimated_delivery_min, r.estimated_delivery_max, r.currency, r.subtotal_minor, r.discount_minor, r.shipping_minor, r.tax_minor,
    r.line_count, r.unit_count
  from jsonb_to_recordset(intake -> 'orders') r (id bigint, order_number text, external_id text, pushed_as text, buyer_id bigint,
    buyer_username text, buyer_name text, buyer_email text, tax_numbers jsonb, gift_message text, gift_hides_prices boolean,
    bill_to jsonb, metadata jsonb, order_group text, extras jsonb, unusable jsonb, delivery text,
    ship_to_address_id bigint, ship_to_country text, placed_at timestamptz, paid_at timestamptz, payment_state text,
    payment_minor bigint, ship_by timestamptz, ship_calendar integer, ship_handling_days smallint, shipping_service text, buyer_note text,
    estimated_delivery_min timestamptz, estimated_delivery_max timestamptz, currency text, subtotal_minor bigint, discount_minor bigint,
    shipping_minor bigint, tax_minor bigint, line_count integer, unit_count integer)
  order by r.external_id;
  -- Accepted offers pass their units to the lines.
  if intake -> 'offers' <> '[]' then
    select array_agg(r.id order by r.id), array_agg(r.order_id order by r.id), array_agg(r.position order by r.id)
    into offer_ids, offer_orders, offer_lines
    from jsonb_to_recordset(intake -> 'offers') r (id bigint, order_id bigint, position smallint);
    perform set_config('hub.pays_offer', 'on', true);
    update buyer_offers b set order_id = u.order_id, order_position = u.line, tell_at = null, told = null
    from unnest(offer_ids, offer_orders, offer_lines) u (id, order_id, line)
    where b.seller_id = seller and b.id = u.id;
    perform set_config('hub.pays_offer', '', true);
  end if;
  -- What is not listed here takes no stock.
  insert into line_items (seller_id, order_id, position, listing_id, product_id, item_number, sku, title, variation, currency, quantity,
    unit_price_minor, discount_minor, shipping_minor, tax_minor, ship_by, short_quantity, taxes, policy_id, policy_version, is_kit, holds_stock)
  select seller, r.*, r.listing_id is not null from jsonb_to_recordset(intake -> 'lines') r (order_id bigint, position smallint, listing_id bigint,
    product_id bigint, item_number text, sku text, title text, variation text, currency text, quantity integer, unit_price_minor bigint,
    discount_minor bigint, shipping_minor bigint, tax_minor bigint, ship_by timestamptz, short_quantity integer,
    taxes jsonb, policy_id text, policy_version integer, is_kit boolean);
  if intake -> 'payments' <> '[]' then
    insert into payments (seller_id, order_id, position, external_id, method, state, currency, amount_minor, paid_at)
    select seller, r.order_id, r.position, r.external_id, r.method, r.state, r.currency, r.amount_minor, r.paid_at
    from jsonb_to_recordset(intake -> 'payments') r (order_id bigint, position smallint, external_id text, method text, state text,
      currency text, amount_minor bigint, paid_at timestamptz);
  end if;
  if intake -> 'events' <> '[]' then
    insert into order_events (seller_id, order_id, happened_at, actor, kind, subject, after)
    select seller, r.order_id, r.happened_at, 'HUB', r.kind, r.subject, r.after
    from jsonb_to_recordset(intake -> 'events') r (order_id bigint, happened_at timestamptz, kind text, subject text, after jsonb);
  end if;
  if offer_ids is not null then
    offer_orders := array(select o.id from orders o where o.seller_id = seller and o.id = any (offer_orders) and o.payment_status = 'PAID');
    perform settle_offers(seller, offer_orders, 'pay');
  end if;
  -- Their stock is already reserved.
  perform deliver_digital(seller,
    (select array_agg(r.id) from jsonb_to_recordset(intake -> 'orders') r (id bigint, delivery text) where r.delivery = 'DIGITAL'));
  perform set_config('hub.intake', '', true);
end
$$;
revoke execute on function write_intake from public;

-- Adds lines to an order of the bound seller of which nothing has left, and what they cost to its sums.
create or replace function add_lines(of_order bigint, lines jsonb, sums jsonb) returns void
  language plpgsql security definer set search_path from current set enable_seqscan = off as $$
declare
  seller bigint := current_seller();
  changed_at timestamptz := sums ->> 'changed_at';
begin
  update orders set subtotal_minor = subtotal_minor + (sums ->> 'subtotal_minor')::bigint,
    discount_minor = discount_minor + (sums ->> 'discount_minor')::bigint,
    shipping_minor = shipping_minor + (sums ->> 'shipping_minor')::bigint,
    tax_minor = tax_minor + (sums ->> 'tax_minor')::bigint, version = version + 1,
    lines_changed_at = changed_at
  where seller_id = seller and id = of_order and fulfilment_status = 'NOT_STARTED' and cancel_state = 'NONE_REQUESTED'
    and history_at is null;
  if not found then
    raise exception 'nothing is added to what has left, or was cancelled' using errcode = 'check_violation', constraint = 'lines_can_be_added';
  end if;
  insert into line_items (seller_id, order_id, position, addition, listing_id, product_id, item_number, sku, title, variation, currency,
    quantity, unit_price_minor, discount_minor, shipping_minor, tax_minor, ship_by, short_quantity, taxes, policy_id, policy_version, is_kit, holds_stock)
  select seller, of_order, r.*, r.listing_id is not null from jsonb_to_recordset(lines) r (position smallint, addition smallint, listing_id bigint,
    product_id bigint, item_number text, sku text, title text, variation text, currency text, quantity integer, unit_price_minor bigint,
    discount_minor bigint, shipping_minor bigint, tax_minor bigint, ship_by timestamptz, short_quantity integer, taxes jsonb, policy_id text,
    policy_version integer, is_kit boolean);
end
$$;
revoke execute on function add_lines from public;
