-- A view's id stands in addresses: drawn at random, it tells nothing of how many the marketplace keeps.
alter table saved_views alter column id drop identity;
alter table saved_views alter column id type text using id::text;
alter table saved_views alter column id set default left(replace(gen_random_uuid()::text, '-', ''), 12);
