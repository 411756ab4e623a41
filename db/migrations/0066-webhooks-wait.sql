-- Until when an endpoint has asked to be left alone (Retry-After).
alter table webhook_endpoints add column waits_until timestamptz;
