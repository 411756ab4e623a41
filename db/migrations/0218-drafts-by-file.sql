-- Drafts that files create: when they begin, and the number of their product as the file writes it.
alter table listing_upload_rows
  add column starts_at timestamptz,
  add column product text;
