-- A message that an operator has written to the owners of one seller: it goes with that seller, and a file of messages leaves it alone.
alter table messages
  add column seller_id bigint references sellers on delete cascade,
  -- The operator, by the name of that day.
  add column written_by text,
  add check ((seller_id is null) = (written_by is null));
create index messages_seller on messages (seller_id) where seller_id is not null;
