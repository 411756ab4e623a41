-- Transactions of payouts that failed for good or were sent back: their money is available again, for other payouts.
create table returned_payout_rows (
  seller_id bigint not null,
  payout_id bigint not null,
  transaction_id bigint not null,
  primary key (seller_id, payout_id, transaction_id)
);
select place_by_seller('returned_payout_rows');
alter table returned_payout_rows add foreign key (seller_id, payout_id) references payouts on delete cascade;
alter table returned_payout_rows
  add foreign key (seller_id, transaction_id) references transactions on delete cascade;
create index returned_payout_rows_transaction on returned_payout_rows (seller_id, transaction_id);
alter table returned_payout_rows enable row level security;
create policy own_rows on returned_payout_rows using (seller_id = current_seller());
grant select, insert on returned_payout_rows to hub_seller;
