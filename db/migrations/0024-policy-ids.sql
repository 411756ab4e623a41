-- A policy's id stands in the listing form and in drafts: drawn at random, it tells nothing of how many the marketplace keeps.
alter table listing_policies drop constraint listing_policies_seller_id_kind_policy_id_fkey;
alter table seller_policies alter column id drop identity;
alter table seller_policies alter column id type text using id::text;
alter table seller_policies alter column id set default left(replace(gen_random_uuid()::text, '-', ''), 12);
alter table listing_policies alter column policy_id type text using policy_id::text;
alter table listing_policies add foreign key (seller_id, kind, policy_id) references seller_policies (seller_id, kind, id);
