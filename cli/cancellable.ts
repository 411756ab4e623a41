import type pg from 'pg'
import type { Database } from '#db/client.ts'
import { connect } from '#db/connection.ts'
import { firstRow } from '#db/one-row.ts'

/** The user pressed Ctrl-C. */
export class InterruptedError extends Error {}

const again = 200

/**
 * Runs work on its own connection; Ctrl-C cancels its current statement, and the work rolls back. After `committed` is
 * called, it runs to its end.
 * @throws InterruptedError if `signal` aborted the work
 */
export async function cancellable<T>(
  { db, url, signal }: { db: Database; url: string; signal: AbortSignal },
  work: (client: pg.Client, committed: () => void) => Promise<T>,
): Promise<T> {
  const client = await connect(url, { application_name: 'seller-hub command' })
  const { pid } = firstRow(await client.query<{ pid: number }>('select pg_backend_pid() as pid'))
  let hasCommitted = false
  const isInterrupted = () => signal.aborted && !hasCommitted
  // A cancellation between two statements has no effect, so it is repeated until the work ends.
  const cancel = setInterval(() => {
    if (isInterrupted()) void db.pool.query('select pg_cancel_backend($1)', [pid]).catch(() => {})
  }, again)
  try {
    return await work(client, () => void (hasCommitted = true))
  } catch (error) {
    throw isInterrupted() ? new InterruptedError('Interrupted: nothing was changed.', { cause: error }) : error
  } finally {
    clearInterval(cancel)
    await client.end()
  }
}
