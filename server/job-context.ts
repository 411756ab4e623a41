import type { Logger } from 'pino'
import { isDatabaseUnavailable, isStatementTimeout } from '#db/failure.ts'
import type { ReportFailure } from '#web/for-each-isolated.ts'

export interface JobContext {
  say: JobLogger
  beside: Pick<Beside, 'begin'>
  reports: (message: string) => ReportFailure
}

export function createJobContext(log: Logger): JobContext & { beside: Beside } {
  const say = jobLogger(log)
  return { say, beside: workBeside(say), reports: (message) => (err, seller) => say.failed(message, err, { seller }) }
}

interface JobLogger {
  /** Logs a failure. After a database outage was logged, further ones are silent until it is back. */
  failed(message: string, error?: unknown, of?: { seller: number }): void
  warned(message: string): void
  answered(): void
}

function jobLogger(log: Logger): JobLogger {
  let isAway = false
  return {
    failed: (message, err, of) => {
      if (isAway) return
      isAway = isDatabaseUnavailable(err) && !isStatementTimeout(err)
      if (isAway) log.warn({ err }, 'database unavailable; jobs are paused')
      else log.error({ err, ...of }, message)
    },
    warned: (message) => {
      if (!isAway) log.warn(message)
    },
    answered: () => {
      if (isAway) log.info('database available again; jobs resumed')
      isAway = false
    },
  }
}

/** Work that runs outside the job queue. */
interface Beside {
  /** Starts work. Long work must stop when `signal` aborts, since shutdown waits for it. */
  begin(name: string, work: (signal: AbortSignal) => Promise<void>): void
  /** Aborts running work, and work that begins later. */
  abort(): void
  ended(): Promise<unknown>
}

/**
 * Runs work that waits for other systems, such as mail servers or picture stores, without blocking jobs. One run at a
 * time per process; others may run in parallel, so the work must claim its rows first.
 */
function workBeside(say: JobLogger): Beside {
  const going = new Map<string, Promise<void>>()
  const ending = new AbortController()
  return {
    begin: (name, work) => {
      if (going.has(name)) return
      const end = () => void going.delete(name)
      going.set(
        name,
        work(ending.signal)
          .catch((error: unknown) => say.failed(`the job ${name} failed`, error))
          .finally(end),
      )
    },
    abort: () => ending.abort(),
    ended: () => Promise.all(going.values()),
  }
}
