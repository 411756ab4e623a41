-- A refund of the marketplace's shop is recorded once, however it is told. Of two that were recorded, the first keeps the id.
update refunds r set external_id = null where r.external_id is not null and exists (
  select from refunds f
  where f.seller_id = r.seller_id and f.order_id = r.order_id and f.external_id = r.external_id and f.id < r.id
);
-- previous version: fails where it would record a refund of the shop twice
alter table refunds add constraint refunds_told_once unique (seller_id, order_id, external_id);
