-- Lists count and add up by indexes alone, which PostgreSQL may only where it knows a page of the table to be visible to all: each
-- changed row takes that from its page until the table is vacuumed. By itself it vacuums once a fifth of all rows has changed: of a
-- million orders that is a month, in which a filter's sums cost two to three times as much. After a hundredth they are vacuumed in time,
-- and that costs little: it reads what has changed.
alter table orders set (
  autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0.01,
  autovacuum_vacuum_insert_threshold = 1000, autovacuum_vacuum_insert_scale_factor = 0.01,
  autovacuum_analyze_scale_factor = 0.02
);
alter table listings set (
  autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0.01,
  autovacuum_vacuum_insert_threshold = 1000, autovacuum_vacuum_insert_scale_factor = 0.01,
  autovacuum_analyze_scale_factor = 0.02
);
