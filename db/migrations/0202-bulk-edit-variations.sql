-- Bulk edits have a place for each variation below its listing.

-- The variation at each place: the values of its axes, each on a line; empty for the listing itself. Null: only listings.
alter table bulk_edits add column variations text[];
-- How many listings there are; null if each place is a listing.
alter table bulk_edits add column listings integer;
alter table bulk_edit_rows add column variation text not null default '';
