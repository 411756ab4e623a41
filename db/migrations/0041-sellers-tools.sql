-- What sellers' own tools need: who did it, and when a thing last changed.

-- A seller's tool acts by the name of its key; it is no member.
alter table order_events
  drop constraint order_events_actor_check,
  add constraint order_events_actor_check check (actor in ('MEMBER', 'TOOL', 'BUYER', 'MARKETPLACE', 'HUB')),
  drop constraint order_events_check,
  add constraint order_events_check
    check ((actor = 'MEMBER') = (member_id is not null) and (actor in ('MEMBER', 'TOOL')) = (member_name is not null));

-- What has not changed since this was kept counts as changed now: a tool that asks what is new reads it once more.
alter table changes add column changed_at timestamptz not null default now();
create index changes_by_time on changes (seller_id, kind, changed_at, subject_id);

-- As before, and each change has its time, also of what waits already. The clock's, not the transaction's: of two changes the later one
-- is the later one.
create or replace function mark_changed(seller bigint, what text, ids bigint[]) returns void language plpgsql
  security definer set search_path from current set enable_seqscan = off as $$
declare fresh bigint[];
begin
  select array_agg(distinct id order by id) into fresh from unnest(ids) id
  where not exists (
    select from changes c where c.seller_id = seller and c.kind = what and c.subject_id = id
      and c.place is null and c.xmin = pg_current_xact_id()::xid
  );
  if fresh is not null then
    insert into changes as c (seller_id, kind, subject_id, changed_at) select seller, what, unnest(fresh), clock_timestamp()
    on conflict (seller_id, kind, subject_id) do update set place = null, former = null, changed_at = excluded.changed_at;
  end if;
end
$$;
