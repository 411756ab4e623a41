-- Invitations to work for a seller. The link's token is kept as a hash: a copy of the table lets nobody in. An invitation goes with
-- whoever made it: a person who was removed cannot come back by a link of their own.
create table invitations (
  seller_id bigint not null references sellers on delete cascade,
  id text not null default left(replace(gen_random_uuid()::text, '-', ''), 12),
  token_hash text not null unique,
  role text not null check (role in ('owner', 'manager', 'lister', 'shipper', 'accountant', 'viewer')),
  -- Whom the link was mailed to; null where the inviter passes it on.
  email text check (email = lower(email)),
  invited_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (seller_id, id),
  foreign key (seller_id, invited_by) references memberships on delete cascade
);
create index invitations_inviter on invitations (seller_id, invited_by);
create index invitations_expiry on invitations (expires_at);
alter table invitations enable row level security;
create policy own_rows on invitations using (seller_id = current_seller());

-- The history of a team. Names are kept as they were: it outlives the people in it.
create table team_events (
  seller_id bigint not null references sellers on delete cascade,
  id bigint generated always as identity,
  at timestamptz not null default now(),
  kind text not null check (kind in ('invited', 'withdrawn', 'joined', 'role', 'sessions', 'removed', 'left', 'handed-over')),
  -- Who did it; null is the marketplace.
  actor text,
  -- Whom it concerns; null is whoever has the link.
  subject text,
  role text check (role in ('owner', 'manager', 'lister', 'shipper', 'accountant', 'viewer')),
  role_before text check (role_before in ('owner', 'manager', 'lister', 'shipper', 'accountant', 'viewer')),
  primary key (seller_id, id)
);
create index team_events_age on team_events (at);
alter table team_events enable row level security;
create policy own_rows on team_events using (seller_id = current_seller());

-- A seller that has an owner keeps one: the last owner cannot leave and keeps the role. Of two who leave at once the second one waits for
-- the first one's row, finds no other owner and is refused. A person or a seller who is removed altogether takes the roles along.
create function keep_an_owner() returns trigger language plpgsql set search_path from current as $$
declare
  s bigint;
begin
  for s in
    select distinct f.seller_id from former f
    where f.role = 'owner' and exists (select from members m where m.id = f.member_id)
    order by f.seller_id
  loop
    perform from memberships where seller_id = s and role = 'owner' order by member_id for update;
    if not found and exists (select from sellers where id = s) then
      raise check_violation using message = 'a seller keeps an owner';
    end if;
  end loop;
  return null;
end
$$;
create trigger keep_an_owner_on_update after update on memberships referencing old table as former
  for each statement execute function keep_an_owner();
create trigger keep_an_owner_on_delete after delete on memberships referencing old table as former
  for each statement execute function keep_an_owner();
