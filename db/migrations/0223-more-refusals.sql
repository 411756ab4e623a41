-- Connectors also report cancellations and handovers that a shop refused.
alter table connection_refusals drop constraint connection_refusals_kind_check;
alter table connection_refusals add constraint connection_refusals_kind_check
  check (kind in ('LISTING', 'ORDER', 'PARCEL', 'REFUND', 'STOCK', 'CANCELLATION', 'HAND_OVER'));
