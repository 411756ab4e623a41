-- PDFs among a seller's private files, for banks: their hash begins with doc, and they have no sides.
alter table pictures drop constraint pictures_hash_check;
-- previous version: writes hashes that the former check took
alter table pictures add constraint pictures_hash_check check (hash ~ '^(p|doc)?[0-9a-f]{32}$');
alter table pictures alter column width drop not null, alter column height drop not null;
-- previous version: writes both sides and no documents
alter table pictures add constraint pictures_sides check (num_nonnulls(width, height) = case when hash like 'doc%' then 0 else 2 end);

-- The name that the seller gave a document; null for a picture.
alter table dispute_evidence add column name text;
-- previous version: writes no documents
alter table dispute_evidence
  add constraint dispute_evidence_name check ((name is null) = (hash not like 'doc%') and char_length(name) between 1 and 100);
