import { errorCode } from '#lib/error-text.ts'

// Driver messages without a code: connect timeout, or broken connection.
const unavailableMessage =
  /^(timeout exceeded when trying to connect$|Connection terminated|Client has encountered a connection error)/
// Statement timeout; class 53 (insufficient resources); administrator shutdown, starting up; read-only (managed
// databases with a full disk, standbys); class 08 (connection); network errors; and the hub's own machine without disk
// space, files or ports.
const unavailableCode = new RegExp(
  `^(${[
    '57014|53...|57P0[1-3]|25006|08...',
    'ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN',
    'EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN',
    'ENOSPC|EDQUOT|EMFILE|ENFILE|EADDRNOTAVAIL',
  ].join('|')})$`,
)

// A server of a cluster that dies during a statement or a commit; Citus gives these no code of their own.
const serverLostMessage =
  /^(could not commit transaction for shard|failure on connection marked as essential|server closed the connection unexpectedly|no connection to the server|could not (receive data from|send data to) server)/
const isServerLost = (error: Error) => errorCode(error) === 'XX000' && serverLostMessage.test(error.message)

/** Whether work failed because the database was unavailable or overloaded: a later retry may succeed. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return (
    unavailableMessage.test(error.message) ||
    unavailableCode.test(errorCode(error)) ||
    isServerLost(error) ||
    isDatabaseUnavailable(error.cause)
  )
}

export const isStatementTimeout = (error: unknown): boolean => errorCode(error) === '57014'

const maxAttempts = 3

export async function retryWhen<T>(work: () => Promise<T>, because: (error: unknown) => boolean): Promise<T> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await work()
    } catch (error) {
      if (attempt === maxAttempts || !because(error)) throw error
    }
}

const isDeadlockOrSerializationFailure = (error: unknown) => ['40P01', '40001'].includes(errorCode(error))

/** Also unique and foreign key violations, for rows another transaction inserted or deleted first: a retry sees them. */
export const isConcurrencyConflict = (error: unknown) =>
  isDeadlockOrSerializationFailure(error) || ['23505', '23503'].includes(errorCode(error))
