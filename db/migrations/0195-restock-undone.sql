-- When returned goods were taken out of stock again; their entry is reversed. Putting them back again clears it.
alter table returned_goods add column undone_at timestamptz;
