-- A program reads one event by the key that it was sent with.
create index events_key on events (event_key);
