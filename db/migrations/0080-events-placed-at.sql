-- An event may be about what happened long ago, such as a message that a shop hands in late: it is kept for thirty days from when it got
-- its place, and could be read, not from when it happened. Those that have theirs already go by the latter.
alter table events add column placed_at timestamptz;
alter table events add check (place is not null or placed_at is null);
drop index events_happened;
create index events_kept on events using brin ((coalesce(placed_at, happened_at)));
