-- Postings by day of UTC beside those by hour: a year of months needs hundreds of rows instead of ten thousand.

-- Counts from here on, in the transaction that fills it: the previous version posts meanwhile.
lock table ledger_postings in share row exclusive mode;

create table ledger_days (
  seller_id bigint not null,
  day timestamptz not null check (day = day_of(day)),
  account text not null,
  currency text not null,
  amount_minor bigint not null,
  primary key (seller_id, day, account, currency) include (amount_minor)
);
select place_by_seller('ledger_days');
alter table ledger_days add foreign key (seller_id) references sellers on delete cascade;
alter table ledger_days enable row level security;
create policy own_rows on ledger_days using (seller_id = current_seller());
grant select on ledger_days to hub_seller;

insert into ledger_days (seller_id, day, account, currency, amount_minor)
select seller_id, day_of(hour), account, currency, sum(amount_minor)::bigint from ledger_hours group by 1, 2, 3, 4;

create or replace trigger postings_counted_by_day after insert on ledger_postings referencing new table as added
  for each statement execute function count_posting_days();
create or replace trigger postings_uncounted_by_day after delete on ledger_postings referencing old table as removed
  for each statement execute function uncount_posting_days();
