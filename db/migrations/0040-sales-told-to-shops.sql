-- Sales that a connected shop refuses, or has set by hand.

-- previous version: none is in use, since 1.0.0 is not released
alter table connection_refusals drop constraint connection_refusals_kind_check;
-- previous version: none is in use, since 1.0.0 is not released
alter table connection_refusals add constraint connection_refusals_kind_check
  check (kind in ('LISTING', 'ORDER', 'PARCEL', 'REFUND', 'STOCK', 'CANCELLATION', 'HAND_OVER', 'OFFER', 'QUESTION', 'SALE'));
