-- Purchases of a label whose answer never came, as `[{accountId, rateId}]`: they are asked for before it is bought again.
alter table labels add column lost jsonb not null default '[]';

-- For the task of parcels that cannot be delivered.
create index shipments_exception on shipments (seller_id, order_id) where state = 'EXCEPTION';
