-- Why stock moved, where no order did it: a correction, a count, a file, another program.
alter table stock_movements
  -- {"kind": "CORRECTION", "reason": "DAMAGED", "by": "Ann Example"}; null if the listing was edited, or by an older version.
  add column cause jsonb;
-- previous version: does not write it
alter table stock_movements add constraint stock_movements_cause_check check (jsonb_typeof(cause) = 'object');
