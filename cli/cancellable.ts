import type pg from 'pg'
import type { Database } from '#db/client.ts'
import { connect } from '#db/connection.ts'
import { firstRow } from '#db/one-row.ts'

/** The person pressed Ctrl-C. */
export class InterruptedError extends Error {}

const again = 200

/**
 * Does work on a connection of its own that Ctrl-C ends in the middle of a long statement: the work then rolls back as after
 * any other failure. Once it has called `committed` nothing can be taken back, and it goes on to its end.
 *
 * @throws InterruptedError where `signal` was aborted and the work did not come to its end.
 */
export async function cancellable<T>(
  { db, url, signal }: { db: Database; url: string; signal: AbortSignal },
  work: (client: pg.Client, committed: () => void) => Promise<T>,
): Promise<T> {
  const client = await connect(url, { application_name: 'seller-hub command' })
  const { pid } = firstRow(await client.query<{ pid: number }>('select pg_backend_pid() as pid'))
  let hasCommitted = false
  const isInterrupted = () => signal.aborted && !hasCommitted
  // Between two statements a cancellation hits nothing: it is sent until the work ends.
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
