-- What the marketplace has to say to its members, and what each member has seen of it.

-- The seller's standing, by whoever rates sellers (seller-hubs 2.1); null has not been rated.
alter table sellers add column level text check (level in ('TOP_RATED', 'ABOVE_STANDARD', 'BELOW_STANDARD'));

-- Null in a column of the audience asks for nothing; what is asked for must all be so.
create table messages (
  key text not null check (char_length(key) between 1 and 200),
  locale text not null default 'all' check (locale in ('all', 'en', 'de')),
  -- The specification's message view model, as it was given.
  model jsonb not null,
  levels text[] check (levels <@ array['TOP_RATED', 'ABOVE_STANDARD', 'BELOW_STANDARD']),
  countries text[],
  -- By how many orders the seller has in the hub.
  min_orders integer check (min_orders >= 0),
  max_orders integer check (max_orders >= min_orders),
  -- Only sellers who registered so many days ago or later.
  new_for_days integer check (new_for_days > 0),
  -- User names.
  sellers text[],
  roles text[] check (roles <@ array['owner', 'manager', 'lister', 'shipper', 'accountant', 'viewer', 'operator']),
  -- Paths; one that ends in /* is all below it too.
  pages text[],
  starts_at timestamptz,
  ends_at timestamptz,
  priority integer not null default 0,
  created_at timestamptz not null default now(),
  -- When its model was found broken and logged: once, whoever meets it.
  broken_at timestamptz,
  primary key (key, locale),
  check (ends_at > starts_at),
  -- What a browser says about a message, it says by this id.
  constraint message_id_is_key check (model #>> '{config,messageId}' = key)
);

-- What one member has done with one message, in all browsers together. By key: it holds for each locale, and stays when a
-- message is taken away and comes back.
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
