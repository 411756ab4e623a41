-- Words by which orders, listings and conversations are found, and views of what is found by them.

-- pg_trgm is found too, wherever the database has it.
select set_config('search_path', concat_ws(', ', current_setting('search_path'),
  (select extnamespace::regnamespace::text from pg_extension where extname = 'pg_trgm')), true);

-- Personal words are apart from the others: only those who may see them find an order by them, else a name could be guessed letter
-- by letter.
create table order_search (
  seller_id bigint not null,
  order_id bigint not null,
  terms text not null,
  personal text not null,
  -- The rule that made the words; a job rewrites older ones (`features/orders/order-list/renew-search-words.server.ts`).
  version smallint not null default 2,
  primary key (seller_id, order_id),
  foreign key (seller_id, order_id) references orders on delete cascade
) partition by hash (seller_id);
create index order_search_terms on order_search using gin (terms gin_trgm_ops);
create index order_search_personal on order_search using gin (personal gin_trgm_ops);
create index order_search_old on order_search (seller_id, order_id) where version < 2;
alter table order_search enable row level security;
create policy own_rows on order_search using (seller_id = current_seller());
grant select on order_search to hub_seller;

create table listing_search (
  seller_id bigint not null,
  listing_id bigint not null,
  terms text not null,
  -- Beside the words, so that a search within a tab is counted without looking up listings.
  tab text not null,
  -- As of `order_search`.
  version smallint not null default 2,
  primary key (seller_id, listing_id),
  foreign key (seller_id, listing_id) references listings on delete cascade
) partition by hash (seller_id);
create index listing_search_terms on listing_search using gin (terms gin_trgm_ops);
create index listing_search_old on listing_search (seller_id, listing_id) where version < 2;
alter table listing_search enable row level security;
create policy own_rows on listing_search using (seller_id = current_seller());
grant select on listing_search to hub_seller;

-- The order’s number, the buyer’s user name and all messages.
create table conversation_search (
  seller_id bigint not null,
  order_id bigint not null,
  terms text not null,
  primary key (seller_id, order_id),
  foreign key (seller_id, order_id) references conversations (seller_id, order_id) on delete cascade
) partition by hash (seller_id);
create index conversation_search_terms on conversation_search using gin (terms gin_trgm_ops);
alter table conversation_search enable row level security;
create policy own_rows on conversation_search using (seller_id = current_seller());
-- On a cluster a search reads the tables of its view in place of the view, as the seller: row-level security holds for them.
grant select on conversation_search to hub_seller;

do $$
declare name text;
begin
  foreach name in array array['order_search', 'listing_search', 'conversation_search']
  loop
    for part in 0..31 loop
      execute format('create table %I partition of %I for values with (modulus 32, remainder %s)', name || '_' || part, name, part);
      -- Reached through the whole only: without a policy only the owner sees a row.
      execute format('alter table %I enable row level security', name || '_' || part);
    end loop;
  end loop;
end
$$;

-- A search can be narrowed to them.
create view searched_orders as
  select o.seller_id, o.id, o.order_number, o.placed_at, o.paid_at, o.ship_by, o.status, o.currency, o.total_minor, o.total_value,
    o.unit_count, o.line_count, o.ship_to_country, o.buyer_username, s.terms, s.personal, o.gift_hides_prices, o.delivery, o.unusable
  from order_search s
  join orders o on o.seller_id = s.seller_id and o.id = s.order_id
  where s.seller_id = current_seller();

create view searched_listings as
  select o.seller_id, o.id, o.item_number, o.tab, o.state, o.title, o.sku, o.category, o.condition, o.format, o.currency, o.price_minor,
    o.price_value, o.quantity_available, o.quantity_sold, o.watchers, o.views_30d, o.starts_at, o.closes_at, o.idle_since, o.created_at, s.terms
  from listing_search s
  join listings o on o.seller_id = s.seller_id and o.id = s.listing_id
  where s.seller_id = current_seller();

create view searched_cases as
  select c.seller_id, c.id, c.case_number, c.kind, c.state, c.turn, c.reason, c.currency, c.amount_minor, c.opened_at, c.due_at,
    s.terms || ' ' || c.case_number as terms
  from order_search s
  join cases c on c.seller_id = s.seller_id and c.order_id = s.order_id
  where s.seller_id = current_seller();

create view searched_conversations as
  select c.seller_id, c.id, c.order_id, c.order_number, c.buyer_username, c.last_id, c.last_at, c.last_buyer_id, c.is_unread,
    c.awaiting_since, s.terms
  from conversation_search s
  join conversations c on c.seller_id = s.seller_id and c.order_id = s.order_id
  where s.seller_id = current_seller();

-- Words alone, for a search that asks for nothing else: no order or listing is looked up.
create view order_words as
  select s.seller_id, s.order_id as id, s.terms, s.personal from order_search s where s.seller_id = current_seller();
create view listing_words as
  select s.seller_id, s.listing_id as id, s.tab, s.terms from listing_search s where s.seller_id = current_seller();

-- A view of the owner's, which searches by index. Row-level security does not hold for it, so it names the bound seller.
create view bin_words as
  select b.seller_id, b.sku, lower(b.bin) as words from bins b where b.seller_id = current_seller();

grant select on searched_orders, searched_listings, searched_cases, searched_conversations, order_words, listing_words to hub_seller;
grant select on bin_words to hub_seller;
