-- The votes of buyers by week, so that a share over twelve months need not look at every feedback: of a seller with
-- 26,000 in a year it took 20 ms and more, and takes a tenth of one.

-- The Monday, Pacific time, of the week in which something was left (seller-hubs 2.3), and the moment it starts.
create function feedback_week(left_at timestamptz) returns date
  language sql immutable strict parallel safe
  return date_trunc('week', left_at at time zone 'America/Los_Angeles')::date;
create function feedback_week_start(week date) returns timestamptz
  language sql immutable strict parallel safe
  return week::timestamp at time zone 'America/Los_Angeles';

-- Several marks of a buyer in one week are one vote, for whichever kind is more; neutrals and ties are none.
-- `#features/feedback/feedback.ts` says the same.
create table feedback_weeks (
  seller_id bigint not null references sellers on delete cascade,
  week date not null check (extract(isodow from week) = 1),
  positive integer not null default 0,
  negative integer not null default 0,
  primary key (seller_id, week)
);
alter table feedback_weeks enable row level security;
create policy own_rows on feedback_weeks using (seller_id = current_seller());
grant select, insert, update, delete on feedback_weeks to hub_seller;

create function derive_feedback_weeks() returns trigger language plpgsql as $$
begin
  -- First the rows are locked, then counted by a statement that sees what others committed meanwhile.
  insert into feedback_weeks (seller_id, week)
  select distinct c.seller_id, feedback_week(c.left_at)
  from changed c join sellers s on s.id = c.seller_id
  where c.left_at is not null
  order by 1, 2
  on conflict (seller_id, week) do update set week = excluded.week;

  update feedback_weeks w set positive = d.positive, negative = d.negative
  from (
    select c.seller_id, c.week, count(*) filter (where v.net > 0) as positive, count(*) filter (where v.net < 0) as negative
    from (select distinct seller_id, feedback_week(left_at) as week from changed where left_at is not null) c
    left join lateral (
      select sum(case rating when 'POSITIVE' then 1 when 'NEGATIVE' then -1 else 0 end) as net
      from feedback f
      where f.seller_id = c.seller_id
        and f.left_at >= feedback_week_start(c.week) and f.left_at < feedback_week_start(c.week + 7)
      group by f.buyer_username
    ) v on true
    group by c.seller_id, c.week
  ) d
  where w.seller_id = d.seller_id and w.week = d.week and (w.positive, w.negative) <> (d.positive, d.negative);
  return null;
end
$$;

create trigger feedback_added after insert on feedback referencing new table as changed for each statement execute function derive_feedback_weeks();
create trigger feedback_moved after update on feedback referencing old table as changed for each statement execute function derive_feedback_weeks();
create trigger feedback_changed after update on feedback referencing new table as changed for each statement execute function derive_feedback_weeks();
create trigger feedback_removed after delete on feedback referencing old table as changed for each statement execute function derive_feedback_weeks();

insert into feedback_weeks (seller_id, week, positive, negative)
select seller_id, week, count(*) filter (where net > 0), count(*) filter (where net < 0)
from (
  select seller_id, feedback_week(left_at) as week, sum(case rating when 'POSITIVE' then 1 when 'NEGATIVE' then -1 else 0 end) as net
  from feedback where left_at is not null group by seller_id, buyer_username, feedback_week(left_at)
) votes
group by seller_id, week;
