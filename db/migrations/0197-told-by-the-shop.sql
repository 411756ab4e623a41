-- The ids that parcels and refunds have in the marketplace's shop, if it told of them; null of those made in the hub.
alter table shipments add column external_id text;
alter table refunds add column external_id text;
