-- What the hub's pages tell of themselves, one row a page load: page views, actions, site speed, script errors. No address,
-- no browser, no query; the member only where the operator wants it. Of no seller: only the owner's role reads it.

create table page_loads (
  id bigint generated always as identity primary key,
  -- When it was told.
  at timestamptz not null,
  page text not null check (page ~ '^[a-z][a-z0-9-]{0,63}$'),
  member_id text references members on delete set null,
  -- Whether the browser had been here before.
  seen_before boolean not null default false,
  -- Core web vitals of the page that was loaded: milliseconds, and the layout shift's own unit.
  lcp double precision check (lcp >= 0),
  inp double precision check (inp >= 0),
  cls double precision check (cls >= 0),
  ttfb double precision check (ttfb >= 0),
  -- Moments of navigation timing, milliseconds since its start.
  timing jsonb not null default '{}' check (jsonb_typeof(timing) = 'object'),
  -- How often each page was shown: {"orders": 2}.
  views jsonb not null check (jsonb_typeof(views) = 'object' and views <> '{}'),
  -- [{"page": …, "tracking": …}], as the actions' models say it.
  actions jsonb not null default '[]' check (jsonb_typeof(actions) = 'array'),
  -- [{"message": …, "line": …, "path": …, "count": …}], the first ten that differ; the count is of all.
  errors jsonb not null default '[]' check (jsonb_typeof(errors) = 'array' and jsonb_array_length(errors) <= 10),
  error_count integer not null default 0 check (error_count >= jsonb_array_length(errors))
);
-- Reports are of a period, and rows past their days are deleted.
create index page_loads_at on page_loads (at);
-- For members who are removed.
create index page_loads_member on page_loads (member_id) where member_id is not null;
