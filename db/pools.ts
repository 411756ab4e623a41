import type { Socket } from 'node:net'
import pg from 'pg'
import { inSchema, lookInSchema, schemaOf } from './connection.ts'
import { valueTypes } from './values.ts'

export interface DatabaseOptions {
  /** URL of the server itself, with the schema (`inSchema`). */
  url: string
  /**
   * URL of a pooler in front of the server, such as PgBouncer in transaction mode. Its user has the hub's schema as
   * default search path (`usePooler`), since a transaction cannot rely on settings of earlier ones.
   */
  pooler?: string | undefined
  /**
   * Closes a connection if a response is overdue by this many milliseconds; PostgreSQL's own timeouts fail when the
   * server hangs. Unlimited by default.
   */
  silentMs?: number | undefined
  /** Milliseconds to wait for a connection, for work that somebody waits for. Unlimited by default. */
  connectMs?: number | undefined
  /** Maximum connections; each page module uses at most one at a time. */
  poolSize?: number | undefined
  onIdleError?: ((error: Error) => void) | undefined
}

/** Connections of a process for its start and jobs, beside those of its requests. */
export const workConnections = 4

/** Connections to the server itself where a pooler is in front: the job queue listens on one and works on another. */
const sessions = 3

/** Opens the pools, which connect lazily: an unreachable server fails the first query. Both are one without a pooler. */
export function openPools(options: DatabaseOptions): { pool: pg.Pool; session: pg.Pool } {
  const { url, pooler, poolSize = 10 } = options
  if (pooler === undefined) {
    const pool = openPool(url, { ...options, max: poolSize, looksInSchema: true })
    return { pool, session: pool }
  }
  return {
    pool: openPool(inSchema(pooler, schemaOf(url)), { ...options, max: poolSize, looksInSchema: false }),
    session: openPool(url, { ...options, max: sessions, looksInSchema: true }),
  }
}

function openPool(
  url: string,
  {
    max,
    looksInSchema,
    silentMs,
    connectMs = 0,
    onIdleError = () => {},
  }: Pick<DatabaseOptions, 'silentMs' | 'connectMs' | 'onIdleError'> & { max: number; looksInSchema: boolean },
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: connectMs,
    types: valueTypes,
    // Statements are sent together; each has its own result and error.
    pipeline: true,
    application_name: `seller-hub ${schemaOf(url)}`,
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool awaits it, although its types do not say so
    onConnect: (client) => {
      if (silentMs !== undefined) breakWhereSilent(client as pg.Client, silentMs)
      return looksInSchema ? lookInSchema(client, schemaOf(url)) : undefined
    },
  })
  pool.on('error', onIdleError)
  // A connection may break while checked out and idle; its next query reports that. Without a listener the process
  // would exit.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

export const socketOf = (client: pg.PoolClient | pg.Client) => client.connection.stream as Socket

function breakWhereSilent(client: pg.Client, silentMs: number): void {
  const socket = socketOf(client)
  // Untyped field of the driver: false while a response is pending.
  const state = client as unknown as { readyForQuery: boolean }
  socket.setTimeout(silentMs)
  socket.on('timeout', () => {
    // An export between two queries waits for its client, not for the server.
    if (state.readyForQuery) return
    socket.destroy(Object.assign(new Error(`PostgreSQL did not respond for ${silentMs} ms`), { code: 'ETIMEDOUT' }))
  })
}
