-- When a bulk edit was begun, continued or undone last, and how many of its rows were applied or undone then: the time that is left
-- follows from both. Null in earlier runs.
alter table bulk_edits add column begun_at timestamptz;
alter table bulk_edits add column begun_rows integer;
