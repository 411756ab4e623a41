-- What changed the funds of a seller without a transaction, in hours that two months of a zone share.
create index ledger_entries_payouts on ledger_entries (seller_id, happened_at)
  where kind in ('PAYOUT_STARTED', 'PAYOUT_PAID', 'PAYOUT_FAILED');

-- Tax by country and period: one posting for each taxed line.
create index ledger_postings_tax on ledger_postings (seller_id, happened_at) include (entry_id, account, currency, amount_minor)
  where account in ('tax:seller', 'tax:marketplace_collected');
