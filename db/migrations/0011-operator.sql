-- The marketplace’s messages to sellers, and how long pages take.

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
  primary key (key, locale),
  check (ends_at > starts_at),
  -- A browser reports on a message by this id.
  constraint message_id_is_key check (model #>> '{config,messageId}' is not distinct from key)
);

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
