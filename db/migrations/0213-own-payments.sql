-- Refunds that the seller paid from money outside the hub: the refund, and beside it what the funds get back.

alter table ledger_entries drop constraint ledger_entries_kind_check;
-- previous version: writes some of these kinds
alter table ledger_entries add constraint ledger_entries_kind_check check (kind in (
  'SALE', 'CANCELLATION', 'REFUND', 'OWN_PAYMENT', 'FUNDS_AVAILABLE', 'HOLD_PLACED', 'HOLD_RELEASED', 'LABEL', 'CHARGE', 'ADJUSTMENT',
  'PAYOUT_STARTED', 'PAYOUT_PAID', 'PAYOUT_FAILED', 'DISPUTE_OPENED', 'DISPUTE_WON', 'DISPUTE_LOST', 'COST_OF_GOODS', 'REVERSAL'
));
alter table transactions drop constraint transactions_kind_check;
-- previous version: writes some of these kinds
alter table transactions add constraint transactions_kind_check
  check (kind in ('SALE', 'REFUND', 'OWN_PAYMENT', 'FEE_CREDIT', 'LABEL', 'CHARGE', 'ADJUSTMENT', 'DISPUTE'));

-- The job corrects what earlier versions took from the funds: refunds paid another way, and those settled with their history.
insert into ledger_due (seller_id, order_id)
select distinct r.seller_id, r.order_id from refunds r join orders o on o.seller_id = r.seller_id and o.id = r.order_id
where r.settled = 'ELSEWHERE' or o.history_at is not null
on conflict (seller_id, order_id) do nothing;
