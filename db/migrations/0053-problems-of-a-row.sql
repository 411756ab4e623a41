-- All that is wrong with a row of an upload, where one thing was kept.
alter table tracking_upload_rows rename column problem to problems;
alter table tracking_upload_rows
  alter column problems type jsonb using case when problems is not null then jsonb_build_array(problems) end,
  add check (jsonb_typeof(problems) = 'array' and jsonb_array_length(problems) > 0);
