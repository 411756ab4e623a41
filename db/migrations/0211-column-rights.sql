-- Requests update only some columns of what is settled: earlier versions let them update all of these tables on a cluster.
-- A single server has no such table.
do $$
declare
  wide record;
begin
  for wide in
    select c.relname as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid cross join lateral aclexplode(a.attacl) given
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and given.grantee = 'hub_seller'::regrole and given.privilege_type = 'UPDATE'
      and has_table_privilege('hub_seller', c.oid, 'UPDATE')
    group by c.relname
  loop
    execute format('revoke update on %I from hub_seller', wide.name);
    execute format('grant update (%s) on %I to hub_seller', wide.columns, wide.name);
  end loop;
end
$$;
