-- What sellers' tools say of listings, where the listing itself has no place for it.

-- Pictures that were fetched for a tool, by their address: a tool that names them again with each change costs no second download.
create table fetched_pictures (
  seller_id bigint not null references sellers on delete cascade,
  -- SHA-256 of the address, in hexadecimal digits: an address may be longer than a key.
  address_hash text not null check (address_hash ~ '^[0-9a-f]{64}$'),
  hash text not null,
  primary key (seller_id, address_hash),
  foreign key (seller_id, hash) references pictures on delete cascade
);
create index fetched_pictures_hash on fetched_pictures (seller_id, hash);

-- Places that a seller ships from, as tools name them.
create table merchant_locations (
  seller_id bigint not null references sellers on delete cascade,
  location_key text not null check (char_length(location_key) between 1 and 36),
  is_enabled boolean not null default true,
  -- Name, address, telephone and so on, as they were sent and as far as they were understood.
  details jsonb not null check (jsonb_typeof(details) = 'object'),
  created_at timestamptz not null default now(),
  primary key (seller_id, location_key)
);

-- What an offer says beside its listing.
create table tool_offers (
  seller_id bigint not null,
  listing_id bigint not null,
  location_key text,
  -- The description of the inventory item, where buyers see the offer's own instead.
  item_description text check (char_length(item_description) <= 50000),
  primary key (seller_id, listing_id),
  foreign key (seller_id, listing_id) references listings on delete cascade,
  foreign key (seller_id, location_key) references merchant_locations (seller_id, location_key)
);
create index tool_offers_location on tool_offers (seller_id, location_key) where location_key is not null;

do $$
declare name text;
begin
  foreach name in array array['fetched_pictures', 'merchant_locations', 'tool_offers']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy own_rows on %I using (seller_id = current_seller())', name);
    execute format('grant select, insert, update, delete on %I to hub_seller', name);
  end loop;
end
$$;
