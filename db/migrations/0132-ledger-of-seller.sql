-- Entries of the ledger go with their seller: those of payouts belong to no order.
alter table ledger_entries add foreign key (seller_id) references sellers on delete cascade;
