-- Purchases of a label whose answer never came, as `[{accountId, rateId}]`: they are asked for before it is bought again.
alter table labels add column lost jsonb not null default '[]';
