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

-- Whether sellers are distributed over the servers of a cluster.
create or replace function is_divided() returns boolean language plpgsql stable set search_path from current as $$
begin
  if to_regclass('pg_catalog.pg_dist_partition') is null then
    return false;
  end if;
  return exists (select from pg_dist_partition where logicalrelid = 'sellers'::regclass);
end
$$;

-- Distributes a new sellers' table like the others; does nothing on a single server. For migrations, which add its references to other
-- tables afterwards.
create or replace function place_by_seller(name text) returns void language plpgsql set search_path from current as $$
begin
  if is_divided() then
    perform set_config('citus.enable_unsafe_triggers', 'on', true),
      create_distributed_table(name::regclass, 'seller_id', colocate_with => current_schema() || '.sellers');
  end if;
end
$$;
revoke execute on function place_by_seller from public;

-- Prepares a statement over one seller's tables in this session, with the names of the seller's shards for those of the tables, and
-- queries for the names of views, which the server would plan for the whole cluster. The newest 64 stay prepared, in 0.6 MB each.
create or replace function prepare_on_shard(home oid, name text, statement text) returns void
  language plpgsql set search_path from current as $$
declare
  former text;
  viewed record;
  placed record;
begin
  for former in
    select p.name from pg_prepared_statements p where p.name like 'shard-%' order by p.prepare_time desc offset 63
  loop
    execute format('deallocate %I', former);
  end loop;
  if is_divided() then
    for viewed in
      select relname, rtrim(pg_get_viewdef(oid, true), '; ') as body from pg_class
      where relnamespace = current_schema()::regnamespace and relkind = 'v' and strpos(statement, relname) > 0
    loop
      statement := regexp_replace(statement, format('\m(from|join)(\s+)"?%s"?(?![\w".])', viewed.relname),
        format('\1\2(%s)', viewed.body), 'gi');
    end loop;
    for placed in
      select other.logicalrelid::text as relation, other.shardid
      from pg_dist_shard own join pg_dist_shard other on other.shardminvalue = own.shardminvalue or other.shardminvalue is null
      where own.shardid = substring(home::regclass::text from '\d+$')::bigint and strpos(statement, other.logicalrelid::text) > 0
    loop
      statement := regexp_replace(statement, format('\m(from\s+|join\s+|found_by_words\('')"?%s"?(?![\w".])', placed.relation),
        format('\1%s_%s', placed.relation, placed.shardid), 'gi');
    end loop;
  end if;
  execute format('prepare %I as select coalesce(json_agg(r), ''[]'') from (%s) r', name, statement || chr(10));
end
$$;

-- Ids of the bound seller's orders, listings or conversations whose words meet a condition, by the trigram index. Row-level security keeps a query from that
-- index, since LIKE could tell of hidden rows; a single server's views are the owner's, but a shard's are the request's. As this is
-- the owner's, the condition is conjunctions of words alone, and the rows are the seller's before it is read. @n is the nth word.
-- PostgreSQL takes LIKE to be as cheap as comparing numbers, and would rather read all rows of a small shard. It expects few ids,
-- since to look up each of 10,000 takes as long as to read all rows of a seller that has no more.
create or replace function found_by_words(words_table text, condition text, words text[], most bigint) returns setof bigint
  language plpgsql stable security definer set search_path from current set cpu_operator_cost = 0.05 rows 50 as $$
begin
  if words_table !~ '^(order|listing|conversation)_search(_\d+)?$'
    or condition !~ '^(\s|[()]|and |or |o\.(terms|personal) like search_pattern\(@\d+\)|"o"\."tab" in \(@\d+\))+$'
  then
    raise exception 'not a condition of words: % of %', condition, words_table using errcode = 'insufficient_privilege';
  end if;
  return query execute format(
    'select o.id from (select s.%s as id, s.* from %I s where s.seller_id = %L) o where %s limit %L',
    split_part(words_table, '_', 1) || '_id', words_table, current_seller(),
    regexp_replace(condition, '@(\d+)', '($1)[\1]', 'g'), most) using words;
end
$$;

-- Reads the rows of a statement over one seller's tables, as JSON, on the server that has them. There it stays prepared; Citus
-- plans a statement with several tables at each execution, on two servers. `home` is the seller's shard of `sellers`, and `key`
-- stands for the statement, which is long: without it, the result is null unless the statement is prepared.
create or replace function read_on_shard(home oid, key text, given text[], statement text) returns json
  language plpgsql set search_path from current as $$
declare
  name text := format('shard-%s-%s', home, key);
  call text;
  answer json;
begin
  select format('execute %I%s', name, '(' || string_agg(quote_nullable(value), ', ' order by place) || ')') into call
  from unnest(given) with ordinality as g (value, place);
  begin
    execute call into answer;
  exception when invalid_sql_statement_name then
    if statement is null then
      return null;
    end if;
    perform prepare_on_shard(home, name, statement);
    execute call into answer;
  end;
  return answer;
end
$$;

-- The same for a statement whose plan depends on its parameters: it is planned for them at each run. Pages cost what they do with
-- the embedded PostgreSQL: a shard that is mostly one seller's would else be read whole, past the indexes of lists.
create or replace function plan_on_shard(home oid, key text, given text[], statement text) returns json
  language plpgsql set search_path from current set plan_cache_mode = force_custom_plan set random_page_cost = 1.1 as $$
begin
  return read_on_shard(home, key, given, statement);
end
$$;
