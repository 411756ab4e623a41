import { Logger, run, type Runner } from 'graphile-worker'
import type { Hub } from '#app/context.ts'
import { removeUnusedPictures } from '#features/listing-pictures/remove-unused.server.ts'
import { runDueListings } from '#features/listings/due-listings.server.ts'

/** When what runs, in UTC as cron writes it: minute, hour, day, month, weekday. */
const timetable = ['* * * * * due-listings', '17 3 * * * unused-pictures'].join('\n')

/** Milliseconds after which jobs begin again that a lost database has ended. */
const restartAfter = 10_000

/** The jobs of this process. */
export interface Jobs {
  /** Waits for the job that runs. */
  stop(): Promise<void>
}

/**
 * Starts the jobs of the hub in this process: a queue in PostgreSQL, so that of many processes one runs each, and one
 * that dies leaves its job to another. Each job looks for all that is due by the clock and does it once, so that what fell
 * due while no process ran is done at the first run, which is at once. Where the database goes away, they begin again later.
 */
export async function startJobs(hub: Hub): Promise<Jobs> {
  let isStopping = false
  let timer: NodeJS.Timeout | undefined
  let runner = watched(await runJobs(hub))
  function watched(started: Runner): Runner {
    started.promise.catch(again)
    return started
  }
  function again(error: unknown): void {
    if (isStopping) return
    hub.log.error({ err: error }, 'the jobs stopped; they begin again')
    timer = setTimeout(() => {
      runJobs(hub).then((started) => {
        runner = watched(started)
      }, again)
    }, restartAfter)
    timer.unref()
  }
  return {
    stop: async () => {
      isStopping = true
      clearTimeout(timer)
      // Refused where they have stopped already.
      await runner.stop().catch(() => {})
    },
  }
}

async function runJobs(hub: Hub): Promise<Runner> {
  const runner = await run({
    pgPool: hub.db.pool,
    concurrency: 1,
    noHandleSignals: true,
    crontab: timetable,
    logger: new Logger(() => (level, message) => {
      if (level === 'error') hub.log.error(message)
      else if (level === 'warning') hub.log.warn(message)
      else hub.log.debug(message)
    }),
    taskList: {
      'due-listings': async () => {
        const moved = await runDueListings(hub.db, hub.now())
        if (moved > 0) hub.log.info({ moved }, 'listings started and ended')
      },
      'unused-pictures': async () => {
        await removeUnusedPictures(hub)
      },
    },
  })
  await runner.addJob('due-listings', {}, { jobKey: 'due-listings at start' })
  return runner
}
