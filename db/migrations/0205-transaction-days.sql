-- Transactions by day of UTC: the totals of a year need hundreds of rows instead of all its transactions.

-- Counts from here on, in the transaction that fills it: the previous version posts meanwhile.
lock table transactions in share row exclusive mode;

create table transaction_days (
  seller_id bigint not null,
  day timestamptz not null check (day = day_of(day)),
  kind text not null,
  currency text not null,
  transactions bigint not null,
  net_minor bigint not null,
  primary key (seller_id, day, kind, currency) include (transactions, net_minor)
);
select place_by_seller('transaction_days');
alter table transaction_days add foreign key (seller_id) references sellers on delete cascade;
alter table transaction_days enable row level security;
create policy own_rows on transaction_days using (seller_id = current_seller());
grant select on transaction_days to hub_seller;

insert into transaction_days (seller_id, day, kind, currency, transactions, net_minor)
select seller_id, day_of(happened_at), kind, currency, count(*), sum(net_minor)::bigint from transactions group by 1, 2, 3, 4;

create or replace trigger transactions_counted_by_day after insert on transactions referencing new table as added
  for each statement execute function count_transaction_days();
create or replace trigger transactions_uncounted_by_day after delete on transactions referencing old table as removed
  for each statement execute function uncount_transaction_days();
