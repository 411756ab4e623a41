import { ClusterError } from '#db/embedded/cluster.ts'
import { tooFewFiles } from '#db/embedded/errors.ts'
import { MigrationTooNewError } from '#db/migrate.ts'
import { SchemaTakenError } from '#db/own-schema.ts'
import { FileProblem } from '#lib/file-problem.ts'
import { ConfigError } from './config.ts'
import { errorCode } from '#lib/error-text.ts'

/** The hub cannot start; the message is one sentence that says what to do. */
export class StartError extends Error {}

/** The sentence for an expected startup failure; null for a bug. */
export function explain(error: unknown): string | null {
  if (
    error instanceof StartError ||
    error instanceof ConfigError ||
    error instanceof ClusterError ||
    error instanceof MigrationTooNewError ||
    error instanceof SchemaTakenError ||
    error instanceof FileProblem
  )
    return error.message
  if (!(error instanceof Error)) return null
  const code = errorCode(error)
  if (code === 'ENOSPC' || code === '53100')
    return 'The disk is full: free some space, then start again; no data was lost.'
  if (code === 'EMFILE') return tooFewFiles().message
  // A failed migration wraps the database error.
  return databaseSentence(code, error.message) ?? explain(error.cause)
}

export function unreachable(error: Error): StartError {
  const { message } = error
  return new StartError(
    refusal(errorCode(error), message) ??
      `The database at DATABASE_URL cannot be reached (${message}): check the address and whether PostgreSQL is running there, then start again.`,
    { cause: error },
  )
}

function refusal(code: string, message: string): string | null {
  switch (code) {
    case '28000':
      // Its words may mention encryption, which may be what the rules ask for.
      return /pg_hba\.conf/.test(message)
        ? `The rules of PostgreSQL's pg_hba.conf refuse the connection (${message}): admit this user, database and address there, or set the sslmode that they ask for in DATABASE_URL, then start again.`
        : refusal('28P01', message)
    case '28P01':
      return `The database rejects the user of DATABASE_URL (${message}): correct the name and password, then start again.`
    case '3D000':
      return `The database of DATABASE_URL does not exist (${message}): create it, then start again.`
    case '57P03':
      return `PostgreSQL at DATABASE_URL is starting up or shutting down (${message}): try again in a moment.`
    case '53300':
      return `PostgreSQL at DATABASE_URL has no free connections (${message}): raise max_connections, or the limit of the user or database, or lower DATABASE_POOL_SIZE, then start again.`
    default:
      return (
        refusalInWords(code, message) ??
        // A state of SQL: a server answered.
        (/^(?=.*\d)[\dA-Z]{5}$/.test(code)
          ? `PostgreSQL at DATABASE_URL refuses the connection (${message}): correct the address or what refuses it there, then start again.`
          : null)
      )
  }
}

/** The same for errors identified by message only. */
function refusalInWords(code: string, message: string): string | null {
  if (/password must be a string/.test(message))
    return 'The database requires a password, but DATABASE_URL has none: write it as postgres://user:password@host/database, then start again.'
  if (/SSL|TLS|certificate|no encryption/i.test(message) || /CERT|TLS|SSL/.test(code))
    return `No encrypted connection to the database (${message}): set sslmode in DATABASE_URL or fix the server's certificate, then start again.`
  return null
}

const brokenConnection = /^(Connection terminated|Client has encountered a connection error)/

function databaseSentence(code: string, message: string): string | null {
  switch (code) {
    case '53300':
    case '57P03':
      return refusal(code, message)
    case '53200':
      return /shared memory/.test(message)
        ? `PostgreSQL has no room for more locks (${message}): set its max_locks_per_transaction to 256 or more, restart it, then try again; nothing was changed.`
        : null
    case '42501':
      return `The database user lacks a privilege (${message}): make it the owner of the database of DATABASE_URL, then start again.`
    case '25006':
      return `The database is read-only (${message}): set DATABASE_URL to a writable server, such as the primary, then start again.`
    case '40001':
      // A standby cancels statements that read rows the primary has removed.
      return /recovery/.test(message)
        ? `The standby cancelled a query (${message}): raise its max_standby_streaming_delay or set DATABASE_URL to the primary, then start again.`
        : null
    case '55P03':
      return `Another connection holds a lock on the hub's tables (${message}): end that connection, then start again.`
    case '42P01':
      return /hub_settings/.test(message)
        ? `Tables created a moment ago are not found (${message}): set the connection pooler to session mode instead of transaction mode, then start again.`
        : null
    case 'P0001':
      // Raised by a migration, addressed to the operator.
      return message
    // The connection broke during a query, or the server was killed or crashed.
    case 'ECONNREFUSED':
    case 'ECONNRESET':
    case 'EPIPE':
    case '57P01':
    case '57P02':
      return `PostgreSQL stopped while the hub was starting (${message}): start again; all committed data is kept.`
    case '':
      // The driver reports a broken connection without a code.
      return brokenConnection.test(message) ? databaseSentence('57P01', message) : null
    default:
      return null
  }
}
