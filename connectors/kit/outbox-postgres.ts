import { outboxIn, outboxSchema, type Outbox, type OutboxStore } from './outbox.ts'

interface SharedOutbox {
  url: string
  /** Whose outbox it is: each name has a schema of its own. */
  name: string
  now?: () => Date
}

/** Name of the schema; identifiers have at most 63 bytes. */
const schemaOf = (name: string) => `connector_${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_')}`.slice(0, 63)

/** Opens the outbox of a connector in PostgreSQL, and creates missing tables. Needs the package `pg`. */
export async function openSharedOutbox({ url, name, now }: SharedOutbox): Promise<Outbox> {
  const { Pool } = await import('pg')
  const schema = schemaOf(name)
  const pool = new Pool({ connectionString: url, max: 2, options: `-c search_path=${schema}` })
  // An idle connection that ends is replaced by the next statement.
  pool.on('error', () => {})
  await pool.query(`create schema if not exists ${schema}`)
  for (const statement of outboxSchema) await pool.query(statement)
  const store: OutboxStore = {
    all: async (sql, ...values) => (await pool.query<Record<string, unknown>>(numbered(sql), [...values])).rows,
    async runEach(sql, rows) {
      const client = await pool.connect()
      let failure: Error | undefined
      try {
        await client.query('begin')
        for (const values of rows) await client.query(numbered(sql), [...values])
        await client.query('commit')
      } catch (error) {
        // The connection ends, and with it the transaction.
        failure = error instanceof Error ? error : new Error(String(error))
        throw failure
      } finally {
        client.release(failure)
      }
    },
    close: () => pool.end(),
  }
  return outboxIn(store, now)
}

function numbered(sql: string): string {
  let nth = 0
  return sql.replaceAll('?', () => `$${(nth += 1)}`)
}
