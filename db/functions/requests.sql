-- Binding of requests to sellers, and placement of sellers' tables.

-- Number of an advisory lock, distinct for each hub that shares a database.
create or replace function lock_number(name text) returns bigint
  language sql stable parallel safe
  return hashtextextended(current_schema() || ' ' || name, 0);

-- The seller bound to this transaction; null if none, and then row-level security hides all rows.
create or replace function current_seller() returns bigint
  language sql stable parallel safe
  return nullif(current_setting('hub.seller_id', true), '')::bigint;

-- Starts each request. The function sets the role, which must not be sent to other servers of a cluster; a separate statement
-- sets the seller, which must.
create or replace function bind_seller(seller bigint, statement_ms integer) returns void language plpgsql as $$
begin
  perform set_config('role', 'hub_seller', true), set_config('statement_timeout', statement_ms::text, true);
  execute format('set local hub.seller_id = %L', seller);
end
$$;

-- Places a new table of sellers on the servers of their other tables; nothing on a single server. For migrations, which add
-- its references to other tables afterwards.
create or replace function place_by_seller(name text) returns void language plpgsql set search_path from current as $$
begin
  if to_regclass('pg_catalog.pg_dist_partition') is null then
    return;
  end if;
  if exists (select from pg_dist_partition where logicalrelid = 'sellers'::regclass) then
    perform set_config('citus.enable_unsafe_triggers', 'on', true),
      create_distributed_table(name::regclass, 'seller_id', colocate_with => current_schema() || '.sellers');
  end if;
end
$$;
revoke execute on function place_by_seller from public;
