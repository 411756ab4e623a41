-- What a seller chose for files with a header beside their columns: kinds of a report's rows, how amounts are written.
alter table file_columns add column choices jsonb not null default '{}';
alter table file_columns add constraint file_columns_choices check (jsonb_typeof(choices) = 'object') not valid;
alter table file_columns validate constraint file_columns_choices;
