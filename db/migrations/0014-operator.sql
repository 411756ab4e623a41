-- The marketplace’s messages to sellers, how they serve buyers, product summaries, and how long pages take.

-- Messages to sellers. Null in a column of the audience means anybody; all columns must match.
create table messages (
  key text not null check (char_length(key) between 1 and 200),
  locale text not null default 'all' check (locale in ('all', 'en', 'de')),
  -- The specification’s message view model, as given.
  model jsonb not null,
  levels text[] check (levels <@ array['TOP_RATED', 'ABOVE_STANDARD', 'BELOW_STANDARD']),
  countries text[],
  -- By the number of the seller’s orders.
  min_orders integer check (min_orders >= 0),
  max_orders integer check (max_orders >= min_orders),
  -- Only sellers who registered at most so many days ago.
  new_for_days integer check (new_for_days > 0),
  -- User names.
  sellers text[],
  roles text[] check (roles <@ array['owner', 'manager', 'lister', 'shipper', 'accountant', 'viewer', 'operator']),
  -- Paths; one that ends in /* includes all below it.
  pages text[],
  starts_at timestamptz,
  ends_at timestamptz,
  priority integer not null default 0,
  created_at timestamptz not null default now(),
  -- When its model was found broken and logged, once.
  broken_at timestamptz,
  -- When it was taken out of the file; it stays as long as it could be read again.
  removed_at timestamptz,
  -- A message that an operator has written to the owners of one seller: it goes with that seller, and a file of messages leaves it alone.
  seller_id bigint references sellers on delete cascade,
  -- The operator, by the name of that day.
  written_by text,
  primary key (key, locale),
  check (ends_at > starts_at),
  -- A browser reports on a message by this id.
  constraint message_id_is_key check (model #>> '{config,messageId}' is not distinct from key),
  check ((seller_id is null) = (written_by is null))
);
create index messages_seller on messages (seller_id) where seller_id is not null;

-- What a member has done with a message, in all browsers and locales. It stays when a message is taken away and comes back.
create table member_messages (
  member_id text not null references members on delete cascade,
  message_key text not null,
  -- Page loads it was shown in.
  views integer not null default 0 check (views >= 0),
  last_shown_at timestamptz,
  dismissals integer not null default 0 check (dismissals >= 0),
  dismissed_at timestamptz,
  -- Closed, and its view model said `permanent`.
  dismissed_for_good boolean not null default false,
  read_at timestamptz,
  primary key (member_id, message_key),
  check ((views > 0) = (last_shown_at is not null)),
  check ((dismissals > 0) = (dismissed_at is not null)),
  check (dismissals > 0 or not dismissed_for_good)
);
create index member_messages_message on member_messages (message_key);

-- How each seller serves buyers, for the operator's list of sellers who fail them: counted by the job `seller-health`
-- from the paid orders of the last months. Requests of sellers do not read it.
create table seller_health (
  seller_id bigint primary key references sellers on delete cascade,
  counted_at timestamptz not null,
  -- Paid orders, and those of them that had to leave by then.
  sold integer not null check (sold >= 0),
  due integer not null check (due between 0 and sold),
  -- Orders whose buyer wrote something that had to be answered by then.
  asked integer not null check (asked >= 0),
  late integer not null,
  cases integer not null check (cases between 0 and sold),
  cancelled integer not null check (cancelled between 0 and sold),
  unanswered integer not null check (unanswered between 0 and asked),
  -- What is above the policy pack's limits.
  failing text[] not null,
  failures smallint not null generated always as (cardinality(failing)) stored,
  harmed integer not null generated always as (late + cases + cancelled + unanswered) stored,
  constraint seller_health_failing_check
  check (failing <@ array['late', 'defects', 'cases', 'cancelled', 'unanswered'])
);
-- The worst first. Most sellers fail nobody and are not in it.
create index seller_health_worst on seller_health (failures desc, harmed desc, seller_id) where failures > 0;
alter table seller_health enable row level security;
create policy own_rows on seller_health using (seller_id = current_seller());

-- What sellers sold and offer of each product, for the market summary of all sellers. On a cluster a job copies it to the
-- coordinator, so that a page asks one server; a single server reads the sellers' own tables.
create table product_line_copies (
  seller_id bigint not null references seller_names on delete cascade,
  id bigint not null,
  product_id bigint not null,
  listing_id bigint not null,
  currency text not null,
  quantity integer not null,
  unit_price_minor bigint not null,
  discount_minor bigint not null,
  shipping_minor bigint not null,
  placed_at timestamptz not null,
  primary key (seller_id, id)
);
create index product_line_copies_product on product_line_copies (product_id, currency, placed_at);
alter table product_line_copies enable row level security;
create policy own_rows on product_line_copies using (seller_id = current_seller());

create table product_listing_copies (
  seller_id bigint not null references seller_names on delete cascade,
  id bigint not null,
  product_id bigint not null,
  currency text not null,
  condition text not null,
  state text not null,
  price_minor bigint not null,
  primary key (seller_id, id)
);
create index product_listing_copies_product on product_listing_copies (product_id);
alter table product_listing_copies enable row level security;
create policy own_rows on product_listing_copies using (seller_id = current_seller());

-- What pages report of themselves, one row a page load: views, actions, site speed, script errors. No address, browser or query;
-- the member only if the operator wants it. Only the owner’s role reads it.
create table page_loads (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  page text not null check (page ~ '^[a-z][a-z0-9-]{0,63}$'),
  member_id text references members on delete set null,
  -- Whether the browser had been here before.
  seen_before boolean not null default false,
  -- Core web vitals: milliseconds, and the layout shift’s own unit.
  lcp double precision check (lcp >= 0),
  inp double precision check (inp >= 0),
  cls double precision check (cls >= 0),
  ttfb double precision check (ttfb >= 0),
  -- Moments of navigation timing, milliseconds since its start.
  timing jsonb not null default '{}' check (jsonb_typeof(timing) = 'object'),
  -- How often each page was shown: {"orders": 2}.
  views jsonb not null check (jsonb_typeof(views) = 'object' and views <> '{}'),
  -- [{"page": …, "tracking": …}], as in the models of actions.
  actions jsonb not null default '[]' check (jsonb_typeof(actions) = 'array'),
  -- [{"message": …, "line": …, "path": …, "count": …}], the first ten different ones; the count is of all.
  errors jsonb not null default '[]' check (jsonb_typeof(errors) = 'array' and jsonb_array_length(errors) <= 10),
  error_count integer not null default 0 check (error_count >= jsonb_array_length(errors)),
  -- The seller for whom the page was open; null where members are not stored.
  seller_id bigint references sellers on delete cascade
);
-- Reports are of a period, and old rows are deleted.
create index page_loads_at on page_loads (at);
-- For members who are removed.
create index page_loads_member on page_loads (member_id) where member_id is not null;
create index page_loads_seller on page_loads (seller_id) where seller_id is not null;

create view product_lines as
  select i.seller_id, i.id, i.product_id, i.listing_id, i.currency, i.quantity, i.unit_price_minor, i.discount_minor, i.shipping_minor,
    o.placed_at
  from line_items i
  join orders o on o.seller_id = i.seller_id and o.id = i.order_id
  where o.payment_status not in ('PENDING', 'FAILED') and o.cancel_state <> 'CANCELED';
create view product_listings as
  select seller_id, id, product_id, currency, condition, state, price_minor from listings;
