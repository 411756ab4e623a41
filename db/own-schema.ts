import pg, { type ClientBase } from 'pg'
import { firstRow } from './one-row.ts'

/** PostgreSQL's bundled extensions used by the search. */
const extensions = ['pg_trgm', 'unaccent']

/**
 * Requests run as the role `hub_seller`, to which row-level security applies. Roles belong to the server, so another
 * hub may have created it.
 */
const makeRole = `
do $$
begin
  if not exists (select from pg_roles where rolname = 'hub_seller') then
    create role hub_seller nologin;
  end if;
  -- Since PostgreSQL 16 the creator of a role may grant it but not yet switch to it.
  if not pg_has_role(current_user, 'hub_seller', case when current_setting('server_version_num')::int >= 160000 then 'SET' else 'MEMBER' end) then
    execute format('grant hub_seller to %I', current_user);
  end if;
exception
  when insufficient_privilege then
    raise exception 'The database user % may not create the role hub_seller. Ask an administrator to run: CREATE ROLE hub_seller NOLOGIN; GRANT hub_seller TO %;', current_user, current_user;
  -- Another database of the server is being migrated.
  when duplicate_object or unique_violation then null;
end
$$`

export class SchemaTakenError extends Error {
  constructor(schema: string) {
    super(
      `The schema ${schema} of the database contains tables of another program: set DATABASE_SCHEMA to a schema for the hub alone.`,
    )
    this.name = 'SchemaTakenError'
  }
}

/** Objects outside the hub's schema would be dropped with it. */
export class DependentsError extends Error {
  constructor(schema: string, dependents: string[]) {
    super(
      `Other objects depend on the hub's tables in schema ${schema} and would be dropped with them: ${dependents.join(', ')}. Drop them first; nothing was changed.`,
    )
    this.name = 'DependentsError'
  }
}

/** @throws SchemaTakenError if the schema has tables but not the hub's migrations table */
export async function refuseTaken(client: ClientBase, schema: string): Promise<void> {
  const found = await client.query<{ tables: number; own: number }>(
    `select (select count(*)::int from information_schema.tables where table_schema = $1) as tables,
       (select count(*)::int from information_schema.columns
        where table_schema = $1 and table_name = 'migrations' and column_name in ('name', 'applied_at')) as own`,
    [schema],
  )
  const { tables, own } = firstRow(found)
  if (tables > 0 && own < 2) throw new SchemaTakenError(schema)
}

/** Creates the schema with an empty migrations table, and missing role and extensions. */
export async function prepareSchema(client: ClientBase, schema: string): Promise<void> {
  if (!(await hasSchema(client, schema))) await client.query(`create schema ${pg.escapeIdentifier(schema)}`)
  await client.query(
    'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
  )
  await client.query(makeRole)
  await client.query(`grant usage on schema ${pg.escapeIdentifier(schema)} to hub_seller`)
  const { rows } = await client.query<{ extname: string }>('select extname from pg_extension')
  for (const extension of extensions.filter((name) => !rows.some(({ extname }) => extname === name))) {
    // Not in the hub's schema: other hubs of this database use the extensions too.
    const place = (await hasSchema(client, 'public')) ? 'public' : 'extensions'
    if (!(await hasSchema(client, place))) await client.query(`create schema ${place}`)
    await client.query(`create extension ${extension} schema ${place}`)
  }
}

async function hasSchema(client: ClientBase, schema: string): Promise<boolean> {
  const { rowCount } = await client.query('select from pg_namespace where nspname = $1', [schema])
  return rowCount === 1
}

/**
 * Drops the schema with everything in it, in the caller's transaction.
 * @throws DependentsError if objects outside it are dropped too: the caller rolls back
 */
export async function dropSchema(client: ClientBase, schema: string): Promise<void> {
  const before = await namesOutside(client, schema)
  await client.query(`drop schema if exists ${pg.escapeIdentifier(schema)} cascade`)
  const after = new Set(await namesOutside(client, schema))
  const dropped = before.filter((name) => !after.has(name))
  if (dropped.length > 0) throw new DependentsError(schema, dropped)
}

/** Everything that dropping a schema could remove: relations, functions, constraints, defaults and triggers of other schemas. */
async function namesOutside(client: ClientBase, schema: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `with others as (
       select oid from pg_namespace where nspname not in ($1, 'pg_catalog', 'information_schema') and nspname not like 'pg_t%'
     ), relations as (
       select c.oid, format('%I.%I', c.relnamespace::regnamespace, c.relname) as name
       from pg_class c join others on others.oid = c.relnamespace where c.relkind in ('r', 'p', 'v', 'm', 'f')
     )
     select name from relations
     union all select 'function ' || p.oid::regprocedure from pg_proc p join others on others.oid = p.pronamespace
     union all select format('constraint %I of %s', conname, name) from pg_constraint join relations r on r.oid = conrelid
     union all select format('default of column %s of %s', adnum, name) from pg_attrdef join relations r on r.oid = adrelid
     union all select format('trigger %I of %s', tgname, name) from pg_trigger join relations r on r.oid = tgrelid
       where not tgisinternal`,
    [schema],
  )
  return rows.map(({ name }) => name)
}
