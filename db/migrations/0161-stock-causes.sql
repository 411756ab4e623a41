-- Why stock moved, where no order did it: a correction, a count, a file, another program.
alter table stock_movements
  -- {"kind": "CORRECTION", "reason": "DAMAGED", "by": "Ann Example"}; null if the listing was edited, or by an older version.
  add column cause jsonb check (jsonb_typeof(cause) = 'object');
