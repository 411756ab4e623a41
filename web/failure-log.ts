import type { Logger } from 'pino'
import { isDatabaseAway } from '#db/failure.ts'

/** Tells the log of a failure of one request. */
export type FailureLog = (error: unknown, message: string) => void

/**
 * A failure is an error; a database that is away is none of the request's, and each part of a page meets it: one warning
 * for all of them.
 */
export function failureLog(log: Logger, request: { requestId: string; path: string }): FailureLog {
  let hasSaidAway = false
  return (err, message) => {
    if (!isDatabaseAway(err)) return log.error({ err, ...request }, message)
    if (!hasSaidAway) log.warn({ err, ...request }, message)
    hasSaidAway = true
  }
}
