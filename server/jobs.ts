import { Logger as WorkerLogger, run, type Runner } from 'graphile-worker'
import { sql } from 'kysely'
import { isDatabaseUnavailable, isStatementTimeout } from '#db/failure.ts'
import type { Logger } from 'pino'
import type { Hub } from '#web/hub.ts'
import { expireCancellations, lapseUnpaidOrders } from '#features/after-sale/cancellations/due-cancellations.server.ts'
import { fetchPictures } from '#api/sell/fetch-pictures.ts'
import { removeOldAnswers } from '#api/idempotency.ts'
import { removeEnded } from '#features/shop/accounts/attempts.server.ts'
import { postDueGoods } from '#features/core/costs/post-due-goods.server.ts'
import { postDueOrders } from '#features/core/ledger/posting/post-due.server.ts'
import { removeUnusedPictures } from '#features/core/listing-pictures/remove-unused.server.ts'
import { runDueCases } from '#features/after-sale/cases/due-cases.server.ts'
import { runErasures } from '#features/operator/erasure/run-erasures.server.ts'
import { removeOldEdits } from '#features/selling/bulk-edit/bulk-edits-db.server.ts'
import { removeOldNotices, tellShop } from '#features/shop/messages/shop-notices-db.server.ts'
import { resumeEdits } from '#features/selling/bulk-edit/run-edit.server.ts'
import { runDueListings } from '#features/selling/listings/due-listings.server.ts'
import { renewSearchWords } from '#features/orders/order-list/renew-search-words.server.ts'
import { settleDueRefunds } from '#features/after-sale/refunds/settle-refunds.server.ts'
import { countHealth } from '#features/operator/console/count-health.server.ts'
import { announceTimesAway } from '#features/orders/time-away/announce-times-away.server.ts'
import { promiseShipBy, renewHolidays } from '#features/orders/ship-calendar/promise-ship-by.server.ts'
import { sumSoldDays } from '#features/shop/sales-report/sum-sold-days.server.ts'
import { sendTaskMails } from '#features/shop/task-mails/send-task-mails.server.ts'
import { resumeUploads } from '#features/shipping/tracking-upload/apply-upload.server.ts'
import { removeOldDeliveries } from '#features/shop/webhooks/deliveries-db.server.ts'
import { removeOldEvents } from '#features/shop/webhooks/events-db.server.ts'
import { removeOldUndos } from '#features/machinery/undo/undos-db.server.ts'
import { minute } from '#lib/duration.ts'
import type { ReportFailure } from '#web/for-each-isolated.ts'
import { fileJobs } from './file-jobs.ts'
import { jobsSchema } from './jobs-schema.ts'
import { paymentJobs } from './payment-jobs.ts'

/**
 * The schedule in UTC, in cron syntax: minute, hour, day, month, weekday. Every job also runs at start. A job is queued
 * at most once, so that a slow database or a clock change creates no backlog.
 */
const timetable = {
  'bulk-edits': '* * * * *',
  'buyer-erasures': '*/10 * * * *',
  'due-cases': '* * * * *',
  'due-cancellations': '* * * * *',
  'due-disputes': '* * * * *',
  'due-holds': '* * * * *',
  'due-listings': '* * * * *',
  'due-payouts': '* * * * *',
  'due-refunds': '* * * * *',
  'ended-sign-ins': '*/15 * * * *',
  'file-runs': '* * * * *',
  'funds-available': '* * * * *',
  'old-api-answers': '37 3 * * *',
  'old-bulk-edits': '53 3 * * *',
  'old-events': '47 3 * * *',
  'old-file-runs': '57 3 * * *',
  'old-undos': '23 * * * *',
  holidays: '41 2 * * *',
  ledger: '* * * * *',
  'payout-plans': '13 * * * *',
  'seller-health': '9,39 * * * *',
  'search-words': '*/10 * * * *',
  'ship-by': '* * * * *',
  'shop-pictures': '* * * * *',
  'sold-days': '* * * * *',
  'task-mails': '*/15 * * * *',
  'times-away': '* * * * *',
  'tracking-uploads': '* * * * *',
  'unused-pictures': '17 * * * *',
}

/** The schedule in the queue's format. */
export const crontab = Object.entries(timetable)
  .map(([task, when]) => `${when} ${task} ?jobKey=${task}`)
  .join('\n')

/** The jobs of this process. */
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
  const say = jobLogger(hub.log)
  const context = { say, beside: workBeside(say) }
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
      context.beside.abort()
      // Jobs that are just starting must be stopped too, or their connection would stay open.
      await beginning
      // Rejects if they have already stopped.
      if (!hasEnded) await runner.stop().catch(() => {})
      await context.beside.ended()
    },
  }
}

/** Logs job outcomes. */
interface JobLogger {
  /** Logs a failure. After a database outage was logged, further ones are silent until it is back. */
  failed(message: string, error?: unknown, of?: { seller: number }): void
  warned(message: string): void
  /** The database responds again. */
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
  /** Waits for running work. */
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

async function runJobs(hub: Hub, { say, beside }: { say: JobLogger; beside: Beside }): Promise<Runner> {
  const reports =
    (message: string): ReportFailure =>
    (err, seller) =>
      say.failed(message, err, { seller })
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
      ...paymentJobs(hub, { reports, beside }),
      ...fileJobs(hub, { reports, beside }),
      'bulk-edits': () =>
        beside.begin('bulk-edits', async (signal) => {
          const report = reports('could not apply a bulk edit')
          const resumed = await resumeEdits(hub, { report, signal, tell: (notice) => tellShop(hub, notice) })
          if (resumed > 0) hub.log.info({ resumed }, 'resumed bulk edits')
        }),
      'buyer-erasures': async () => {
        const erased = await runErasures(hub.db, hub.now(), {
          report: reports('could not erase buyer data; retrying at the next run'),
        })
        if (erased > 0) hub.log.info({ erased }, 'erased buyer data')
      },
      'due-cases': async () => {
        const moved = await runDueCases(hub.db, {
          policyPack: hub.config.policyPack,
          now: hub.now(),
          report: reports('could not advance a due case'),
        })
        if (moved > 0) hub.log.info({ moved }, 'advanced cases at their deadlines')
      },
      'due-cancellations': async () => {
        const closed = await expireCancellations(hub, reports('could not close a cancellation request'))
        if (closed > 0) hub.log.info({ closed }, 'closed unanswered cancellation requests')
        const lapsed = await lapseUnpaidOrders(hub, reports('could not cancel an unpaid order'))
        if (lapsed > 0) hub.log.info({ lapsed }, 'cancelled unpaid orders')
      },
      'due-listings': async () => {
        say.answered()
        const moved = await runDueListings(
          hub.db,
          { now: hub.now(), deadlines: hub.config.policyPack.deadlines },
          reports('could not start or end due listings'),
        )
        if (moved > 0) hub.log.info({ moved }, 'started and ended listings')
      },
      'due-refunds': () =>
        beside.begin('due-refunds', async () => {
          const requested = await settleDueRefunds(hub, reports('could not settle a refund'))
          if (requested > 0) hub.log.info({ asked: requested }, 'asked the payment provider about refunds')
        }),
      'ended-sign-ins': () => removeEnded(hub),
      'old-api-answers': () => removeOldAnswers(hub.db.owner, hub.now()),
      'old-bulk-edits': async () => {
        await removeOldEdits(hub.db.owner, hub.now())
        await removeOldNotices(hub.db.owner, hub.now())
      },
      'old-events': async () => {
        await removeOldDeliveries(hub.db.owner, hub.now())
        await removeOldEvents(hub.db, hub.now())
      },
      'old-undos': () => removeOldUndos(hub.db.owner, hub.now()),
      holidays: async () => {
        const renewed = await renewHolidays(hub.db, hub.now())
        if (renewed > 0) hub.log.info({ renewed }, 'renewed holidays of the coming years')
      },
      ledger: () =>
        beside.begin('ledger', async (signal) => {
          const report = reports('an order could not be posted')
          const posted = await postDueOrders(hub.db, { rules: hub.config, now: hub.now(), report, signal })
          if (posted > 0) hub.log.info({ posted }, 'orders posted to the ledger')
          const goods = await postDueGoods(hub.db, { report: reports('goods could not be posted'), signal })
          if (goods > 0) hub.log.info({ goods }, 'goods of orders posted to the ledger')
        }),
      'search-words': () =>
        beside.begin('search-words', async (signal) => {
          const renewed = await renewSearchWords(hub.db, { signal })
          if (renewed > 0) hub.log.info({ renewed }, 'rewrote search words of orders')
        }),
      'seller-health': () =>
        beside.begin('seller-health', async (signal) => {
          const { health: rules } = hub.config.policyPack
          const counted = await countHealth(hub.db.owner, { rules, now: hub.now(), signal })
          if (counted > 0) hub.log.info({ counted }, 'counted seller health')
        }),
      'ship-by': async () => {
        const promised = await promiseShipBy(hub.db, reports('could not compute ship-by times'))
        if (promised > 0) hub.log.info({ promised }, 'computed ship-by times')
      },
      'shop-pictures': () =>
        beside.begin('shop-pictures', async (signal) => {
          const shown = await fetchPictures(hub, signal)
          if (shown > 0) hub.log.info({ shown }, 'fetched pictures of listings')
        }),
      'sold-days': () =>
        beside.begin('sold-days', async (signal) => {
          const summed = await sumSoldDays(hub.db, { report: reports('could not sum the sales of a day'), signal })
          if (summed > 0) hub.log.info({ summed }, 'summed the sales of days')
        }),
      'task-mails': () =>
        beside.begin('task-mails', async () => {
          const sent = await sendTaskMails(hub, reports('could not send a task mail'))
          if (sent > 0) hub.log.info({ sent }, 'sent task mails')
        }),
      'times-away': () =>
        beside.begin('times-away', async (signal) => {
          const report = reports('could not announce a time away')
          const announced = await announceTimesAway(hub.db, { now: hub.now(), signal, report })
          if (announced > 0) hub.log.info({ announced }, 'announced listings of sellers who leave or are back')
        }),
      'tracking-uploads': async () => {
        const resumed = await resumeUploads(hub, reports('could not apply a tracking upload'))
        if (resumed > 0) hub.log.info({ resumed }, 'resumed tracking uploads')
      },
      'unused-pictures': () =>
        beside.begin('unused-pictures', async (signal) => {
          const { removed } = await removeUnusedPictures(hub, signal)
          if (removed > 0) hub.log.info({ removed }, 'removed unused pictures')
        }),
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
