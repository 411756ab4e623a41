-- Sale events that are discounts at the checkout: for several units, on the whole order, and by a code.

alter table sale_events add column kind text not null default 'PRICE';
alter table sale_events add constraint sale_events_kind check (kind in ('PRICE', 'VOLUME', 'ORDER', 'COUPON'));
-- From how many units on which percentage; those of `percent` are the most.
alter table sale_events add column tier_units smallint[];
alter table sale_events add column tier_percents smallint[];
alter table sale_events add column code text;
-- What the discounted items of an order must cost together.
alter table sale_events add column least_minor bigint;

-- An amount is the price of all, or what an order costs less.
-- previous version: none is in use, since 1.0.0 is not released
alter table sale_events drop constraint sale_events_price;
alter table sale_events add constraint sale_events_cut check (
  case when kind = 'VOLUME' then percent is not null and price_minor is null else (percent is null) <> (price_minor is null) end
);
alter table sale_events add constraint sale_events_tiers check (
  case when kind = 'VOLUME' then cardinality(tier_units) between 1 and 3 and cardinality(tier_percents) = cardinality(tier_units)
    and 2 <= all (tier_units) and 1 <= all (tier_percents) and 90 >= all (tier_percents)
  else tier_units is null and tier_percents is null end
);
alter table sale_events add constraint sale_events_code check (
  (kind = 'COUPON') = (code is not null) and (code is null or code ~ '^[A-Z0-9]{4,15}$')
);
alter table sale_events add constraint sale_events_least check (
  least_minor is null or kind in ('ORDER', 'COUPON') and least_minor between 1 and 99999999999
);
alter table sale_events add constraint sale_events_ending check (ending = 'NONE' or kind = 'PRICE');
