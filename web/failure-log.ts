import type { Logger } from 'pino'
import { isDatabaseUnavailable } from '#db/failure.ts'

export type FailureLog = (error: unknown, message: string) => void

/**
 * Creates a request's failure log. An unavailable database affects every part of a page, so it is logged once as a
 * warning.
 */
export function failureLog(log: Logger, request: { requestId: string; path: string }): FailureLog {
  let hasWarned = false
  return (err, message) => {
    if (!isDatabaseUnavailable(err)) return log.error({ err, ...request }, message)
    if (!hasWarned) log.warn({ err, ...request }, message)
    hasWarned = true
  }
}
