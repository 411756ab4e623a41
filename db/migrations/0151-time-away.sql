-- Times in which a seller is away: days without handling, and listings off sale.

alter table sellers
  -- First and last day away, in the seller's zone; null: none is planned.
  add column away_from text,
  add column away_to text,
  -- What buyers read meanwhile.
  add column away_message text not null default '',
  -- What listings do meanwhile; those in `away_exceptions` do the other.
  add column away_listings text not null default 'STAY',
  -- Since when the days and the choice of listings are set.
  add column away_set_at timestamptz,
  -- Days away, past ones too: no working days in the ship calendar.
  add column away_days text[] not null default '{}';
-- previous version: does not write them
alter table sellers add constraint sellers_away_from_check check (away_from ~ '^\d{4}-\d\d-\d\d$');
-- previous version: does not write them
alter table sellers add constraint sellers_away_to_check check (away_to ~ '^\d{4}-\d\d-\d\d$');
-- previous version: does not write them
alter table sellers add constraint sellers_away_message_check check (char_length(away_message) <= 500);
-- previous version: does not write them
alter table sellers add constraint sellers_away_listings_check check (away_listings in ('STAY', 'PAUSE'));

alter table ship_calendars add column away_days text[] not null default '{}';

-- Listings that stay on sale while the others are paused, or are paused while the others stay. Kept for the next time.
create table away_exceptions (
  seller_id bigint not null,
  listing_id bigint not null,
  primary key (seller_id, listing_id)
);
select place_by_seller('away_exceptions');
alter table away_exceptions add foreign key (seller_id, listing_id) references listings on delete cascade;
alter table away_exceptions enable row level security;
create policy own_rows on away_exceptions using (seller_id = current_seller());
grant select, insert, delete on away_exceptions to hub_seller;

-- How far other programs have been told which listings are paused.
create table away_announcements (
  seller_id bigint primary key,
  -- Whether all know that the seller is not away, or what listings do; MIXED: some know an earlier one.
  told text not null default 'NONE' check (told in ('NONE', 'STAY', 'PAUSE', 'MIXED')),
  -- What they are being told, up to this listing.
  telling text not null default 'NONE' check (telling in ('NONE', 'STAY', 'PAUSE')),
  told_up_to bigint not null default 0
);
select place_by_seller('away_announcements');
alter table away_announcements add foreign key (seller_id) references sellers on delete cascade;
alter table away_announcements enable row level security;
create policy own_rows on away_announcements using (seller_id = current_seller());
grant select, insert, update on away_announcements to hub_seller;
