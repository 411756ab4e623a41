-- What a listing's product sells for stands in the listing, and how its price compares (`price_place`, which a trigger keeps), so that
-- the list filters by an index. The job `price-watch` counts anew.
alter table listings add column evidence_low_minor bigint;
alter table listings add column evidence_high_minor bigint;
alter table listings add column price_place text not null default 'none';
-- previous version: a trigger writes it
alter table listings add constraint listings_price_place check (price_place in ('below', 'at', 'above', 'none'));
create index listings_by_price_place on listings (seller_id, tab, price_place, starts_at, id)
  include (state, currency, price_minor, price_value, quantity_available, condition);

-- previous version: none is in use, since 1.0.0 is not released
alter table listing_evidence drop column low_minor;
-- previous version: none is in use, since 1.0.0 is not released
alter table listing_evidence drop column high_minor;

create or replace view searched_listings as
  select o.seller_id, o.id, o.item_number, o.tab, o.state, o.title, o.sku, o.category, o.condition, o.format, o.currency, o.price_minor,
    o.price_value, o.quantity_available, o.quantity_sold, o.watchers, o.views_30d, o.starts_at, o.closes_at, o.idle_since, o.created_at, s.terms,
    o.price_place
  from listing_search s
  join listings o on o.seller_id = s.seller_id and o.id = s.listing_id
  where s.seller_id = current_seller();
