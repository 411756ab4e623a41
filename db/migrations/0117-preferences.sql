-- What a member chose, by name (`web/preferences.ts`); what is missing follows the browser.
alter table members add column preferences jsonb not null default '{}' check (jsonb_typeof(preferences) = 'object');
update members set preferences = jsonb_strip_nulls(
  jsonb_build_object('locale', locale, 'timeZone', time_zone, 'density', density, 'theme', theme));
alter table members drop column locale, drop column time_zone, drop column density, drop column theme;
