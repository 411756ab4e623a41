-- What the lists of listings ask for: where a listing stands, by what it is sorted, counted and searched, and what is due.

alter table listings alter column item_number set default item_number(nextval('item_numbers'));
-- The leaf of the taxonomy, where it is known.
alter table listings add column category_id text;
-- Days from its start to its end; null runs until it is sold out or ended.
alter table listings add column duration_days smallint check (duration_days between 1 and 365);
-- The ended listing that this one takes the place of.
alter table listings add column relisted_from bigint;
alter table listings add foreign key (seller_id, relisted_from) references listings (seller_id, id) on delete set null (relisted_from);
alter table listings add column last_sold_at timestamptz;
-- Ninety days after it a listing ends by itself (seller-hubs 1.4).
alter table listings add column out_of_stock_since timestamptz;
update listings set out_of_stock_since = coalesce(starts_at, created_at) where state = 'OUT_OF_STOCK';
alter table listings add check (out_of_stock_since is null or state = 'OUT_OF_STOCK');
alter table listings add check (state <> 'SCHEDULED' or starts_at is not null);

-- The tab of the list that shows a state. `#features/listings/listing.ts` says the same.
create function listing_tab(state text) returns text
  language sql immutable parallel safe
  return case state when 'DRAFT' then 'drafts' when 'SCHEDULED' then 'scheduled' when 'ENDED' then 'ended' else 'active' end;

alter table listings
  add column tab text not null generated always as (listing_tab(state)) stored,
  -- In thousandths of the currency's unit, as an order's `total_value`.
  add column price_value bigint not null generated always as (price_minor * case currency_decimals(currency) when 0 then 1000 when 2 then 10 else 1 end) stored,
  -- When it ends or has ended.
  add column closes_at timestamptz generated always as (coalesce(ended_at, ends_at)) stored,
  -- Since when nothing of it was sold.
  add column idle_since timestamptz generated always as (coalesce(last_sold_at, starts_at)) stored;

-- One thing of the seller among what is on offer: a draft may already name it, and what has ended lets go of it.
alter table listings drop constraint listings_seller_id_sku_key;
create unique index listings_sku on listings (seller_id, sku) where state not in ('DRAFT', 'ENDED');
-- An ended listing is put up again once.
create unique index listings_relisted on listings (seller_id, relisted_from) where relisted_from is not null;

-- One for each sort within a tab; each ends in id, so that pages never repeat or skip a row, and holds the state, for its parts. The first holds all that lists
-- filter by and add up, so that any filter reads one stretch of it and none of the table.
create index listings_by_start on listings (seller_id, tab, starts_at, id)
  include (state, currency, price_minor, price_value, quantity_available, quantity_sold, watchers, views_30d, condition, format, category,
    idle_since, closes_at, ends_at, ended_at, created_at);
create index listings_by_created on listings (seller_id, tab, created_at, id) include (state);
create index listings_by_close on listings (seller_id, tab, closes_at, id) include (state);
create index listings_by_title on listings (seller_id, tab, title, id) include (state);
create index listings_by_sku on listings (seller_id, tab, sku, id) include (state);
create index listings_by_price on listings (seller_id, tab, price_value, id) include (state);
create index listings_by_available on listings (seller_id, tab, quantity_available, id) include (state);
create index listings_by_sold on listings (seller_id, tab, quantity_sold, id) include (state);
create index listings_by_views on listings (seller_id, tab, views_30d, id) include (state);
create index listings_by_watchers on listings (seller_id, tab, watchers, id) include (state);

-- What the job runner looks for, over all sellers.
create index listings_to_start on listings (starts_at) where state = 'SCHEDULED';
create index listings_to_close on listings (ends_at) where state in ('ACTIVE', 'OUT_OF_STOCK', 'ON_HOLD') and ends_at is not null;
create index listings_without_stock on listings (out_of_stock_since) where state = 'OUT_OF_STOCK';

-- Whoever takes the last one off the shelf, the clock of 90 days starts.
create function note_out_of_stock() returns trigger language plpgsql as $$
begin
  if new.state <> 'OUT_OF_STOCK' then new.out_of_stock_since := null;
  elsif new.out_of_stock_since is null then new.out_of_stock_since := now();
  end if;
  return new;
end
$$;
create trigger listings_stock before insert or update of state on listings for each row
  when (new.state = 'OUT_OF_STOCK' or new.out_of_stock_since is not null) execute function note_out_of_stock();

-- Counts and sums of the tabs, and the categories there are; kept by the triggers below.
create table listing_counts (
  seller_id bigint not null references sellers on delete cascade,
  state text not null,
  category text not null,
  currency text not null,
  listings bigint not null,
  units bigint not null,
  value_minor bigint not null,
  primary key (seller_id, state, category, currency)
);

-- What the search looks through, divided by seller as `order_search` is.
create table listing_search (
  seller_id bigint not null,
  listing_id bigint not null,
  terms text not null,
  primary key (seller_id, listing_id),
  foreign key (seller_id, listing_id) references listings on delete cascade
) partition by hash (seller_id);
do $$
begin
  for part in 0..31 loop
    execute format('create table listing_search_%s partition of listing_search for values with (modulus 32, remainder %s)', part, part);
    execute format('alter table listing_search_%s enable row level security', part);
  end loop;
end
$$;
create index listing_search_terms on listing_search using gin (terms gin_trgm_ops);

do $$
declare name text;
begin
  foreach name in array array['listing_counts', 'listing_search']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy own_rows on %I using (seller_id = current_seller())', name);
    execute format('grant select, insert, update, delete on %I to hub_seller', name);
  end loop;
end
$$;

create function count_listings_added() returns trigger language plpgsql as $$
begin
  insert into listing_counts as c (seller_id, state, category, currency, listings, units, value_minor)
  select seller_id, state, category, currency, count(*), sum(quantity_available), sum(price_minor * quantity_available)
  from added group by seller_id, state, category, currency order by seller_id, state, category, currency
  on conflict (seller_id, state, category, currency) do update
    set listings = c.listings + excluded.listings, units = c.units + excluded.units, value_minor = c.value_minor + excluded.value_minor;
  return null;
end
$$;

create function count_listings_changed() returns trigger language plpgsql as $$
begin
  insert into listing_counts as c (seller_id, state, category, currency, listings, units, value_minor)
  select seller_id, state, category, currency, sum(n), sum(n * quantity_available), sum(n * price_minor * quantity_available)
  from (
    select 1 as n, seller_id, state, category, currency, quantity_available, price_minor from added
    union all
    select -1, seller_id, state, category, currency, quantity_available, price_minor from removed
  ) moved
  group by seller_id, state, category, currency
  having sum(n) <> 0 or sum(n * quantity_available) <> 0 or sum(n * price_minor * quantity_available) <> 0
  order by seller_id, state, category, currency
  on conflict (seller_id, state, category, currency) do update
    set listings = c.listings + excluded.listings, units = c.units + excluded.units, value_minor = c.value_minor + excluded.value_minor;
  return null;
end
$$;

create function count_listings_removed() returns trigger language plpgsql as $$
begin
  update listing_counts c set listings = c.listings - r.listings, units = c.units - r.units, value_minor = c.value_minor - r.value_minor
  from (
    select seller_id, state, category, currency, count(*) as listings, sum(quantity_available) as units,
      sum(price_minor * quantity_available) as value_minor
    from removed group by seller_id, state, category, currency
  ) r
  where (c.seller_id, c.state, c.category, c.currency) = (r.seller_id, r.state, r.category, r.currency);
  return null;
end
$$;

create function derive_listing_terms() returns trigger language plpgsql as $$
begin
  insert into listing_search as s (seller_id, listing_id, terms)
  select l.seller_id, l.id, search_form(concat_ws(' ', l.title, l.sku, l.item_number, p.epid, p.gtin))
  from changed l left join products p on p.id = l.product_id
  on conflict (seller_id, listing_id) do update set terms = excluded.terms where s.terms <> excluded.terms;
  return null;
end
$$;

-- When a listing was last sold. Orders may come in any order.
create function derive_last_sale() returns trigger language plpgsql as $$
begin
  update listings l set last_sold_at = d.placed_at
  from (
    select c.seller_id, c.listing_id, max(o.placed_at) as placed_at
    from changed c join orders o on o.seller_id = c.seller_id and o.id = c.order_id
    where c.listing_id is not null group by c.seller_id, c.listing_id
  ) d
  where l.seller_id = d.seller_id and l.id = d.listing_id and (l.last_sold_at is null or l.last_sold_at < d.placed_at);
  return null;
end
$$;
alter function derive_listing_terms() set enable_seqscan = off;
alter function derive_last_sale() set enable_seqscan = off;

-- Listings with what is searched in them. A view of the owner's that names the bound seller, because LIKE is not
-- leak-proof: under a policy of its own the search could use no index.
create view searched_listings as
  select o.seller_id, o.id, o.item_number, o.tab, o.state, o.title, o.sku, o.category, o.condition, o.format, o.currency, o.price_minor,
    o.price_value, o.quantity_available, o.quantity_sold, o.watchers, o.views_30d, o.starts_at, o.closes_at, o.idle_since, o.created_at, s.terms
  from listing_search s
  join listings o on o.seller_id = s.seller_id and o.id = s.listing_id
  where s.seller_id = current_seller();
grant select on searched_listings to hub_seller;

insert into listing_counts (seller_id, state, category, currency, listings, units, value_minor)
select seller_id, state, category, currency, count(*), sum(quantity_available), sum(price_minor * quantity_available)
from listings group by seller_id, state, category, currency;
insert into listing_search (seller_id, listing_id, terms)
select l.seller_id, l.id, search_form(concat_ws(' ', l.title, l.sku, l.item_number, p.epid, p.gtin))
from listings l left join products p on p.id = l.product_id;
-- An older hub may go on meanwhile: a sale is either here when it is looked for, or waits for the trigger.
lock table line_items in share row exclusive mode;
update listings l set last_sold_at = d.placed_at
from (
  select i.seller_id, i.listing_id, max(o.placed_at) as placed_at
  from line_items i join orders o on o.seller_id = i.seller_id and o.id = i.order_id
  where i.listing_id is not null group by i.seller_id, i.listing_id
) d
where l.seller_id = d.seller_id and l.id = d.listing_id;

create trigger listings_counted after insert on listings referencing new table as added for each statement execute function count_listings_added();
create trigger listings_recounted after update on listings referencing old table as removed new table as added for each statement execute function count_listings_changed();
create trigger listings_uncounted after delete on listings referencing old table as removed for each statement execute function count_listings_removed();
create trigger listings_searched after insert on listings referencing new table as changed for each statement execute function derive_listing_terms();
create trigger listings_searched_again after update on listings referencing new table as changed for each statement execute function derive_listing_terms();
create trigger lines_sold after insert on line_items referencing new table as changed for each statement execute function derive_last_sale();

alter table saved_views drop constraint saved_views_resource_check;
alter table saved_views add constraint saved_views_resource_check check (resource in ('orders', 'listings-active', 'listings-drafts', 'listings-scheduled', 'listings-ended'));
