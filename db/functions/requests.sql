-- What a request is bound by.

-- The number of an advisory lock: this hub's, where several share a database.
create or replace function lock_number(name text) returns bigint
  language sql stable parallel safe
  return hashtextextended(current_schema() || ' ' || name, 0);

-- The seller bound to this transaction; null where none is, and then no policy lets a row through.
create or replace function current_seller() returns bigint
  language sql stable parallel safe
  return nullif(current_setting('hub.seller_id', true), '')::bigint;

-- Begins each request. A function sets the role, which must not travel to the other servers of a cluster; a statement
-- names the seller, which must.
create or replace function bind_seller(seller bigint, statement_ms integer) returns void language plpgsql as $$
begin
  perform set_config('role', 'hub_seller', true), set_config('statement_timeout', statement_ms::text, true);
  execute format('set local hub.seller_id = %L', seller);
end
$$;
