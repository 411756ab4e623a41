import { Logger, run, type Runner } from 'graphile-worker'
import type { Hub } from '#app/context.ts'
import { removeUnusedPictures } from '#features/listing-pictures/remove-unused.server.ts'
import { runDueListings } from '#features/listings/due-listings.server.ts'

/** When what runs, in UTC as cron writes it: minute, hour, day, month, weekday. */
const timetable = ['* * * * * due-listings', '17 3 * * * unused-pictures'].join('\n')

/**
 * Starts the jobs of the hub in this process: a queue in PostgreSQL, so that of many processes one runs each, and one
 * that dies leaves its job to another. Each job looks for all that is due by the clock and does it once, so that what fell
 * due while no process ran is done at the first run, which is at once. Stopping waits for the job that runs.
 */
export async function startJobs(hub: Hub): Promise<Runner> {
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
