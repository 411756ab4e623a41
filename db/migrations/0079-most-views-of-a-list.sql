-- A member keeps at most 50 views of a list. Of two that are kept at once the hub lets one wait; here it is held for whatever else
-- writes. Who has more from before keeps them.
create function refuse_too_many_views() returns trigger language plpgsql set search_path from current as $$
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
create trigger refuse_too_many_views after insert on saved_views referencing new table as added
  for each statement execute function refuse_too_many_views();
