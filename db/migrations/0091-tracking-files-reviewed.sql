-- A file of tracking numbers is corrected where it is shown: its columns, its encoding, its days, and single cells.
-- `features/tracking-upload` says more.

-- The file as it was sent, kept only where another encoding may be the right one, and only until it is applied.
alter table tracking_uploads add column content bytea;
-- A file whose columns are not known is shown like any other.
update tracking_uploads set state = 'CHECKED' where state = 'UNREAD';
alter table tracking_uploads drop constraint tracking_uploads_state_check;
alter table tracking_uploads add constraint tracking_uploads_state_check
  check (state in ('CHECKED', 'RUNNING', 'STOPPED', 'DONE'));

alter table tracking_upload_rows
  -- What a member typed in place of cells; `fields` stays as it was written.
  add column edits jsonb check (jsonb_typeof(edits) = 'object'),
  -- Worth knowing about a row that will be applied: a number that was repaired, a day that cannot be read.
  add column notes jsonb check (jsonb_typeof(notes) = 'array' and jsonb_array_length(notes) > 0);
-- SKIPPED: a line that is no parcel, or a label that was voided; the reason is among the problems.
alter table tracking_upload_rows drop constraint tracking_upload_rows_verdict_check;
alter table tracking_upload_rows add constraint tracking_upload_rows_verdict_check
  check (verdict in ('CHANGE', 'SAME', 'SKIPPED', 'PROBLEM', 'DONE', 'REFUSED'));
alter table tracking_upload_rows drop constraint tracking_upload_rows_check1;
alter table tracking_upload_rows add constraint tracking_upload_rows_reason_check
  check ((verdict in ('PROBLEM', 'REFUSED', 'SKIPPED')) = (problems is not null));

-- The order of day and month is remembered with the columns.
alter table tracking_columns add column day_order text check (day_order in ('DMY', 'MDY'));
