import { BeforeReleaseError } from '#db/before-release.ts'
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
    error instanceof BeforeReleaseError ||
    error instanceof SchemaTakenError ||
    error instanceof FileProblem
  )
    return error.message
  if (!(error instanceof Error)) return null
  const code = errorCode(error)
  if (code === 'ENOSPC' || code === '53100')
    return 'The disk is full: free some space and start again; nothing was damaged.'
  if (code === 'EMFILE') return tooFewFiles().message
  // A failed migration wraps the database error.
  return databaseSentence(code, error.message) ?? explain(error.cause)
}

/** The error for an unreachable database of the operator. */
export function unreachable(error: Error): StartError {
  const { message } = error
  return new StartError(
    refusal(errorCode(error), message) ??
      `The database at DATABASE_URL cannot be reached (${message}): check the address and that PostgreSQL runs there, then start again.`,
    { cause: error },
  )
}

/** Explains an error of a server or driver that refuses the connection. */
function refusal(code: string, message: string): string | null {
  switch (code) {
    case '28P01':
      return `The database refuses the user of DATABASE_URL (${message}): correct name and password, then start again.`
    case '3D000':
      return `The database of DATABASE_URL does not exist (${message}): create it, then start again.`
    case '57P03':
      return `PostgreSQL at DATABASE_URL is starting up or shutting down (${message}): try again in a moment.`
    case '53300':
      return `PostgreSQL at DATABASE_URL has no connection left (${message}): raise its max_connections, or lower DATABASE_POOL_SIZE, then start again.`
    default:
      return refusalInWords(code, message)
  }
}

/** The same for errors identified by message only. */
function refusalInWords(code: string, message: string): string | null {
  if (/password must be a string/.test(message))
    return 'The database asks for a password and DATABASE_URL has none: write it as postgres://user:password@host/database, then start again.'
  if (/SSL|TLS|certificate|no encryption/i.test(message) || /CERT|TLS|SSL/.test(code))
    return `The database and the hub do not agree on encryption (${message}): set sslmode in DATABASE_URL, or correct the server's certificate, then start again.`
  if (code === '28000')
    return `The database refuses the user of DATABASE_URL (${message}): correct name and password, then start again.`
  return null
}

const brokenConnection = /^(Connection terminated|Client has encountered a connection error)/

function databaseSentence(code: string, message: string): string | null {
  switch (code) {
    case '53300':
    case '57P03':
      return refusal(code, message)
    case '42501':
      return `The database user lacks a right (${message}): make it the owner of the database of DATABASE_URL, then start again.`
    case '25006':
      return `The database can only be read (${message}): name one in DATABASE_URL that can be written, such as the primary server, then start again.`
    case '40001':
      // A standby cancels statements that read rows the primary has removed.
      return /recovery/.test(message)
        ? `The standby could wait no longer for this (${message}): raise its max_standby_streaming_delay, or name the primary in DATABASE_URL, then start again.`
        : null
    case '55P03':
      return `Somebody has kept the hub's tables locked for too long (${message}): end that connection of the database, then start again.`
    case '42P01':
      return /hub_settings/.test(message)
        ? `The tables that were just made are not found (${message}): a pooler in front of PostgreSQL must pool sessions, not transactions; change it, then start again.`
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
      return `PostgreSQL stopped while the hub was starting (${message}): start again, everything that was committed is kept.`
    case '':
      // The driver reports a broken connection without a code.
      return brokenConnection.test(message) ? databaseSentence('57P01', message) : null
    default:
      return null
  }
}
