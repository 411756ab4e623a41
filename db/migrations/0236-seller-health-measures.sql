-- The operator's figures are those of the seller level: late shipments of all orders, and defects. `cancelled` counts
-- defects without a decided case.
alter table seller_health drop constraint seller_health_failing_check;
-- previous version: writes the names that it knows
alter table seller_health add constraint seller_health_failing_check
  check (failing <@ array['late', 'defects', 'cases', 'cancelled', 'unanswered']);
alter table seller_health drop constraint if exists seller_health_check1;
