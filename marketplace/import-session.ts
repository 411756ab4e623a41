import type pg from 'pg'
import { ImportRefusedError } from './import-file.ts'
import { connect } from '#db/connection.ts'
import { firstRow } from '#db/one-row.ts'

/** The import was cancelled. Unless the message says otherwise, nothing has been changed. */
export class ImportCancelledError extends Error {
  override name = 'ImportCancelledError'
  constructor(message = 'The import was cancelled; nothing was changed.') {
    super(message)
  }
}

/** The connection was lost. Nothing was changed, unless it broke during the commit. */
export class ImportLostError extends Error {
  override name = 'ImportLostError'
  constructor(cause: unknown) {
    super('The connection to the database was lost. Import again: it starts anew, or finds all there.', { cause })
  }
}

/**
 * Runs `work` in one transaction, one import per database at a time: all or nothing, even after a crash. `signal`
 * cancels it during a statement.
 * @throws ImportRefusedError if another import is running
 * @throws ImportCancelledError if `signal` was aborted
 * @throws ImportLostError if the connection breaks
 */
export async function inImport<T>(
  pool: pg.Pool,
  signal: AbortSignal | undefined,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  // The pool pipelines statements, which does not work with COPY.
  const client = await connect(pool.options.connectionString ?? '', { ...pool.options, pipeline: false })
  let cancelling: Promise<unknown> = Promise.resolve()
  let unlisten = () => {}
  let lost = false
  // Reports a connection lost between statements; the next statement then fails.
  const onLost = () => (lost = true)
  client.on('error', onLost)
  try {
    await client.query('begin')
    // Memory for large sorts and hashes; JIT costs more than it saves. Past events are not published.
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
    // The cancel request must not hit a later statement of this connection.
    await cancelling
    await client.query('rollback').catch(() => (lost = true))
    if (signal?.aborted) throw new ImportCancelledError()
    throw lost ? new ImportLostError(error) : error
  } finally {
    client.off('error', onLost)
    await client.end()
  }
}

export function stopIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new ImportCancelledError()
}

/**
 * After bulk writes: updates statistics, sets the visibility map for index-only scans, and merges the pending search
 * index. A cancelled import stops early; autovacuum does the rest.
 */
export async function settleTables(pool: pg.Pool, tables: string[], signal: AbortSignal | undefined): Promise<void> {
  const waiting = tables.values()
  const work = async () => {
    for (const table of waiting) {
      if (signal?.aborted) return
      // The data is committed whether or not this succeeds.
      await pool.query(`vacuum (analyze) ${table}`).catch(() => {})
    }
  }
  await Promise.all([work(), work()])
}
