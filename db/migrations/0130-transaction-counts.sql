-- Transactions by state, kind and currency, for the tabs and sums of their list.
create table transaction_counts (
  seller_id bigint not null,
  state text not null,
  kind text not null,
  currency text not null,
  transactions bigint not null,
  net_minor bigint not null,
  primary key (seller_id, state, kind, currency)
);
select place_by_seller('transaction_counts');
alter table transaction_counts add foreign key (seller_id) references sellers on delete cascade;
alter table transaction_counts enable row level security;
create policy own_rows on transaction_counts using (seller_id = current_seller());
grant select on transaction_counts to hub_seller;

-- The previous version writes no transactions, so that none is missed here.
insert into transaction_counts (seller_id, state, kind, currency, transactions, net_minor)
select seller_id, state, kind, currency, count(*), sum(net_minor)::bigint from transactions group by 1, 2, 3, 4;
