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
import { changesChannel } from './changes.ts'
import { onClusterChanges } from './cluster-changes.ts'
import { schemaOf } from './connection.ts'
import { isConcurrencyConflict, retryWhen } from './failure.ts'
import { openPools, socketOf, type DatabaseOptions } from './pools.ts'
import type { Schema } from './schema.ts'

/** Kysely in a transaction bound to one seller; features use it for all their queries. */
export type SellerDb = Kysely<Schema>

/** Transaction mode: `read` uses one snapshot and rejects every write. */
export type AccessMode = 'read' | 'write'

export interface Database {
  /** Bypasses row-level security: for migrations, accounts, importers and jobs. No page uses it for a seller's data. */
  owner: Kysely<Schema>
  schema: string
  /**
   * Runs `work` in a transaction bound to a seller; rolls back if `work` throws. Row-level security hides other
   * sellers' rows even if a query omits the seller. A statement times out after 30 s, or `statementMs`.
   * After a conflict with another transaction (deadlock, unique or foreign key violation) `work` is retried from its
   * beginning, so it must have no effects but rows. Statements that `work` does not await one by one are pipelined.
   */
  asSeller<T>(sellerId: number, mode: AccessMode, work: (db: SellerDb) => Promise<T>, statementMs?: number): Promise<T>
  /**
   * Like `asSeller` for writing, with the owner's rights, for what the marketplace writes for a seller and calls the
   * owner's functions: in one transaction a cluster takes statements and functions of one role only.
   */
  asOwnerFor<T>(sellerId: number, work: (db: SellerDb) => Promise<T>): Promise<T>
  /** Runs `work` in a transaction with the owner's rights and the timeout `statementMs`. Rolls back if `work` throws. */
  asOwner<T>(work: (db: Kysely<Schema>) => Promise<T>, statementMs?: number): Promise<T>
  pool: pg.Pool
  /** Connections that keep their session, for the job queue; the same pool, unless a pooler is in front. */
  session: pg.Pool
  close(): Promise<void>
}

/**
 * Statement timeout of a seller's transaction in milliseconds: far more than a page needs. Without it a held lock or a
 * bad plan would keep connections forever.
 */
const statementWithin = 30_000

/** Milliseconds without a response after which page connections are closed; longer than the statement timeout. */
export const serverSilenceTimeoutMs = statementWithin + 2_000

/**
 * Marks a statement with constant text as prepared: planning it takes longer than running it. Not for dynamic texts,
 * since each would stay cached in every connection.
 */
export const prepared = sql.raw('/* prepared */')

/**
 * Marks a statement that reads rows of many sellers and so queries every node of a cluster: for jobs, operator pages
 * and importers only. Tests reject other unbound statements (docs/scale-out.md).
 */
export const overAllSellers = sql.raw('/* over all sellers */')

/** Marks a statement whose values are returned as PostgreSQL's text, for writing files. */
export const valuesAsText = sql.raw('/* as written */')

/** Searches the beginning of the text: query builders put the mark after `select`. */
const begins = (text: string, mark: string) => text.slice(0, 40).includes(mark)

const written: pg.CustomTypesConfig = { getTypeParser: () => (text: string) => text }

const preparedNames = new Map<string, string>()

function preparedName(text: string): string {
  let name = preparedNames.get(text)
  if (!name) preparedNames.set(text, (name = createHash('sha256').update(text).digest('base64url')))
  return name
}

/** Sends all statements of one turn of the event loop in one packet, so that PostgreSQL wakes once. */
function sendTogether(socket: Socket): void {
  if (socket.writableCorked > 0) return
  socket.cork()
  process.nextTick(() => socket.uncork())
}

/**
 * A pool that names `prepared` statements and returns `valuesAsText` values unparsed. Behind a pooler no statement has a
 * name: the next transaction may run on a connection that does not know it.
 */
function preparing(pool: pg.Pool, { isPooled }: { isPooled: boolean }): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  const wrap = (client: pg.PoolClient) => ({
    query: (text: string, values: unknown[]) => {
      sendTogether(socketOf(client))
      const answered = client.query({
        text,
        values,
        ...(!isPooled && begins(text, '/* prepared */') ? { name: preparedName(text) } : {}),
        ...(begins(text, '/* as written */') ? { types: written } : {}),
      })
      return text === commit ? committed(client, answered) : answered
    },
    release: () => client.release(),
  })
  return {
    async connect() {
      const client = await pool.connect()
      let known = clients.get(client)
      // The other overload is for cursors of a package that is not installed.
      if (!known) clients.set(client, (known = wrap(client) as unknown as PostgresPoolClient))
      return known
    },
    end: () => pool.end(),
  }
}

const commit = 'commit'

/**
 * Rejects if the server warns while it commits: a cluster only warns of a server that was lost in the middle of a commit.
 * What was written is then there or not, so nobody may be told that it is; whoever retries finds out.
 */
async function committed<T>(client: pg.PoolClient, answered: Promise<T>): Promise<T> {
  const warnings: string[] = []
  const note = ({ severity, message }: { severity?: string; message?: string }) => {
    if (severity === 'WARNING') warnings.push(message ?? '')
  }
  client.on('notice', note)
  const answer = await answered.finally(() => client.off('notice', note))
  if (warnings.length > 0) throw new CommitUncertain(warnings.join('; '))
  return answer
}

/** A commit of which the database does not know whether all servers have it. */
class CommitUncertain extends Error {
  /** SQLSTATE of an unknown resolution of a transaction. */
  readonly code = '08007'
}

/** Opens a pool on `url`. Connects lazily: an unreachable server fails the first query. */
export function openDatabase({ url, onIdleError = () => {}, ...options }: DatabaseOptions): Database {
  const { pool, session } = openPools({ url, onIdleError, ...options })
  const notify = (changes: string[]) =>
    pool.query('select pg_notify($1, change) from unnest($2::text[]) as change', [changesChannel(url), changes])
  pool.on('connect', (client) => onClusterChanges(client, (changes) => void notify(changes).catch(onIdleError)))
  const dialect = new PostgresDialect({ pool: preparing(pool, { isPooled: options.pooler !== undefined }) })
  const owner = new Kysely<Schema>({ dialect })
  const driver = dialect.createDriver()
  const transacting = <T>(transact: Transact, begin: string, work: Work<T>) =>
    owner.getExecutor().provideConnection((connection) =>
      transact(connection, begin, async () => {
        let hasEnded = false
        // Kysely's `owner.connection()` awaits each response before sending the next statement.
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
    session,
    asSeller: (sellerId, mode, work, statementMs) => {
      const begin = beginAsSeller(sellerId, mode, statementMs)
      const once = () => transacting(transactions[mode], begin, work)
      return mode === 'write' ? retryWhen(once, isConcurrencyConflict) : once()
    },
    asOwnerFor: (sellerId, work) =>
      retryWhen(() => transacting(transactions.write, beginAsOwnerFor(sellerId), work), isConcurrencyConflict),
    asOwner: (work, statementMs) => transacting(transactions.write, beginAsOwner(statementMs), work),
    close: async () => {
      await Promise.all([owner.destroy(), session === pool ? null : session.end()])
    },
  }
}

/** Begins the transaction with one message, which saves round trips. */
function beginAsSeller(sellerId: number, mode: AccessMode, statementMs = statementWithin): string {
  requireInteger(sellerId)
  const begin = mode === 'read' ? 'begin isolation level repeatable read, read only' : 'begin'
  return `${begin}; select bind_seller(${sellerId}, ${Math.ceil(statementMs)})`
}

function beginAsOwnerFor(sellerId: number): string {
  requireInteger(sellerId)
  return `${beginAsOwner()}; set local hub.seller_id = '${sellerId}'`
}

function requireInteger(sellerId: number): void {
  if (!Number.isSafeInteger(sellerId)) throw new TypeError('sellerId is no integer')
}

const beginAsOwner = (statementMs = statementWithin) => `begin; set local statement_timeout = ${Math.ceil(statementMs)}`

type Work<T> = (db: Kysely<Schema>) => Promise<T>

/** Runs `work` on a connection between `begin` and the end of the transaction. A connection answers in the order of sending. */
type Transact = <T>(connection: DatabaseConnection, begin: string, work: () => Promise<T>) => Promise<T>

/** A parallel statement continued after another had failed and its transaction had ended. */
class TransactionEnded extends Error {}

const writing: Transact = async (connection, begin, work) => {
  await connection.executeQuery(CompiledQuery.raw(begin))
  try {
    const result = await work()
    await connection.executeQuery(CompiledQuery.raw(commit))
    return result
  } catch (error) {
    // A broken connection cannot roll back; the first error is the relevant one.
    await connection.executeQuery(CompiledQuery.raw('rollback')).catch(() => {})
    throw error
  }
}

/**
 * Read transactions wait once instead of three times: the first statement follows `begin` immediately, and nobody
 * awaits `commit`, which precedes the next user's statements. If `begin` fails, no result reaches the caller. Writes
 * await both.
 */
const reading: Transact = async (connection, begin, work) => {
  const [begun, worked] = await Promise.allSettled([connection.executeQuery(CompiledQuery.raw(begin)), work()])
  if (begun.status === 'fulfilled' && worked.status === 'fulfilled') {
    // Sent at once. It fails only on a broken connection, which the pool then drops.
    void connection.executeQuery(CompiledQuery.raw(commit)).catch(() => {})
    return worked.value
  }
  // Parallel statements may still be running; do not wait for them.
  await connection.executeQuery(CompiledQuery.raw('rollback')).catch(() => {})
  // If both failed, the first error is the relevant one.
  throw begun.status === 'rejected' ? begun.reason : (worked as PromiseRejectedResult).reason
}

const transactions: Record<AccessMode, Transact> = { read: reading, write: writing }
