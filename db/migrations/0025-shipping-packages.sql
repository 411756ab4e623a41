-- Packages of a shop, versions of policies with the lines sold with them, and no index of offers by names alone, which the search of
-- offers does not use.

create table packages (
  seller_id bigint not null,
  -- In forms and drafts: drawn at random, it does not tell how many there are.
  id text not null default left(replace(gen_random_uuid()::text, '-', ''), 12),
  name text not null check (char_length(name) between 1 and 64),
  length_mm integer check (length_mm between 1 and 10000),
  width_mm integer check (width_mm between 1 and 10000),
  height_mm integer check (height_mm between 1 and 10000),
  empty_grams integer not null default 0 check (empty_grams between 0 and 1000000),
  -- Of listings that choose none, or one that is gone.
  is_default boolean not null default false,
  primary key (seller_id, id),
  unique (seller_id, name)
);
select place_by_seller('packages');
create unique index packages_default on packages (seller_id) where is_default;
alter table packages add foreign key (seller_id) references sellers on delete cascade;
alter table packages enable row level security;
create policy own_rows on packages using (seller_id = current_seller());
grant select, insert, update, delete on packages to hub_seller;
alter table listing_contents add column package_id text;

-- What a policy said at each version. Those of deleted policies stay, since lines were sold with them.
create table policy_versions (
  seller_id bigint not null,
  policy_id text not null,
  version integer not null,
  name text not null,
  shipping jsonb,
  days integer,
  terms text not null,
  since timestamptz not null,
  primary key (seller_id, policy_id, version)
);
select place_by_seller('policy_versions');
alter table policy_versions add foreign key (seller_id) references sellers on delete cascade;
alter table policy_versions enable row level security;
create policy own_rows on policy_versions using (seller_id = current_seller());
grant select on policy_versions to hub_seller;
-- When earlier versions began is not known.
insert into policy_versions
select seller_id, id, version, name, shipping, days, terms, created_at from seller_policies;

-- The shipping policy that a line was sold with; both null without one, and of orders from before.
alter table line_items add column policy_id text;
alter table line_items add column policy_version integer;

-- previous version: none is in use, since 1.0.0 is not released
drop view offer_words;
-- previous version: none is in use, since 1.0.0 is not released
drop index buyer_offers_words;
