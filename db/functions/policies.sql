-- Versions of policies.

-- Keeps what a policy says whenever it is added or changed.
create or replace function keep_policy_versions() returns trigger language plpgsql
  security definer set search_path from current set enable_seqscan = off as $$
declare
  c record;
begin
  for c in
    select seller_id, array_agg(id order by id) as ids, array_agg(version order by id) as versions, array_agg(name order by id) as names,
      array_agg(shipping order by id) as shippings, array_agg(days order by id) as days, array_agg(terms order by id) as terms
    from added group by seller_id order by seller_id
  loop
    insert into policy_versions (seller_id, policy_id, version, name, shipping, days, terms, since)
    select c.seller_id, v.*, now() from unnest(c.ids, c.versions, c.names, c.shippings, c.days, c.terms) v
    on conflict do nothing;
  end loop;
  return null;
end
$$;

create or replace trigger keeps_versions_of_new after insert on seller_policies referencing new table as added for each statement
  execute function keep_policy_versions();
create or replace trigger keeps_versions after update on seller_policies referencing new table as added for each statement
  execute function keep_policy_versions();
