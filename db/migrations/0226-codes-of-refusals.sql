-- What a reason says, so that pages word it in their reader's language; null if only the connector can say it.
alter table connection_refusals add column code text;
-- previous version: does not write it
alter table connection_refusals add column params jsonb;
-- previous version: does not write it
alter table connection_refusals add constraint connection_refusals_code_check check (char_length(code) between 1 and 60);
alter table connection_refusals add constraint connection_refusals_params_check check (jsonb_typeof(params) = 'object');
