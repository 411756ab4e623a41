import { Logger as WorkerLogger, run, type Runner } from 'graphile-worker'
import { sql } from 'kysely'
import { isDatabaseAway, isPastItsTime } from '#db/failure.ts'
import type { Logger } from 'pino'
import type { Hub } from '#web/hub.ts'
import { expireCancellations, lapseUnpaidOrders } from '#features/after-sale/cancellations/due-cancellations.server.ts'
import { removeOldAnswers } from '#api/idempotency.ts'
import { removeEnded } from '#features/shop/accounts/attempts.server.ts'
import { removeUnusedPictures } from '#features/core/listing-pictures/remove-unused.server.ts'
import { runDueCases } from '#features/after-sale/cases/due-cases.server.ts'
import { runErasures } from '#features/operator/erasure/run-erasures.server.ts'
import { runDueListings } from '#features/selling/listings/due-listings.server.ts'
import { renewSearchWords } from '#features/orders/order-list/renew-search-words.server.ts'
import { settleDueRefunds } from '#features/after-sale/refunds/settle-refunds.server.ts'
import { countHealth } from '#features/operator/console/count-health.server.ts'
import { promiseShipBy, renewHolidays } from '#features/orders/ship-calendar/promise-ship-by.server.ts'
import { sendTaskMails } from '#features/shop/task-mails/send-task-mails.server.ts'
import { resumeUploads } from '#features/shipping/tracking-upload/apply-upload.server.ts'
import { removeOldDeliveries } from '#features/shop/webhooks/deliveries-db.server.ts'
import { removeOldEvents } from '#features/shop/webhooks/events-db.server.ts'
import { removeOldUndos } from '#features/machinery/undo/undos-db.server.ts'
import { minute } from '#lib/duration.ts'
import type { ReportFailure } from '#web/each-apart.ts'

/**
 * When what runs, in UTC as cron writes it: minute, hour, day, month, weekday. Each also runs at the start. One that is to run again
 * before it has begun is in the queue once: a database that was slow or a clock that jumped leaves no heap of work.
 */
const timetable = {
  'buyer-erasures': '*/10 * * * *',
  'due-cases': '* * * * *',
  'due-cancellations': '* * * * *',
  'due-listings': '* * * * *',
  'due-refunds': '* * * * *',
  'ended-sign-ins': '*/15 * * * *',
  'old-api-answers': '37 3 * * *',
  'old-events': '47 3 * * *',
  'old-undos': '23 * * * *',
  holidays: '41 2 * * *',
  'seller-health': '9,39 * * * *',
  'search-words': '*/10 * * * *',
  'ship-by': '* * * * *',
  'task-mails': '*/15 * * * *',
  'tracking-uploads': '* * * * *',
  'unused-pictures': '17 * * * *',
}

/** Where the queue is: beside the hub's own schema, so that hubs which share a database do not do each other's jobs. */
export const jobsSchema = (schema: string) => `${schema}_jobs`

/** The timetable as the queue reads it. */
export const crontab = Object.entries(timetable)
  .map(([task, when]) => `${when} ${task} ?jobKey=${task}`)
  .join('\n')

/** The jobs of this process. */
export interface Jobs {
  /** Waits for the job that runs. */
  stop(): Promise<void>
}

/**
 * Starts the jobs of the hub in this process: a queue in PostgreSQL, so that of many processes one runs each, and one
 * that dies leaves its job to another. Each job looks for all that is due by the clock and does it once, so that what fell
 * due while no process ran is done at the first run, which is at once. Where the database goes away, or the clock jumps, which is
 * looked for every `clockEvery` milliseconds, they begin again after `restartAfter`.
 */
export async function startJobs(hub: Hub, { restartAfter = 10_000, clockEvery = 10_000 } = {}): Promise<Jobs> {
  const say = sayer(hub.log)
  const told = { say, beside: workBeside(say) }
  let isStopping = false
  let hasJumped = false
  let timer: NodeJS.Timeout | undefined
  let runner = watched(await runJobs(hub, told))
  let beginning: Promise<void> | undefined
  function watched(started: Runner): Runner {
    // It also resolves where a failure has ended the jobs, which the worker logs.
    started.promise.then(again, again)
    return started
  }
  function again(error?: unknown): void {
    if (isStopping) return
    if (hasJumped) hub.log.warn('the clock jumped: the jobs begin again')
    else say.failed('the jobs stopped; they begin again', error)
    hasJumped = false
    timer = setTimeout(() => {
      beginning = runJobs(hub, told).then((started) => void (runner = watched(started)), again)
    }, restartAfter)
    timer.unref()
  }
  const leaveClock = watchClock(() => {
    hasJumped = true
    // Where they have stopped already they begin again by themselves.
    runner.stop().catch(() => (hasJumped = false))
  }, clockEvery)
  return {
    stop: async () => {
      isStopping = true
      leaveClock()
      clearTimeout(timer)
      // Jobs that begin at this very moment are to be stopped too: they would keep a connection for ever.
      await beginning
      // Refused where they have stopped already.
      await runner.stop().catch(() => {})
      await told.beside.ended()
    },
  }
}

/** What the jobs say in the log. */
interface Sayer {
  /** Something failed. Of an error that has said that the database is away, nothing more is said until it is back. */
  failed(message: string, error?: unknown, of?: { seller: number }): void
  warned(message: string): void
  /** The database answers. */
  answered(): void
}

function sayer(log: Logger): Sayer {
  let isAway = false
  return {
    failed: (message, err, of) => {
      if (isAway) return
      isAway = isDatabaseAway(err) && !isPastItsTime(err)
      if (isAway) log.warn({ err }, 'the jobs wait: the database is away')
      else log.error({ err, ...of }, message)
    },
    warned: (message) => {
      if (!isAway) log.warn(message)
    },
    answered: () => {
      if (isAway) log.info('the jobs go on: the database is back')
      isAway = false
    },
  }
}

/** Work that goes on beside the jobs. */
interface Beside {
  /** What has many steps begins none of them once `signal` has been given: whoever stops the hub waits for it. */
  begin(name: string, work: (signal: AbortSignal) => Promise<void>): void
  /** Has what goes on come to an end, and waits for it. */
  ended(): Promise<unknown>
}

/**
 * For work that waits for others, such as a mail server or a store of pictures: the jobs behind it do not. Each goes on once at a time
 * in this process; in another it may at the same moment, so it has to take what it does before it does it.
 */
function workBeside(say: Sayer): Beside {
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
    ended: () => {
      ending.abort()
      return Promise.all(going.values())
    },
  }
}

async function runJobs(hub: Hub, { say, beside }: { say: Sayer; beside: Beside }): Promise<Runner> {
  const reports =
    (message: string): ReportFailure =>
    (err, seller) =>
      say.failed(message, err, { seller })
  const runner = await run({
    pgPool: hub.db.pool,
    schema: jobsSchema(hub.db.schema),
    concurrency: 1,
    noHandleSignals: true,
    crontab,
    // Without a batch the worker does not look whether a job could be marked as done: a connection lost at that moment
    // would end the process. A batch that fails ends the jobs only.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    logger: new WorkerLogger(() => (level, message, meta) => {
      if (level === 'error') say.failed(message, meta?.['error'])
      else if (level === 'warning') say.warned(message)
      else hub.log.debug(message)
    }),
    taskList: {
      'buyer-erasures': async () => {
        const erased = await runErasures(hub.db, hub.now(), { report: reports('a buyer could not be erased') })
        if (erased > 0) hub.log.info({ erased }, 'buyers’ data erased')
      },
      'due-cases': async () => {
        const moved = await runDueCases(hub.db, {
          policyPack: hub.config.policyPack,
          now: hub.now(),
          report: reports('a case that is due could not go on'),
        })
        if (moved > 0) hub.log.info({ moved }, 'cases went on at their deadlines')
      },
      'due-cancellations': async () => {
        const closed = await expireCancellations(hub, reports('a cancellation request could not be closed'))
        if (closed > 0) hub.log.info({ closed }, 'cancellation requests that nobody answered closed')
        const lapsed = await lapseUnpaidOrders(hub, reports('an order that nobody paid could not be cancelled'))
        if (lapsed > 0) hub.log.info({ lapsed }, 'orders that nobody paid cancelled')
      },
      'due-listings': async () => {
        say.answered()
        const moved = await runDueListings(
          hub.db,
          { now: hub.now(), deadlines: hub.config.policyPack.deadlines },
          reports('listings that are due could not be started or ended'),
        )
        if (moved > 0) hub.log.info({ moved }, 'listings started and ended')
      },
      'due-refunds': () =>
        beside.begin('due-refunds', async () => {
          const asked = await settleDueRefunds(hub, reports('a refund could not be settled'))
          if (asked > 0) hub.log.info({ asked }, 'asked the payment side about refunds')
        }),
      'ended-sign-ins': () => removeEnded(hub),
      'old-api-answers': () => removeOldAnswers(hub.db.owner, hub.now()),
      'old-events': async () => {
        await removeOldDeliveries(hub.db.owner, hub.now())
        await removeOldEvents(hub.db, hub.now())
      },
      'old-undos': () => removeOldUndos(hub.db.owner, hub.now()),
      holidays: async () => {
        const renewed = await renewHolidays(hub.db, hub.now())
        if (renewed > 0) hub.log.info({ renewed }, 'holidays of the years ahead looked up')
      },
      'search-words': () =>
        beside.begin('search-words', async (signal) => {
          const renewed = await renewSearchWords(hub.db, { signal })
          if (renewed > 0) hub.log.info({ renewed }, 'search words of orders rewritten')
        }),
      'seller-health': () =>
        beside.begin('seller-health', async (signal) => {
          const { health: rules } = hub.config.policyPack
          const counted = await countHealth(hub.db.owner, { rules, now: hub.now(), signal })
          if (counted > 0) hub.log.info({ counted }, 'sellers’ health counted')
        }),
      'ship-by': async () => {
        const promised = await promiseShipBy(hub.db, reports('ship-by times could not be worked out'))
        if (promised > 0) hub.log.info({ promised }, 'ship-by times worked out')
      },
      'task-mails': () =>
        beside.begin('task-mails', async () => {
          const sent = await sendTaskMails(hub, reports('mail about what is due was not sent'))
          if (sent > 0) hub.log.info({ sent }, 'mailed what is due')
        }),
      'tracking-uploads': async () => {
        const resumed = await resumeUploads(hub, reports('a tracking upload could not be applied'))
        if (resumed > 0) hub.log.info({ resumed }, 'tracking uploads taken up again')
      },
      'unused-pictures': () =>
        beside.begin('unused-pictures', async (signal) => {
          const { removed } = await removeUnusedPictures(hub, signal)
          if (removed > 0) hub.log.info({ removed }, 'removed pictures that nothing uses')
        }),
    },
  })
  try {
    await forgetTheFuture(hub)
    for (const task of Object.keys(timetable)) await runner.addJob(task, {}, { jobKey: task })
    return runner
  } catch (error) {
    // Whoever begins again begins another one.
    await runner.stop().catch(() => {})
    throw error
  }
}

/**
 * The queue remembers for which minute each job was last ordered, and orders none for one before: where a clock ran ahead once, for
 * however short a time, nothing would be done until that time has come.
 */
async function forgetTheFuture({ db }: Hub): Promise<void> {
  const now = new Date()
  await sql`
    update ${sql.table(`${jobsSchema(db.schema)}._private_known_crontabs`)} set last_execution = ${now}
    where last_execution > ${now}`.execute(db.owner)
}

/**
 * Calls `jumped` where the clock was set, or the machine slept: what waits for a minute would wait for it through all the time that
 * has been set back, or order anew each minute that was passed over. The function ends it.
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
