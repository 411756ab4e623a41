-- Pictures of listings that a job fetches from their addresses.

create table picture_fetches (
  seller_id bigint not null,
  listing_id bigint not null,
  -- In order; shown while the listing has no pictures of its own.
  image_urls text[] not null check (cardinality(image_urls) > 0),
  -- From when on a job fetches them; null once it is done.
  fetch_at timestamptz,
  -- How often some could not be fetched.
  fetches smallint not null default 0,
  -- Revision of the draft that the job saved last: a later one was edited.
  revision integer not null,
  primary key (seller_id, listing_id)
);
select place_by_seller('picture_fetches');
create index picture_fetches_due on picture_fetches (fetch_at) where fetch_at is not null;
alter table picture_fetches add foreign key (seller_id, listing_id) references listings on delete cascade;
alter table picture_fetches enable row level security;
create policy own_rows on picture_fetches using (seller_id = current_seller());
grant select, insert, update, delete on picture_fetches to hub_seller;
