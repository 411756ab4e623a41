-- Uploads in their order, told when they have ended, and files of orders and costs checked by parts.

alter table file_runs
  -- Runs of the seller that are over before this one begins: orders wait for the listings of their SKUs.
  add column waits_for text[] not null default '{}',
  -- When somebody looked at it last, or wanted it: who watches is not told that it has ended.
  add column looked_at timestamptz;

-- An order stands in its file once: parts look up the names of those above.
create index upload_records_name on upload_records (seller_id, run_id, name);
