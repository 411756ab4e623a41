import { Logger as WorkerLogger, run, type Runner } from 'graphile-worker'
import { sql } from 'kysely'
import type { Hub } from '#web/hub.ts'
import { fileJobs } from './file-jobs.ts'
import { createJobContext, type JobContext } from './job-context.ts'
import { jobsSchema } from './jobs-schema.ts'
import { listingJobs } from './listing-jobs.ts'
import { orderJobs } from './order-jobs.ts'
import { paymentJobs } from './payment-jobs.ts'
import { shopJobs } from './shop-jobs.ts'
import { crontab, timetable } from './timetable.ts'
import { minute } from '#lib/duration.ts'

export interface Jobs {
  /** Waits for the running job. */
  stop(): Promise<void>
}

/**
 * Starts the hub's jobs in this process. The queue is in PostgreSQL, so that one of many processes runs each job and
 * another takes over if it dies. Each job processes everything due, including what fell due while no process ran. After
 * a lost database or a clock change, checked every `clockEvery` ms, they restart after `restartAfter` ms.
 */
export async function startJobs(hub: Hub, { restartAfter = 10_000, clockEvery = 10_000 } = {}): Promise<Jobs> {
  const context = createJobContext(hub.log)
  const { say, beside } = context
  let isStopping = false
  let hasJumped = false
  let hasEnded = false
  let timer: NodeJS.Timeout | undefined
  let runner = watched(await runJobs(hub, context))
  let beginning: Promise<void> | undefined
  function watched(started: Runner): Runner {
    hasEnded = false
    const ended = (error?: unknown) => {
      if (hasEnded || started !== runner) return
      hasEnded = true
      again(error)
    }
    // Also resolves after a failure that stopped the jobs; the worker logs it.
    started.promise.then(ended, ended)
    // After a lost connection the worker may wait for its batches forever (graphile-worker 0.17.3 counts them below zero).
    started.events.on('pool:gracefulShutdown:complete', () => ended())
    return started
  }
  function again(error?: unknown): void {
    if (isStopping) return
    if (hasJumped) hub.log.warn('system clock changed; restarting jobs')
    else say.failed('jobs stopped unexpectedly; restarting', error)
    hasJumped = false
    timer = setTimeout(() => {
      beginning = runJobs(hub, context).then((started) => void (runner = watched(started)), again)
    }, restartAfter)
    timer.unref()
  }
  const leaveClock = watchClock(() => {
    hasJumped = true
    // Jobs that have already stopped restart by themselves.
    runner.stop().catch(() => (hasJumped = false))
  }, clockEvery)
  return {
    stop: async () => {
      isStopping = true
      leaveClock()
      clearTimeout(timer)
      // Work beside the jobs stops at its next step, also while a running job is waited for.
      beside.abort()
      // Jobs that are just starting must be stopped too, or their connection would stay open.
      await beginning
      // Rejects if they have already stopped.
      if (!hasEnded) await runner.stop().catch(() => {})
      await beside.ended()
    },
  }
}

async function runJobs(hub: Hub, context: JobContext): Promise<Runner> {
  const { say } = context
  const runner = await run({
    pgPool: hub.db.session,
    schema: jobsSchema(hub.db.schema),
    concurrency: 1,
    noHandleSignals: true,
    crontab,
    // Without a batch, the worker does not handle a failure to mark a job as done: a connection lost then would end the
    // process. A failed batch only ends the jobs.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    logger: new WorkerLogger(() => (level, message, meta) => {
      if (level === 'error') say.failed(message, meta?.['error'])
      else if (level === 'warning') say.warned(message)
      else hub.log.debug(message)
    }),
    taskList: {
      ...fileJobs(hub, context),
      ...listingJobs(hub, context),
      ...orderJobs(hub, context),
      ...paymentJobs(hub, context),
      ...shopJobs(hub, context),
    },
  })
  try {
    await deleteFutureRuns(hub)
    for (const task of Object.keys(timetable)) await runner.addJob(task, {}, { jobKey: task })
    return runner
  } catch (error) {
    // A restart creates a new runner.
    await runner.stop().catch(() => {})
    throw error
  }
}

/**
 * Deletes schedule times in the future. The queue never schedules a job before its last recorded time, so a clock that
 * once ran ahead would suspend all jobs until then.
 */
async function deleteFutureRuns({ db }: Hub): Promise<void> {
  const now = new Date()
  await sql`
    update ${sql.table(`${jobsSchema(db.schema)}._private_known_crontabs`)} set last_execution = ${now}
    where last_execution > ${now}`.execute(db.owner)
}

/**
 * Calls `jumped` when the clock was set or the machine slept: timers would wait through the time set back, or run once
 * per skipped minute. The returned function stops the check.
 */
function watchClock(jumped: () => void, every: number): () => void {
  const ahead = () => Date.now() - performance.now()
  let before = ahead()
  const timer = setInterval(() => {
    const was = before
    before = ahead()
    if (Math.abs(before - was) > minute) jumped()
  }, every)
  timer.unref()
  return () => clearInterval(timer)
}
