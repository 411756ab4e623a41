-- Feedback: the score, and votes by week.

-- The Monday of a time’s week, in Pacific time.
create or replace function feedback_week(left_at timestamptz) returns date
  language sql immutable strict parallel safe
  return date_trunc('week', left_at at time zone 'America/Los_Angeles')::date;

-- Start of such a week.
create or replace function feedback_week_start(week date) returns timestamptz
  language sql immutable strict parallel safe
  return week::timestamp at time zone 'America/Los_Angeles';

-- Positive minus negative. Several from one buyer in a week (Monday to Sunday, Pacific time) count once: as +1, 0 or -1 by
-- majority. Feedback without a date counts separately.
create or replace function feedback_score(seller bigint) returns integer
  language plpgsql stable parallel safe set search_path from current as $$
begin
  return (
    select coalesce(sum(net), 0)::integer
    from (
      select sign(sum(case rating when 'POSITIVE' then 1 when 'NEGATIVE' then -1 else 0 end)) as net
      from feedback
      where seller_id = seller
      group by buyer_username, date_trunc('week', left_at at time zone 'America/Los_Angeles'), case when left_at is null then id end
    ) weeks
  );
end
$$;

-- Updates the stored score of a seller. Concurrent feedback waits for the seller’s row, and counts both.
create or replace function keep_feedback_score(seller bigint) returns void language plpgsql
  security definer set search_path from current as $$
declare score integer;
begin
  perform from sellers where id = seller for no key update;
  score := feedback_score(seller);
  update sellers set feedback_score = feedback_before + score where id = seller and feedback_score <> feedback_before + score;
end
$$;
revoke execute on function keep_feedback_score from public;

create or replace function derive_feedback_weeks() returns trigger language plpgsql
  security definer set search_path from current as $$
declare c record;
begin
  for c in
    select seller_id, array_agg(distinct feedback_week(left_at)) as weeks
    from changed where left_at is not null group by seller_id order by seller_id
  loop
    -- Skips sellers that the same statement deletes.
    continue when not exists (select from sellers where id = c.seller_id);
    -- Locks the rows first, so that the next statement sees concurrent commits.
    insert into feedback_weeks (seller_id, week)
    select c.seller_id, week from unnest(c.weeks) week order by 2
    on conflict (seller_id, week) do update set week = excluded.week;

    update feedback_weeks w set positive = d.positive, negative = d.negative
    from (
      select u.week, count(*) filter (where v.net > 0) as positive, count(*) filter (where v.net < 0) as negative
      from unnest(c.weeks) u (week)
      left join lateral (
        select sum(case rating when 'POSITIVE' then 1 when 'NEGATIVE' then -1 else 0 end) as net
        from feedback
        where seller_id = c.seller_id and left_at >= feedback_week_start(u.week) and left_at < feedback_week_start(u.week + 7)
        group by buyer_username
      ) v on true
      group by u.week
    ) d
    where w.seller_id = c.seller_id and w.week = d.week and (w.positive, w.negative) <> (d.positive, d.negative);
  end loop;
  return null;
end
$$;

create or replace trigger feedback_added after insert on feedback referencing new table as changed for each statement
  execute function derive_feedback_weeks();
create or replace trigger feedback_moved after update on feedback referencing old table as changed for each statement
  execute function derive_feedback_weeks();
create or replace trigger feedback_changed after update on feedback referencing new table as changed for each statement
  execute function derive_feedback_weeks();
create or replace trigger feedback_removed after delete on feedback referencing old table as changed for each statement
  execute function derive_feedback_weeks();
