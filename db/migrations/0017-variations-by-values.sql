-- The variation: the values of its axes, each on a line; null for the listing itself. A former position names none.
-- previous version: none is in use, since 1.0.0 is not released
alter table listing_upload_rows alter column variation type text using variation::text;
