-- Counts and sums of buyers' offers by state, for the tabs of their list.
create table offer_counts (
  seller_id bigint not null,
  state text not null,
  begun_by text not null,
  currency text not null,
  offers bigint not null,
  value_minor numeric not null,
  primary key (seller_id, state, begun_by, currency)
);
select place_by_seller('offer_counts');
alter table offer_counts add foreign key (seller_id) references sellers on delete cascade;
alter table offer_counts enable row level security;
create policy own_rows on offer_counts using (seller_id = current_seller());
grant select on offer_counts to hub_seller;
insert into offer_counts
select seller_id, state, begun_by, currency, count(*), sum(price_minor::numeric * units) from buyer_offers group by 1, 2, 3, 4;
