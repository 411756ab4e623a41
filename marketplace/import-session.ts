import type pg from 'pg'
import { ImportRefusedError } from './import-file.ts'

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

/**
 * Runs `work` in one transaction of its own, one import at a time in a database: all of it is written or nothing,
 * also where the process or the connection dies. `signal` cancels it, even in the middle of a long statement.
 *
 * @throws ImportRefusedError where another import is running.
 * @throws ImportCancelledError where `signal` was aborted.
 */
export async function inImport<T>(
  pool: pg.Pool,
  signal: AbortSignal | undefined,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  let cancelling: Promise<unknown> = Promise.resolve()
  let unlisten = () => {}
  let lost = false
  try {
    await client.query('begin')
    // Memory for the sorts and hashes of whole tables; compiling such statements costs more than it brings.
    await client.query(`set local work_mem = '64MB'; set local jit = off`)
    const start = await client.query<{ free: boolean; pid: number }>(
      `select pg_try_advisory_xact_lock(hashtext('hub.import')) as free, pg_backend_pid() as pid`,
    )
    const { free, pid } = start.rows[0]!
    if (!free) throw new ImportRefusedError('Another import into this database is still running.')
    const cancel = () => (cancelling = pool.query('select pg_cancel_backend($1)', [pid]).catch(() => {}))
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
    throw signal?.aborted ? new ImportCancelledError() : error
  } finally {
    client.release(lost)
  }
}

/** Between two statements: throws where the import was cancelled. */
export function stopIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new ImportCancelledError()
}
