-- What the failure of a connection says, so that pages word it in their reader's language; null if only its text does.
alter table connections add column failure_why jsonb;
-- previous version: does not write it
alter table connections add constraint connections_failure_why_check check (jsonb_typeof(failure_why) = 'object');
