import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Hub } from '#web/hub.ts'
import { openChanges } from '#db/changes.ts'
import { openDatabase, serverSilenceTimeoutMs, type Database } from '#db/client.ts'
import { workConnections, type DatabaseOptions } from '#db/pools.ts'
import { findDivision, isDivided, readOnShards } from '#db/shards.ts'
import { createAuth } from '#features/people/accounts/auth.server.ts'
import { createMailer } from '#features/people/accounts/mailer.server.ts'
import { caseRefundFollower } from '#features/after-sale/cases/due-cases.server.ts'
import { createExportSlots } from '#features/machinery/grid/export-slots.server.ts'
import { createChangeStreams } from '#features/machinery/live/change-streams.server.ts'
import { createPictureService } from '#features/core/listing-pictures/picture-service.server.ts'
import { closeRefunded } from '#features/after-sale/cancellations/close-refunded-db.server.ts'
import { releaseRefunded } from '#features/after-sale/cancellations/release-refunded-db.server.ts'
import { createPaymentBooks } from '#features/after-sale/refunds/payment-side.ts'
import { postRefunded } from '#features/after-sale/refunds/post-refunded-db.server.ts'
import type { Refunds } from '#features/after-sale/refunds/settle-refunds.server.ts'
import { reportedPayouts } from '#features/payments/payouts/payout-side.ts'
import { createMemberSlots } from '#web/member-slots.ts'
import { messagesHeadStartMs, sideCountTimeoutMs } from '#web/side-count.ts'
import type { Config } from './config.ts'
import { jobsSchema } from './jobs-schema.ts'
import type { timetable } from './timetable.ts'
import { createPayoutClient } from './payout-client.ts'

export interface ProcessHub extends Hub {
  config: Config
  /** Connections of the start and of jobs, which wait as long as it takes: the limits of `db` are made for requests. */
  work: Database
}

/** Milliseconds that a request waits for a connection. */
const connectWithin = 5_000

/** Creates the process's services on a migrated database. Close them with `hub.db.close()`. */
export async function createHub({
  config,
  databaseUrl,
  log,
  now = () => new Date(),
}: {
  config: Config
  databaseUrl: string
  log: Logger
  now?: () => Date
}): Promise<ProcessHub> {
  const connecting: DatabaseOptions = {
    url: databaseUrl,
    pooler: config.databasePoolerUrl ?? undefined,
    onIdleError: (error) => log.warn({ err: error }, 'idle PostgreSQL connection lost; the pool opens a new one'),
  }
  const work = openDatabase({ ...connecting, poolSize: workConnections })
  const pages = openDatabase({
    ...connecting,
    poolSize: config.databasePoolSize,
    silentMs: serverSilenceTimeoutMs,
    connectMs: connectWithin,
  })
  await findDivision(work)
  if (isDivided(work.owner)) readOnShards(pages.owner)
  const live = createChangeStreams(
    openChanges({
      url: databaseUrl,
      onError: (error) =>
        log.warn({ err: error }, 'live updates interrupted: PostgreSQL connection lost, reconnecting'),
    }),
  )
  const close = async () => void (await Promise.all([live.close(), pages.close(), work.close()]))
  const db: Database = { ...pages, close }
  const secret = config.secret ?? (await sharedSecret(work))
  const mailer = createMailer({ config, log })
  const auth = createAuth({ config, db, secret, log, now })
  const pictures = createPictureService({ dataDir: config.dataDir, s3: config.picturesS3 })
  const exports = createExportSlots(config.databasePoolSize)
  const refunds: Refunds = {
    payments: createPaymentBooks(config.policyPack.deadlines),
    followers: [closeRefunded, releaseRefunded, caseRefundFollower(config.policyPack), postRefunded(config)],
  }
  const turns = createMemberSlots()
  const sideTimeoutMs = sideCountTimeoutMs
  return {
    config,
    db,
    work,
    auth,
    mailer,
    pictures,
    exports,
    refunds,
    payouts: config.payoutSide ? createPayoutClient(config.payoutSide) : reportedPayouts,
    live,
    turns,
    sideTimeoutMs,
    messagesHeadStartMs,
    log,
    secret,
    now,
    wakeFileRuns: () => wakeJob('file-runs', { db, log }),
    wakeLabels: () => wakeJob('due-labels', { db, log }),
  }
}

/** Queues a job of each minute. If it cannot be queued, the schedule starts it within a minute. */
async function wakeJob(job: keyof typeof timetable, { db, log }: { db: Database; log: Logger }): Promise<void> {
  const add = sql.id(jobsSchema(db.schema), 'add_job')
  try {
    await sql`select ${add}(${job}, job_key := ${job})`.execute(db.owner)
  } catch (err) {
    log.warn({ err, job }, 'a job could not be queued; it starts within a minute')
  }
}

/** The generated secret, shared by every process on this database. */
async function sharedSecret(db: Database): Promise<string> {
  await db.owner
    .insertInto('hub_settings')
    .values({ key: 'secret', value: randomBytes(32).toString('base64url') })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  const { value } = await db.owner
    .selectFrom('hub_settings')
    .select('value')
    .where('key', '=', 'secret')
    .executeTakeFirstOrThrow()
  return value
}
