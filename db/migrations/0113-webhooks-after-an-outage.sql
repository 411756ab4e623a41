-- How often a delivery was brought forward because its endpoint answered again.
alter table webhook_deliveries add column brought_forward integer not null default 0;
