import { Logger, run, type Runner } from 'graphile-worker'
import type { Hub } from '#web/hub.ts'
import { removeEnded } from '#features/accounts/attempts.server.ts'
import { removeUnusedPictures } from '#features/listing-pictures/remove-unused.server.ts'
import { runDueListings } from '#features/listings/due-listings.server.ts'

/** When what runs, in UTC as cron writes it: minute, hour, day, month, weekday. Each also runs at the start. */
const timetable = {
  'due-listings': '* * * * *',
  'ended-sign-ins': '*/15 * * * *',
  'unused-pictures': '17 3 * * *',
}

/** Where the queue is: beside the hub's own schema, so that hubs which share a database do not do each other's jobs. */
export const jobsSchema = (schema: string) => `${schema}_jobs`

/** The jobs of this process. */
export interface Jobs {
  /** Waits for the job that runs. */
  stop(): Promise<void>
}

/**
 * Starts the jobs of the hub in this process: a queue in PostgreSQL, so that of many processes one runs each, and one
 * that dies leaves its job to another. Each job looks for all that is due by the clock and does it once, so that what fell
 * due while no process ran is done at the first run, which is at once. Where the database goes away, they begin again after
 * `restartAfter` milliseconds.
 */
export async function startJobs(hub: Hub, { restartAfter = 10_000 } = {}): Promise<Jobs> {
  let isStopping = false
  let timer: NodeJS.Timeout | undefined
  let runner = watched(await runJobs(hub))
  let beginning: Promise<void> | undefined
  function watched(started: Runner): Runner {
    // It also resolves where a failure has ended the jobs, which the worker logs.
    started.promise.then(again, again)
    return started
  }
  function again(error?: unknown): void {
    if (isStopping) return
    hub.log.error({ err: error }, 'the jobs stopped; they begin again')
    timer = setTimeout(() => {
      beginning = runJobs(hub).then((started) => {
        runner = watched(started)
      }, again)
    }, restartAfter)
    timer.unref()
  }
  return {
    stop: async () => {
      isStopping = true
      clearTimeout(timer)
      // Jobs that begin at this very moment are to be stopped too: they would keep a connection for ever.
      await beginning
      // Refused where they have stopped already.
      await runner.stop().catch(() => {})
    },
  }
}

async function runJobs(hub: Hub): Promise<Runner> {
  const runner = await run({
    pgPool: hub.db.pool,
    schema: jobsSchema(hub.db.schema),
    concurrency: 1,
    noHandleSignals: true,
    crontab: Object.entries(timetable)
      .map(([task, when]) => `${when} ${task}`)
      .join('\n'),
    // Without a batch the worker does not look whether a job could be marked as done: a connection lost at that moment
    // would end the process. A batch that fails ends the jobs only.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    logger: new Logger(() => (level, message) => {
      if (level === 'error') hub.log.error(message)
      else if (level === 'warning') hub.log.warn(message)
      else hub.log.debug(message)
    }),
    taskList: {
      'due-listings': async () => {
        const moved = await runDueListings(hub.db, hub.now(), (err, seller) =>
          hub.log.error({ err, seller }, 'listings that are due could not be started or ended'),
        )
        if (moved > 0) hub.log.info({ moved }, 'listings started and ended')
      },
      'ended-sign-ins': () => removeEnded(hub),
      'unused-pictures': async () => {
        const { removed } = await removeUnusedPictures(hub)
        if (removed > 0) hub.log.info({ removed }, 'removed pictures that nothing uses')
      },
    },
  })
  for (const task of Object.keys(timetable)) await runner.addJob(task, {}, { jobKey: `${task} at start` })
  return runner
}
