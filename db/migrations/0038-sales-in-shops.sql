-- Sales that a connected shop refuses, or has set by hand.

-- previous version: none is in use, since 1.0.0 is not released
alter table connection_refusals drop constraint connection_refusals_kind_check;
-- previous version: none is in use, since 1.0.0 is not released
alter table connection_refusals add constraint connection_refusals_kind_check
  check (kind in ('LISTING', 'ORDER', 'PARCEL', 'REFUND', 'STOCK', 'CANCELLATION', 'HAND_OVER', 'OFFER', 'QUESTION', 'SALE'));

-- How many orders may use a coupon, in all and of one buyer; null: any number.
alter table sale_events add column most_uses integer;
alter table sale_events add column most_per_buyer integer;
alter table sale_events add constraint sale_events_uses check (
  (most_uses is null or kind = 'COUPON' and most_uses between 1 and 1000000)
  and (most_per_buyer is null or kind = 'COUPON' and most_per_buyer between 1 and 1000)
);

-- Orders that used a coupon. A trigger keeps to its limits; cancelled orders count no more.
create table coupon_uses (
  seller_id bigint not null,
  sale_id bigint not null,
  order_id bigint not null,
  primary key (seller_id, sale_id, order_id)
);
select place_by_seller('coupon_uses');
alter table coupon_uses add foreign key (seller_id, sale_id) references sale_events on delete cascade;
alter table coupon_uses add foreign key (seller_id, order_id) references orders on delete cascade;
create index coupon_uses_order on coupon_uses (seller_id, order_id);
alter table coupon_uses enable row level security;
create policy own_rows on coupon_uses using (seller_id = current_seller());
grant select on coupon_uses to hub_seller;
