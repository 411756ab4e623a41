-- Listings and their pictures.

-- Tab of the list for a state. Must agree with `tabStates` in `listing.ts`.
create or replace function listing_tab(state text) returns text
  language sql immutable parallel safe
  return case state when 'DRAFT' then 'drafts' when 'SCHEDULED' then 'scheduled' when 'ENDED' then 'ended' else 'active' end;

-- Records since when a listing is out of stock; it ends after 90 days.
create or replace function note_out_of_stock() returns trigger language plpgsql set search_path from current as $$
begin
  if new.state <> 'OUT_OF_STOCK' then new.out_of_stock_since := null;
  elsif new.out_of_stock_since is null then new.out_of_stock_since := now();
  end if;
  return new;
end
$$;

create or replace trigger listings_stock before insert or update of state on listings for each row
  when (new.state = 'OUT_OF_STOCK' or new.out_of_stock_since is not null) execute function note_out_of_stock();

-- How a price compares with the middle half of the sales; the quartiles themselves are within.
create or replace function place_price() returns trigger language plpgsql set search_path from current as $$
begin
  if (new.product_id, new.condition, new.currency) is distinct from (old.product_id, old.condition, old.currency) then
    new.evidence_low_minor := null;
    new.evidence_high_minor := null;
  end if;
  new.price_place := case
    when new.evidence_low_minor is null then 'none'
    when new.price_minor < new.evidence_low_minor then 'below'
    when new.price_minor > new.evidence_high_minor then 'above'
    else 'at'
  end;
  return new;
end
$$;

create or replace trigger price_placed before update of product_id, condition, currency, price_minor, evidence_low_minor, evidence_high_minor
  on listings for each row when (new.evidence_low_minor is not null or new.price_place <> 'none') execute function place_price();

create or replace function note_picture_removals() returns trigger language plpgsql set search_path from current as $$
declare c record;
begin
  for c in select seller_id, array_agg(hash order by hash) as hashes from changed group by seller_id order by seller_id loop
    insert into picture_removals (seller_id, hash, due_at)
    select c.seller_id, hash, now() from unnest(c.hashes) hash
    on conflict (seller_id, hash) do update set due_at = excluded.due_at;
  end loop;
  return null;
end
$$;

create or replace trigger pictures_deleted after delete on pictures
  referencing old table as changed for each statement execute function note_picture_removals();

-- Updates the time of a listing’s last sale. Orders may arrive in any order.
create or replace function derive_last_sale() returns trigger language plpgsql
  security definer set search_path from current
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare c record;
begin
  for c in
    select seller_id, array_agg(listing_id) as listings, array_agg(order_id) as ids
    from changed where listing_id is not null group by seller_id order by seller_id
  loop
    update listings l set last_sold_at = d.placed_at
    from (
      select u.listing_id, max(o.placed_at) as placed_at
      from unnest(c.listings, c.ids) u (listing_id, id) join orders o on o.seller_id = c.seller_id and o.id = u.id
      group by u.listing_id
    ) d
    where l.seller_id = c.seller_id and l.id = d.listing_id and (l.last_sold_at is null or l.last_sold_at < d.placed_at);
  end loop;
  return null;
end
$$;

create or replace trigger lines_sold after insert on line_items referencing new table as changed for each statement
  when (not is_intake()) execute function derive_last_sale();
