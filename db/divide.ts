import pg, { type ClientBase } from 'pg'
import { findLackingTriggers, readFunctions } from './functions.ts'
import { replaceFunctions } from './migrate.ts'
import { firstRow } from './one-row.ts'
import { coordinatorTables, replicatedTables } from './placement.ts'
import { readReferences, type Reference } from './references.ts'

/** The database is not the coordinator of a cluster with workers. */
export class NoClusterError extends Error {}

interface Placement {
  name: string
  /** The column by which it is divided; null if every server gets all rows. */
  column: string | null
  bytes: number
}

/** A unique constraint that no cluster can keep; an index on its columns takes its place. */
interface LooseKey {
  table: string
  name: string
  columns: string
}

export type DivisionPlan = Awaited<ReturnType<typeof planDivision>>

/**
 * Reads what is left to divide. Sellers come first, since all other tables are placed beside them.
 * @throws NoClusterError if the database cannot divide tables
 */
export async function planDivision(client: ClientBase) {
  const servers = await countWorkers(client)
  const tables = await readTables(client)
  const { rows: placed } = await client.query<{ name: string }>(
    'select logicalrelid::text as name from pg_dist_partition',
  )
  const left = tables.filter(({ name }) => !placed.some((table) => table.name === name))
  const has = (list: readonly Placement[], table: string) => list.some(({ name }) => name === table)
  return {
    servers,
    placements: left,
    /** Foreign keys of placed tables, dropped while they are placed. */
    references: (await readReferences(client)).filter(
      ({ table, target }) => has(left, table) || has(left, target) || (!has(tables, table) && has(tables, target)),
    ),
    looseKeys: (await readLooseKeys(client)).filter(({ table }) => has(left, table)),
    /** Tables of which requests may insert some columns only: a cluster's statements name those with defaults too. */
    insertRights: (await readInsertRights(client)).filter((table) => has(tables, table)),
    /** Triggers that an earlier, interrupted call has not restored. */
    lackingTriggers: (await findLackingTriggers(client, await readFunctions())).length,
  }
}

/** Reads the tables that are not the coordinator's, in the order of placing: the others are placed beside `sellers`. */
export async function readTables(client: ClientBase): Promise<Placement[]> {
  const { rows } = await client.query<Placement>(
    `select c.relname::text as name, pg_total_relation_size(c.oid)::float8 as bytes,
       case when c.relname = 'sellers' then 'id' when c.relname <> all ($2) then 'seller_id' end as column
     from pg_class c
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and (c.relname = 'sellers' or c.relname = any ($2) or c.relname <> all ($1)
         and exists (select from pg_attribute where attrelid = c.oid and attname = 'seller_id'))
     order by c.relname <> all ($2), c.relname <> 'sellers', c.relname`,
    [coordinatorTables, replicatedTables],
  )
  return rows
}

async function countWorkers(client: ClientBase): Promise<number> {
  const found = await client.query<{ catalogue: string | null }>(
    `select to_regclass('pg_catalog.pg_dist_node') as catalogue`,
  )
  if (firstRow(found).catalogue === null)
    throw new NoClusterError(
      'The database is on a single server: the citus extension is not installed. Nothing was changed.',
    )
  const { servers } = firstRow(
    await client.query<{ servers: number }>(
      `select count(*)::int as servers from pg_dist_node where noderole = 'primary' and shouldhaveshards and isactive`,
    ),
  )
  if (servers === 0)
    throw new NoClusterError('The cluster has no worker node: call citus_add_node. Nothing was changed.')
  return servers
}

/** Names of sellers are unique over all servers; on a cluster `seller_names` keeps them so, on the coordinator. */
async function readLooseKeys(client: ClientBase): Promise<LooseKey[]> {
  const { rows } = await client.query<LooseKey>(
    `select 'sellers' as table, conname as name,
       (select string_agg(quote_ident(attname), ', ') from pg_attribute where attrelid = conrelid and attnum = any (conkey)) as columns
     from pg_constraint where conrelid = 'sellers'::regclass and contype = 'u'`,
  )
  return rows
}

async function readInsertRights(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ table: string }>(
    `select distinct c.relname::text as table
     from pg_class c join pg_attribute a on a.attrelid = c.oid cross join lateral aclexplode(a.attacl) given
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and given.grantee = 'hub_seller'::regrole and given.privilege_type = 'INSERT'
       and not has_table_privilege('hub_seller', c.oid, 'INSERT')
     order by 1`,
  )
  return rows.map(({ table }) => table)
}

/** Whether a foreign key is possible: a table of the coordinator refers to no divided table. */
const isPossible = (placed: ReadonlySet<string>) => (reference: Reference) =>
  placed.has(reference.table) || !placed.has(reference.target)

/**
 * Divides the tables of the current schema by seller over the servers of a cluster, with their rows. Repeat it if it
 * stopped: keys that it took off are kept in the table `division_keys` until they are back, and triggers are put back last.
 * Call while no hub runs.
 */
export async function divide(
  client: ClientBase,
  schema: string,
  { plan, say }: { plan: DivisionPlan; say: (line: string) => void },
): Promise<void> {
  const { placements, references, looseKeys, insertRights } = plan
  await prepareCluster(client)
  // Before their tables are divided: a cluster would keep the views on each server.
  await client.query('select read_product_copies()')
  await takeOff(client, references)
  for (const { name } of placements) await dropTriggers(client, name)
  for (const { table, name, columns } of looseKeys) {
    await client.query(`alter table ${table} drop constraint ${pg.escapeIdentifier(name)}`)
    await client.query(`create index on ${table} (${columns})`)
  }
  for (const { name, column } of placements) {
    const table = pg.escapeIdentifier(name)
    if (column === null) await client.query('select create_reference_table($1::regclass)', [table])
    else
      await client.query(
        `select create_distributed_table($1::regclass, $2, colocate_with => ${name === 'sellers' ? `'none'` : `current_schema() || '.sellers'`})`,
        [table, column],
      )
    say(column === null ? `${name}: on every server` : `${name}: divided by ${column}`)
  }
  await putBack(client)
  await replaceFunctions(client, schema)
  for (const table of insertRights) await client.query(`grant insert on ${table} to hub_seller`)
}

/** Copied rows are not new: their triggers must not count or announce them again. */
async function dropTriggers(client: ClientBase, table: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select tgname::text as name from pg_trigger where tgrelid = quote_ident($1)::regclass and not tgisinternal and tgparentid = 0`,
    [table],
  )
  for (const { name } of rows)
    await client.query(`drop trigger ${pg.escapeIdentifier(name)} on ${pg.escapeIdentifier(table)}`)
}

/** Settings for all later sessions, and the sign-in of requests' role on workers. */
async function prepareCluster(client: ClientBase): Promise<void> {
  const { name } = firstRow(await client.query<{ name: string }>('select quote_ident(current_database()) as name'))
  const settings = {
    // `set local hub.seller_id` goes along to the servers that a transaction asks.
    'citus.propagate_set_commands': 'local',
    // Triggers on shards are Citus' opt-in: the hub's keep to one seller, whose rows are all on one server.
    'citus.enable_unsafe_triggers': 'on',
    // Importers write products, which every server has, beside sellers' rows.
    'citus.multi_shard_modify_mode': 'sequential',
  }
  for (const [setting, value] of Object.entries(settings)) {
    await client.query(`alter database ${name} set ${setting} = '${value}'`)
    await client.query(`set ${setting} = '${value}'`)
  }
  const role = await client.query('select from pg_roles where rolname = $1 and rolcanlogin', ['hub_seller'])
  if (role.rowCount === 0) await client.query('alter role hub_seller login')
}

async function takeOff(client: ClientBase, references: readonly Reference[]): Promise<void> {
  await client.query('begin')
  await client.query(
    'create table if not exists division_keys ("table" text, name text, target text, definition text, primary key ("table", name))',
  )
  for (const { table, name, target, definition } of references) {
    await client.query('insert into division_keys values ($1, $2, $3, $4) on conflict do nothing', [
      table,
      name,
      target,
      definition,
    ])
    await client.query(`alter table ${table} drop constraint ${name}`)
  }
  await client.query('commit')
}

async function putBack(client: ClientBase): Promise<void> {
  const { rows: tables } = await client.query<{ name: string }>(
    'select logicalrelid::text as name from pg_dist_partition',
  )
  const { rows: kept } = await client.query<Reference>('select * from division_keys order by "table", name')
  const there = await readReferences(client)
  const isThere = (key: Reference) => there.some(({ table, name }) => table === key.table && name === key.name)
  const possible = kept.filter(isPossible(new Set(tables.map(({ name }) => name)))).filter((key) => !isThere(key))
  for (const { table, name, definition } of possible)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  await client.query('drop table division_keys')
}
