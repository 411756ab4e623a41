import type { ClientBase } from 'pg'
import { withClient } from '#db/connection.ts'
import { superuserUrl } from '#server/cluster-testing.ts'
import type { DividedMarket } from './divided-market.ts'

/**
 * What defines a schema on each server of a cluster: placement, columns, constraints, indexes, triggers, policies,
 * privileges and functions, one line each and without numbers of shards. Workers are read where the test started them.
 */
export async function readCatalogue({ coordinator, schema, workers }: DividedMarket): Promise<Set<string>> {
  const lines = new Set<string>()
  const read = async (client: ClientBase, statement: string, server: string) => {
    const { rows } = await client.query<{ line: string }>(statement, [schema])
    for (const { line } of rows) lines.add(`${server}: ${plain(line, schema)}`)
  }
  await withClient(coordinator, async (client) => {
    await read(client, definitions, 'coordinator')
    await read(client, placements, 'coordinator')
  })
  for (const worker of workers ?? [])
    await withClient(superuserUrl(worker), async (client) => {
      // Otherwise shards are hidden.
      await client.query('set citus.override_table_visibility to off')
      await read(client, definitions, 'worker')
    })
  return lines
}

/** Shards differ in whether keys were checked when they were added, and in parentheses. */
const plain = (line: string, schema: string) =>
  line
    .replaceAll(`${schema}.`, '')
    .replaceAll(schema, 'SCHEMA')
    .replaceAll(/_\d{6,}\b|[()]| NOT VALID$/g, '')

const placements = `
  select format('%s is placed by %s', logicalrelid, coalesce(column_to_column_name(logicalrelid, partkey), 'copies')) as line
  from pg_dist_partition join pg_class c on c.oid = logicalrelid
  where c.relnamespace = to_regnamespace($1)`

const definitions = `
  with tables as (
    select oid, relname, relacl from pg_class where relnamespace = to_regnamespace($1) and relkind in ('r', 'p', 'v')
  )
  select format('column %s.%s %s %s %s', relname, attname, format_type(atttypid, atttypmod), attnotnull,
    pg_get_expr(adbin, adrelid)) as line
  from tables t join pg_attribute a on a.attrelid = t.oid and attnum > 0 and not attisdropped
  left join pg_attrdef d on d.adrelid = t.oid and d.adnum = attnum
  union all
  select format('constraint %s on %s: %s', conname, relname, pg_get_constraintdef(c.oid))
  from tables t join pg_constraint c on conrelid = t.oid
  union all
  select pg_get_indexdef(indexrelid) from tables t join pg_index i on indrelid = t.oid
  union all
  select pg_get_triggerdef(g.oid) from tables t join pg_trigger g on tgrelid = t.oid and not tgisinternal
  union all
  select format('policy %s on %s: %s', polname, relname, pg_get_expr(polqual, polrelid))
  from tables t join pg_policy p on polrelid = t.oid
  union all
  select format('%s of %s to %s', g.privilege_type, relname, g.grantee::regrole)
  from tables t cross join lateral aclexplode(relacl) g where g.grantee <> 0
  union all
  select format('%s of %s.%s to %s', g.privilege_type, relname, attname, g.grantee::regrole)
  from tables t join pg_attribute a on a.attrelid = t.oid cross join lateral aclexplode(attacl) g where g.grantee <> 0
  union all
  select format('function %s %s %s %s', oid::regprocedure, prosecdef, proconfig, md5(prosrc))
  from pg_proc where pronamespace = to_regnamespace($1)
  union all
  select format('view %s: %s', t.relname, pg_get_viewdef(t.oid)) from tables t join pg_class c using (oid) where c.relkind = 'v'`
