-- Of holidays that have several days only the first was kept: calendars with a region are looked up anew by the next run of the job, as if
-- the years ahead were not known. What was promised stays.
update sellers set holidays_until = holidays_until - 1 where holiday_region is not null;
