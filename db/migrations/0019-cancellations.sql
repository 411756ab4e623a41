-- Cancellations that are asked for, answered and closed here.

-- By its key a cancellation is named in forms and in the timeline. Until when the seller answers is stored with what it follows
-- from: the rule, and the policy pack whose calendar it is. It stays what the buyer was told, whatever becomes of the pack.
-- The refund that follows a cancellation is named by its key; once it is made, the cancellation is closed.
alter table cancellations
  add column cancel_key text not null default left(replace(gen_random_uuid()::text, '-', ''), 12)
    check (cancel_key ~ '^[0-9a-z]{12,31}$'),
  add column respond_rule text check (respond_rule in ('sellerRespondsToCancel')),
  add column respond_calendar text,
  add column decline_reason text check (decline_reason in ('ALREADY_SENT', 'MADE_TO_ORDER', 'AGREED_WITH_BUYER', 'OTHER')),
  add column refund_key text,
  -- What counts against the seller's level (seller-hubs 2.1): cancelled by the seller, who could not deliver.
  add column counts_as_defect boolean not null
    generated always as (initiator = 'SELLER' and reason = 'OUT_OF_STOCK_OR_CANNOT_FULFILL') stored,
  add unique (seller_id, cancel_key),
  add foreign key (seller_id, refund_key) references refunds (seller_id, refund_key),
  add check ((respond_rule is null) = (respond_calendar is null)),
  add check (decline_reason is null or state = 'REJECTED');
create index cancellations_due on cancellations (respond_by, seller_id) where state = 'REQUESTED';
create index cancellations_defects on cancellations (seller_id, requested_at) where counts_as_defect;
create index cancellations_refund on cancellations (seller_id, refund_key) where refund_key is not null;

-- Who asked, for what and until when stays; a request writes what becomes of it.
revoke update, delete on cancellations from hub_seller;
grant update (state, closed_at, decline_reason, refund_key) on cancellations to hub_seller;
