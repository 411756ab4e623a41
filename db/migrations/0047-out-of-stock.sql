-- A listing that was out of stock for too long ends for a reason of its own, and its seller is warned before: how long is the policy
-- pack's to say.

alter table listings
  drop constraint listings_end_reason_check,
  add constraint listings_end_reason_check check (end_reason in ('SOLD_OUT', 'SELLER', 'EXPIRED', 'OUT_OF_STOCK', 'POLICY'));

-- What ends soon, of a seller: looked at on every page. `listings_without_stock` is the job's, over all sellers.
create index listings_ending_without_stock on listings (seller_id, out_of_stock_since) where state = 'OUT_OF_STOCK';
