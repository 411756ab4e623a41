-- Packaging of each item of a listing. Its orders count it in place of the seller's packaging of an order.
create table listing_packaging (
  seller_id bigint not null,
  listing_id bigint not null,
  -- Null once it is not counted any more.
  packaging_minor bigint check (packaging_minor between 0 and 99999999999),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- Orders whose first parcel left from here on have it.
  since timestamptz not null,
  primary key (seller_id, listing_id)
);
select place_by_seller('listing_packaging');
alter table listing_packaging add foreign key (seller_id, listing_id) references listings on delete cascade;
alter table listing_packaging enable row level security;
create policy own_rows on listing_packaging using (seller_id = current_seller());
grant select, insert, update, delete on listing_packaging to hub_seller;
