-- A code is judged by the secret that was read, and what is confirmed is the row. A window in which the second step was set up anew between
-- the two had its secret confirmed by a code of the former one: the authenticator that gave it opened nothing any more. For the moment in
-- which a code is judged, the secret stays what it is; who sets up then is shown that one.
alter table two_factors add column judging_until timestamptz;

create or replace function keep_confirmed_second_factor() returns trigger language plpgsql set search_path from current as $$
begin
  if old.verified then
    raise unique_violation using message = 'a second factor that is confirmed is removed, and not changed';
  end if;
  raise unique_violation using message = 'a second factor is not changed while a code is judged by it';
end
$$;
drop trigger keep_confirmed_second_factor on two_factors;
create trigger keep_confirmed_second_factor before update on two_factors
  for each row when (
    (old.verified and (new.secret <> old.secret or not new.verified))
    or (old.judging_until > clock_timestamp() and new.secret <> old.secret))
  execute function keep_confirmed_second_factor();
