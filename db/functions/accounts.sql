-- Sellers' names, and members: second factors, roles and saved views.

create or replace function keep_confirmed_second_factor() returns trigger language plpgsql set search_path from current as $$
begin
  if old.verified then
    raise unique_violation using message = 'a second factor that is confirmed is removed, and not changed';
  end if;
  raise unique_violation using message = 'a second factor is not changed while a code is judged by it';
end
$$;

create or replace trigger keep_confirmed_second_factor before update on two_factors
  for each row when (
    (old.verified and (new.secret <> old.secret or not new.verified))
    or (old.judging_until > clock_timestamp() and new.secret <> old.secret))
  execute function keep_confirmed_second_factor();

-- A seller with an owner keeps at least one: of two owners who leave concurrently, the second waits and is refused. Deleting
-- the member or the seller deletes the roles too.
create or replace function keep_an_owner() returns trigger language plpgsql set search_path from current as $$
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

create or replace trigger keep_an_owner_on_update after update on memberships referencing old table as former
  for each statement execute function keep_an_owner();
create or replace trigger keep_an_owner_on_delete after delete on memberships referencing old table as former
  for each statement execute function keep_an_owner();

-- At most 50 views of a list per member. Members who had more before keep them.
create or replace function refuse_too_many_views() returns trigger language plpgsql set search_path from current as $$
begin
  if exists (
    select from added a
    where (select count(*) from saved_views v
           where v.seller_id = a.seller_id and v.member_id = a.member_id and v.resource = a.resource) > 50)
  then
    raise check_violation using message = 'a member keeps at most 50 views of a list';
  end if;
  return null;
end
$$;

create or replace trigger refuse_too_many_views after insert on saved_views referencing new table as added
  for each statement execute function refuse_too_many_views();

-- What pages need of their seller besides the names. A function, so that a statement over accounts asks only the seller's server of a
-- cluster. Without a search path of its own, since setting one costs as much as the rest and each request calls it.
create or replace function session_facts(of_seller bigint) returns table (time_zone text, currency text, country text, feedback_score integer,
    store_url text, level text, registered_at timestamptz, suspended_at timestamptz, away_from text, away_to text, away_listings text)
  language plpgsql stable strict rows 1 as $$
begin
  return query
    select s.time_zone, s.currency, s.country, s.feedback_score, s.store_url, s.level, s.registered_at, s.suspended_at, s.away_from, s.away_to,
      s.away_listings
    from sellers s where s.id = of_seller;
end
$$;

-- Names follow their sellers. Not on a cluster, where this runs on the sellers' servers and writers keep the names themselves.
create or replace function keep_seller_names() returns trigger language plpgsql security definer set search_path from current as $$
begin
  if current_setting('citus.version', true) <> '' then
    return null;
  end if;
  case tg_op
    when 'INSERT' then
      insert into seller_names (seller_id, username, display_name, external_id)
      select id, username, display_name, external_id from changed;
    when 'UPDATE' then
      update seller_names n set username = c.username, display_name = c.display_name, external_id = c.external_id
      from changed c
      where n.seller_id = c.id and (n.username, n.display_name, n.external_id) is distinct from (c.username, c.display_name, c.external_id);
    else
      delete from seller_names where seller_id in (select id from changed);
  end case;
  return null;
end
$$;

create or replace trigger named_added after insert on sellers referencing new table as changed for each statement
  execute function keep_seller_names();
create or replace trigger named_changed after update on sellers referencing new table as changed for each statement
  execute function keep_seller_names();
create or replace trigger named_removed after delete on sellers referencing old table as changed for each statement
  execute function keep_seller_names();
