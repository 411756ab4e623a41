import type pg from 'pg'
import { ImportRefusedError } from './import-file.ts'
import { connect } from '#db/connection.ts'
import { firstRow } from '#db/one-row.ts'

/** What is going on, for a progress bar. */
export interface ImportProgress {
  phase: string
  /** How much of the whole import is done, 0 to 1. */
  share: number
  /** Rows of this phase so far. */
  rows: number
}

/** The import was cancelled; nothing has been changed. */
export class ImportCancelledError extends Error {
  override name = 'ImportCancelledError'
  constructor() {
    super('The import was cancelled; nothing was changed.')
  }
}

/** The connection broke. Nothing was changed, unless it broke in the very moment in which all was written. */
export class ImportLostError extends Error {
  override name = 'ImportLostError'
  constructor(cause: unknown) {
    super('The connection to the database was lost. Import again: it starts anew, or finds all there.', { cause })
  }
}

/**
 * Runs `work` in one transaction of its own, one import at a time in a database: all of it is written or nothing,
 * also where the process or the connection dies. `signal` cancels it, even in the middle of a long statement.
 *
 * @throws ImportRefusedError where another import is running.
 * @throws ImportCancelledError where `signal` was aborted.
 * @throws ImportLostError where the connection breaks.
 */
export async function inImport<T>(
  pool: pg.Pool,
  signal: AbortSignal | undefined,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  // The pool's send statements before others are answered, among which no rows can be copied.
  const client = await connect(pool.options.connectionString ?? '', { ...pool.options, pipeline: false })
  let cancelling: Promise<unknown> = Promise.resolve()
  let unlisten = () => {}
  let lost = false
  // A connection that dies between two statements says so here; the next statement then fails.
  const onLost = () => (lost = true)
  client.on('error', onLost)
  try {
    await client.query('begin')
    // Memory for the sorts and hashes of whole tables; compiling such statements costs more than it brings. A past is no news.
    await client.query(
      `set local hub.quiet = on; set local work_mem = '64MB'; set local temp_buffers = '64MB'; set local jit = off; set local gin_pending_list_limit = '64MB'`,
    )
    const start = await client.query<{ free: boolean; pid: number }>(
      `select pg_try_advisory_xact_lock(lock_number('import')) as free, pg_backend_pid() as pid`,
    )
    const { free, pid } = firstRow(start)
    if (!free) throw new ImportRefusedError('Another import into this database is still running.')
    const cancel = () => {
      cancelling = pool.query('select pg_cancel_backend($1)', [pid]).catch(() => {})
    }
    signal?.addEventListener('abort', cancel)
    unlisten = () => signal?.removeEventListener('abort', cancel)
    stopIfCancelled(signal)
    const result = await work(client)
    unlisten()
    stopIfCancelled(signal)
    await client.query('commit')
    return result
  } catch (error) {
    unlisten()
    // The statement that cancels must not hit whatever this connection does next.
    await cancelling
    await client.query('rollback').catch(() => (lost = true))
    if (signal?.aborted) throw new ImportCancelledError()
    throw lost ? new ImportLostError(error) : error
  } finally {
    client.off('error', onLost)
    await client.end()
  }
}

/** Between two statements: throws where the import was cancelled. */
export function stopIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new ImportCancelledError()
}

/**
 * After much was written: counts the tables anew for the planner, marks their pages as visible to all, so that lists
 * are read from the index alone, and merges what the search index has put off. A cancelled import stops here early;
 * the database does the rest by itself in time.
 */
export async function settleTables(pool: pg.Pool, tables: string[], signal: AbortSignal | undefined): Promise<void> {
  const waiting = tables.values()
  const work = async () => {
    for (const table of waiting) {
      if (signal?.aborted) return
      // The data is in, and stays in, whether or not this works.
      await pool.query(`vacuum (analyze) ${table}`).catch(() => {})
    }
  }
  await Promise.all([work(), work()])
}
