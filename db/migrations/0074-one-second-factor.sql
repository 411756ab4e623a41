-- A member has one second factor, or none. Of two windows in which it was set up at one moment each had added one: which of them a code is
-- judged by nobody could say. And one that is confirmed is only removed: a window that sets another one up at that moment would put a secret
-- in its place that the member never saw, and lock them out.
delete from two_factors f
where exists (select from two_factors o where o.member_id = f.member_id and (o.verified, o.id) > (f.verified, f.id));
drop index two_factors_member;
alter table two_factors add constraint two_factors_member unique (member_id);

create function keep_confirmed_second_factor() returns trigger language plpgsql set search_path from current as $$
begin
  raise unique_violation using message = 'a second factor that is confirmed is removed, and not changed';
end
$$;
create trigger keep_confirmed_second_factor before update on two_factors
  for each row when (old.verified and (new.secret <> old.secret or not new.verified))
  execute function keep_confirmed_second_factor();
