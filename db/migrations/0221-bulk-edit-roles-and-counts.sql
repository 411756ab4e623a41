-- Who applied, continued or undid a bulk edit last: it runs as long as that member edits listings. Null in earlier runs, whose opener
-- counts.
alter table bulk_edits add column run_by text;
alter table bulk_edits add column run_by_name text;
-- Whether it stopped because that member no longer edits listings.
alter table bulk_edits add column lacks_role boolean not null default false;
-- Numbers of rows by state, and sums of the prices that change; null since rows changed, until they are counted.
alter table bulk_edits add column counts jsonb;
