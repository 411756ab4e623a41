import type pg from 'pg'
import { minute } from '#lib/duration.ts'
import { openDatabase, type Database } from './client.ts'
import { withClient } from './connection.ts'
import { findDivision, readOnShards } from './shards.ts'
import { afterTestFile } from './testing-cleanup.ts'

/**
 * The divided schema of `npm run test:cluster`, emptied for the calling test file. Fails the file if a statement bound to
 * a seller asks more than one server, as the cluster's own log of them says.
 */
export async function dividedDatabase(url: string, poolSize: number): Promise<Database & { url: string }> {
  await withClient(url, emptyTables)
  const database = openDatabase({ url, poolSize })
  database.pool.options.connectionTimeoutMillis = minute
  const bound = new Set<string>()
  const spread = new Set<string>()
  database.pool.on('connect', (client) => {
    noteBound(client, bound)
    onSpread(client, (text) => {
      if (bound.has(text)) spread.add(text)
    })
    void client.query(logSpread)
  })
  await findDivision(database)
  afterTestFile(async () => {
    await database.close()
    if (spread.size > 0) throw new Error(`Statements of a seller ask several servers:\n${[...spread].join('\n')}`)
  })
  return { ...database, url }
}

/** Another handle of a test's database, which reads by the functions of shards although it is on one server. */
export function readingAsDivided({ url }: { url: string }): Database {
  const database = openDatabase({ url, poolSize: 1 })
  readOnShards(database.owner)
  afterTestFile(() => database.close())
  return database
}

/** Notes in `spread` each statement that a cluster splits over servers, on all connections of the pool. */
export async function watchServers(pool: pg.Pool, spread: string[]): Promise<void> {
  // A later connection would not be watched.
  pool.options.idleTimeoutMillis = 0
  const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  for (const client of clients) {
    onSpread(client, (text) => spread.push(text))
    await client.query(logSpread)
    client.release()
  }
}

/** Makes a cluster report each statement that it splits over servers. */
const logSpread = `set citus.multi_task_query_log_level = 'notice'`

/** Calls `tell` with the text of each statement that was split, once the connection has run `logSpread`. */
function onSpread(client: pg.PoolClient, tell: (text: string) => void): void {
  // Untyped field of the driver: the query that is answered now.
  const answered = () => Reflect.get(client, '_activeQuery') as { text?: string } | null
  client.on('notice', ({ message }) => {
    if (message?.startsWith('multi-task query')) tell(answered()?.text ?? '')
  })
}

/** Notes the texts of statements that are sent in a transaction bound to a seller. */
function noteBound(client: pg.PoolClient, bound: Set<string>): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  let isBound = false
  const noting = (...args: unknown[]) => {
    const [first] = args as [string | { text?: string } | undefined]
    const text = (typeof first === 'string' ? first : first?.text) ?? ''
    if (/\bselect bind_seller\(\d|\bset local hub\.seller_id = '\d/.test(text)) isBound = true
    else if (text === 'commit' || text === 'rollback') isBound = false
    else if (isBound) bound.add(text)
    return query(...args)
  }
  client.query = noting as typeof client.query
}

async function emptyTables(client: pg.Client): Promise<void> {
  const { rows: guards } = await client.query<{ name: string; table: string; definition: string }>(
    `select quote_ident(tgname) as name, tgrelid::regclass::text as table, pg_get_triggerdef(oid) as definition from pg_trigger
     where not tgisinternal and tgtype & 32 <> 0 and tgrelid in (
       select oid from pg_class where relnamespace = current_schema()::regnamespace)`,
  )
  const { rows } = await client.query<{ tables: string }>(
    `select string_agg(quote_ident(relname), ', ') as tables from pg_class
     where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition and relname <> 'migrations'`,
  )
  // Otherwise rows of the ledgers are only added.
  for (const { name, table } of guards) await client.query(`drop trigger ${name} on ${table}`)
  await client.query(`truncate ${rows[0]?.tables}`)
  for (const { definition } of guards) await client.query(definition)
}
