import pg from 'pg'
import { firstRow } from '#db/one-row.ts'
import { minute } from '#lib/duration.ts'
import { StartError } from './failures.ts'

/**
 * Sets the hub's schema as default search path of the pooler's user, because a transaction behind a pooler may run on
 * any connection. Then checks a pooled connection. `client` is connected to the server itself.
 * @throws StartError if the user has another search path, or the pooler does not answer or has older connections
 */
export async function usePooler(
  client: pg.ClientBase,
  { url, schema }: { url: string; schema: string },
): Promise<void> {
  const user = decodeURIComponent(new URL(url).username)
  const wanted = `search_path=${pg.escapeIdentifier(schema)}`
  const { rows } = await client.query<{ setting: string }>(
    `select unnest(s.setconfig) as setting from pg_db_role_setting s
     join pg_roles r on r.oid = s.setrole join pg_database d on d.oid = s.setdatabase
     where r.rolname = $1 and d.datname = current_database()`,
    [user],
  )
  const known = rows.map(({ setting }) => setting).find((setting) => setting.startsWith('search_path='))
  if (known !== undefined && known !== wanted && known !== `search_path=${schema}`)
    throw new StartError(
      `The database user ${user} of DATABASE_POOLER_URL looks in another schema (${known}): give this hub a user of its own.`,
    )
  if (known === undefined) {
    const { name } = firstRow(await client.query<{ name: string }>('select current_database() as name'))
    await client.query(
      `alter role ${pg.escapeIdentifier(user)} in database ${pg.escapeIdentifier(name)} set search_path to ${pg.escapeIdentifier(schema)}`,
    )
  }
  await checkPooler({ url, schema })
}

async function checkPooler({ url, schema }: { url: string; schema: string }): Promise<void> {
  const pooled = new pg.Client({ connectionString: url, connectionTimeoutMillis: minute })
  // A broken connection is reported by the next statement.
  pooled.on('error', () => {})
  try {
    await pooled.connect()
    const shown = firstRow(await pooled.query<{ schema: string | null }>('select current_schema() as schema'))
    if (shown.schema !== schema)
      throw new StartError(
        'The pooler at DATABASE_POOLER_URL has connections from before its user looked in the hub’s schema: run RECONNECT on its console, then start again.',
      )
  } catch (error) {
    if (error instanceof StartError || !(error instanceof Error)) throw error
    throw new StartError(
      `The pooler at DATABASE_POOLER_URL cannot be used (${error.message}): check the address and whether it runs there, then start again.`,
      { cause: error },
    )
  } finally {
    await pooled.end().catch(() => {})
  }
}
