-- What a marketplace's request to cancel said, as a hash: another body under its id is refused. Null where no marketplace sent one.
alter table cancellations add column pushed_as text;
