import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import {
  CompiledQuery,
  Kysely,
  PostgresDialect,
  sql,
  type DatabaseConnection,
  type PostgresPool,
  type PostgresPoolClient,
} from 'kysely'
import pg from 'pg'
import { lookInSchema, schemaOf } from './connection.ts'
import { hasMetAnother, tryAgain } from './failure.ts'
import type { Schema } from './schema.ts'
import { valueTypes } from './values.ts'

/** Kysely bound to one transaction of one seller: what features read and write through. */
export type SellerDb = Kysely<Schema>

/** How a seller's transaction runs: `read` sees the data as it is at one moment, and refuses every write. */
export type AccessMode = 'read' | 'write'

/** The hub's way to its PostgreSQL. */
export interface Database {
  /** All powers over all sellers: migrations, accounts, importers, jobs. No page uses it for a seller's data. */
  owner: Kysely<Schema>
  /** The schema that all of it is in. */
  schema: string
  /**
   * Runs `work` in one transaction bound to a seller. Row-level security hides every other seller's rows, also from a
   * query that forgets to name the seller. Rolls back where `work` throws. A statement has 30 s, or `statementMs`.
   * Work that met another transaction (a deadlock, a key that the other one wrote first, or a row that it took away) is done again from
   * its beginning and finds what the other one left: it changes nothing but rows.
   * Statements of one transaction that `work` does not wait for one by one are sent one behind the other, and waited for once.
   */
  asSeller<T>(sellerId: number, mode: AccessMode, work: (db: SellerDb) => Promise<T>, statementMs?: number): Promise<T>
  /** Runs `work` in one transaction with all powers; a statement has `statementMs`. Rolls back where `work` throws. */
  asOwner<T>(work: (db: Kysely<Schema>) => Promise<T>, statementMs?: number): Promise<T>
  pool: pg.Pool
  close(): Promise<void>
}

/** Milliseconds that work waits for a connection: a page that has waited so long does better to say so. */
const connectWithin = 5_000

/**
 * Milliseconds that one statement of a seller's transaction may take: far more than any page needs, and no reader waits
 * longer; without it a lock that is held, or a plan gone wrong, would keep connections for ever.
 */
const statementWithin = 30_000

/** Milliseconds of a server's silence after which whoever serves pages gives it up: longer than any statement of theirs may take. */
export const silenceOfPages = statementWithin + 2_000

/** How the hub is connected. */
export interface DatabaseOptions {
  /** With the schema in it, see `inSchema`. */
  url: string
  /**
   * A connection breaks where the server owes an answer and has been silent for so many milliseconds: its own time-outs end
   * nothing when it hangs itself. Without it work may take as long as it takes.
   */
  silentMs?: number
  /** Connections at most; each page module may use one at a time. */
  poolSize?: number
  /** Called for errors of idle connections, for instance when the server goes away. */
  onIdleError?: (error: Error) => void
}

/**
 * Begins a statement of every page, whose text is always the same: PostgreSQL reads and plans it once a connection, which takes
 * longer than running it. Not for texts that depend on what is asked for: each would stay in each connection.
 */
export const prepared = sql.raw('/* prepared */')

/**
 * Says that a statement looks at the rows of many sellers, which asks every server of a cluster: for jobs, operators' pages and
 * importers alone. The tests let no other pass that belongs to no seller (docs/scale-out.md).
 */
export const overAllSellers = sql.raw('/* over all sellers */')

/** Begins a statement whose values come as PostgreSQL writes them, all of them text: for files, which are text too. */
export const asWritten = sql.raw('/* as written */')

/** Among the first characters of a text: a query builder says it after its `select`. */
const begins = (text: string, mark: string) => text.slice(0, 40).includes(mark)

const written: pg.CustomTypesConfig = { getTypeParser: () => (text: string) => text }

/** Names of prepared statements, by their texts. */
const preparedNames = new Map<string, string>()

function preparedName(text: string): string {
  let name = preparedNames.get(text)
  if (!name) preparedNames.set(text, (name = createHash('sha256').update(text).digest('base64url')))
  return name
}

const socketOf = (client: pg.PoolClient | pg.Client) => client.connection.stream as Socket

/** What is asked in one turn of the event loop goes to PostgreSQL in one piece: it wakes once for all of it. */
function sendTogether(socket: Socket): void {
  if (socket.writableCorked > 0) return
  socket.cork()
  process.nextTick(() => socket.uncork())
}

/** A pool whose connections keep the statements that are `prepared`, and leave the values of those that are `asWritten`. */
function preparing(pool: pg.Pool): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  const wrap = (client: pg.PoolClient) => ({
    query: (text: string, values: unknown[]) => {
      sendTogether(socketOf(client))
      return client.query({
        text,
        values,
        ...(begins(text, '/* prepared */') ? { name: preparedName(text) } : {}),
        ...(begins(text, '/* as written */') ? { types: written } : {}),
      })
    },
    release: () => client.release(),
  })
  return {
    async connect() {
      const client = await pool.connect()
      let known = clients.get(client)
      // Its other form is for cursors of a package that is not here.
      if (!known) clients.set(client, (known = wrap(client) as unknown as PostgresPoolClient))
      return known
    },
    end: () => pool.end(),
  }
}

/** Opens a pool on `url`; connects lazily, so an unreachable server shows at the first query. */
export function openDatabase({ url, poolSize = 10, onIdleError = () => {}, silentMs }: DatabaseOptions): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: connectWithin,
    types: valueTypes,
    // What is asked for together is sent together, each statement still with an end and an error of its own.
    pipeline: true,
    application_name: `seller-hub ${schemaOf(url)}`,
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, which its types do not say
    onConnect: (client) => {
      if (silentMs !== undefined) breakWhereSilent(client as pg.Client, silentMs)
      return lookInSchema(client, schemaOf(url))
    },
  })
  pool.on('error', onIdleError)
  // A connection that breaks while it is lent, between two queries: whoever has it learns at the next one. Without a
  // listener the process would end.
  pool.on('connect', (client) => client.on('error', () => {}))
  const dialect = new PostgresDialect({ pool: preparing(pool) })
  const owner = new Kysely<Schema>({ dialect })
  const driver = dialect.createDriver()
  const transacting = <T>(transact: Transact, begin: string, work: Work<T>) =>
    owner.getExecutor().provideConnection((connection) =>
      transact(connection, begin, async () => {
        let hasEnded = false
        // Kysely's own way to one connection, `owner.connection()`, sends nothing before what was sent is answered.
        const executor = owner.getExecutor().withConnectionProvider({
          provideConnection: (use) => (hasEnded ? Promise.reject(new TransactionEnded()) : use(connection)),
        })
        try {
          return await work(new Kysely<Schema>({ config: { dialect }, dialect, driver, executor }))
        } finally {
          hasEnded = true
        }
      }),
    )
  return {
    owner,
    schema: schemaOf(url),
    pool,
    asSeller: (sellerId, mode, work, statementMs) => {
      const begin = beginAsSeller(sellerId, mode, statementMs)
      const once = () => transacting(transactions[mode], begin, work)
      return mode === 'write' ? tryAgain(once, hasMetAnother) : once()
    },
    asOwner: (work, statementMs) => transacting(transactions.write, beginAsOwner(statementMs), work),
    close: () => owner.destroy(),
  }
}

function breakWhereSilent(client: pg.Client, silentMs: number): void {
  const socket = socketOf(client)
  // Of the driver, which does not type it: false while it waits for an answer.
  const state = client as unknown as { readyForQuery: boolean }
  socket.setTimeout(silentMs)
  socket.on('timeout', () => {
    // An export between two queries waits for its reader, not for the server.
    if (state.readyForQuery) return
    socket.destroy(Object.assign(new Error(`PostgreSQL was silent for ${silentMs} ms`), { code: 'ETIMEDOUT' }))
  })
}

/** One message to the server for all of it, so that a page pays one round trip. */
function beginAsSeller(sellerId: number, mode: AccessMode, statementMs = statementWithin): string {
  if (!Number.isSafeInteger(sellerId)) throw new TypeError('sellerId is no integer')
  const begin = mode === 'read' ? 'begin isolation level repeatable read, read only' : 'begin'
  return `${begin}; select bind_seller(${sellerId}, ${Math.ceil(statementMs)})`
}

const beginAsOwner = (statementMs = statementWithin) => `begin; set local statement_timeout = ${Math.ceil(statementMs)}`

type Work<T> = (db: Kysely<Schema>) => Promise<T>

/** Runs `work` on a connection between a `begin` and the end. What is sent on a connection is answered in that order. */
type Transact = <T>(connection: DatabaseConnection, begin: string, work: () => Promise<T>) => Promise<T>

/** Of several things that were begun at once, one went on after another had failed: the connection is somebody else's by now. */
class TransactionEnded extends Error {}

const writing: Transact = async (connection, begin, work) => {
  await connection.executeQuery(CompiledQuery.raw(begin))
  try {
    const result = await work()
    await connection.executeQuery(CompiledQuery.raw('commit'))
    return result
  } catch (error) {
    // A connection that died cannot roll back; the first error is the one that tells.
    await connection.executeQuery(CompiledQuery.raw('rollback')).catch(() => {})
    throw error
  }
}

/**
 * With one wait in place of three where `work` is one statement: that follows the `begin` without waiting for its answer, and nobody
 * waits for the `commit`, behind which whoever has the connection next sends what they ask. Where the `begin` fails, nothing of what
 * follows it reaches the reader. What writes waits for both.
 */
const reading: Transact = async (connection, begin, work) => {
  const [begun, worked] = await Promise.allSettled([connection.executeQuery(CompiledQuery.raw(begin)), work()])
  if (begun.status === 'fulfilled' && worked.status === 'fulfilled') {
    // It is sent at once, and fails where the connection broke, which the pool then drops.
    void connection.executeQuery(CompiledQuery.raw('commit')).catch(() => {})
    return worked.value
  }
  // Some of what was begun may still be on its way, and nobody is to wait behind it.
  await connection.executeQuery(CompiledQuery.raw('rollback')).catch(() => {})
  // Where both failed, the first is the one that tells.
  throw begun.status === 'rejected' ? begun.reason : (worked as PromiseRejectedResult).reason
}

const transactions: Record<AccessMode, Transact> = { read: reading, write: writing }
