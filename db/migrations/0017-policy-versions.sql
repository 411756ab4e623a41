-- Counts the changes of a policy: whoever changes one says which they saw, so that nobody's change is lost unseen.
alter table seller_policies add column version integer not null default 1;
