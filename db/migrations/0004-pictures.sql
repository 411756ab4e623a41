-- Pictures of listings. The files are in the store that the operator chose, by their hash; here is what is known of them.

-- A seller's pictures, whether or not a listing shows them yet.
create table pictures (
  seller_id bigint not null references sellers on delete cascade,
  hash text not null check (hash ~ '^[0-9a-f]{32}$'),
  width integer not null check (width between 1 and 1600),
  height integer not null check (height between 1 and 1600),
  -- Of both files together.
  bytes integer not null check (bytes > 0),
  -- When it was last uploaded, or part of a form that was kept: one that nothing shows is removed some weeks later.
  used_at timestamptz not null,
  primary key (seller_id, hash)
);
create index pictures_used on pictures (used_at);
alter table pictures enable row level security;
create policy own_rows on pictures using (seller_id = current_seller());
grant select, insert, update, delete on pictures to hub_seller;

-- The pictures of a listing in order. There are 24 positions, so no listing has more.
create table listing_pictures (
  seller_id bigint not null,
  listing_id bigint not null,
  position smallint not null check (position between 1 and 24),
  hash text not null,
  alt text not null default '' check (char_length(alt) <= 250),
  primary key (seller_id, listing_id, position),
  unique (seller_id, listing_id, hash),
  foreign key (seller_id, listing_id) references listings on delete cascade,
  foreign key (seller_id, hash) references pictures on delete cascade
);
create index listing_pictures_hash on listing_pictures (seller_id, hash);
alter table listing_pictures enable row level security;
create policy own_rows on listing_pictures using (seller_id = current_seller());
grant select, insert, update, delete on listing_pictures to hub_seller;

-- Files that are to be removed from the store, and when. A file that is about to be written stands here first, so that
-- none is forgotten where the hub stops between file and row. No reference to the seller, whose files outlive the row.
create table picture_removals (
  seller_id bigint not null,
  hash text not null,
  due_at timestamptz not null,
  primary key (seller_id, hash)
);
create index picture_removals_due on picture_removals (due_at);
alter table picture_removals enable row level security;
create policy own_rows on picture_removals using (seller_id = current_seller());
grant select, insert, update, delete on picture_removals to hub_seller;

create function note_picture_removals() returns trigger language plpgsql set search_path from current as $$
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
create trigger pictures_deleted after delete on pictures
  referencing old table as changed for each statement execute function note_picture_removals();
