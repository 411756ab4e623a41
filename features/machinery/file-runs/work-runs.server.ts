import { isDatabaseUnavailable, isStatementTimeout } from '#db/failure.ts'
import type { ReportFailure } from '#web/for-each-isolated.ts'
import type { Hub } from '#web/hub.ts'
import { ownRows } from '#web/own-rows.ts'
import { mayDo, type Role } from '#web/roles.ts'
import type { TakenRun } from './file-run.ts'
import { finishRun, releaseRun, reviewRun, takeRun } from './file-runs-db.server.ts'
import type { FileWorker, Worked } from './file-worker.ts'
import type { RunKey } from './run-parts-db.server.ts'
import { waitingRuns } from './runs-of-all-db.server.ts'

declare module '#web/hub.ts' {
  interface Hub {
    /** Starts the job that works on runs of files, so that a new run does not wait for the next minute. */
    wakeFileRuns: () => Promise<void>
  }
}

/** Milliseconds that a run is worked on before the next seller's. */
const sliceMs = 5_000

export interface WorkOn {
  workers: readonly FileWorker[]
  roleOf: (of: { memberId: string; sellerId: number }) => Promise<Role | null>
  report: ReportFailure
  signal: AbortSignal
}

interface JobOn extends WorkOn {
  ended: (run: RunKey) => Promise<void>
}

/**
 * Works on waiting runs of all sellers in turns until none is left, one run of a seller at a time. Several processes may
 * do so at once. Returns the number of runs that ended.
 */
export async function workOnRuns(hub: Hub, on: JobOn): Promise<number> {
  let ended = 0
  while (!on.signal.aborted) {
    const run = await takeNext(hub)
    if (!run) return ended
    if ((await workOnSlice(hub, run, { ...on, ms: sliceMs })) !== 'ended') continue
    ended += 1
    await on.ended(run).catch((error: unknown) => on.report(error, run.sellerId))
  }
  return ended
}

async function takeNext(hub: Hub): Promise<TakenRun | null> {
  const { db, now } = hub
  for (const { sellerId, id } of await waitingRuns(db.owner, now())) {
    const run = await ownRows(hub, sellerId).write((own) => takeRun(own, { sellerId, id, now: now() }))
    if (run) return run
  }
  return null
}

/**
 * Works on one run for a time that a page may wait, so that a short file is done at once; the job does what is left.
 * Does nothing if a job has it already. Returns whether something is left.
 */
export async function workAtOnce(
  hub: Hub,
  { sellerId, id }: Pick<TakenRun, 'sellerId' | 'id'>,
  on: WorkOn & { ms: number },
): Promise<boolean> {
  const run = await ownRows(hub, sellerId).write((own) => takeRun(own, { sellerId, id, now: hub.now() }))
  return run !== null && (await workOnSlice(hub, run, on)) === 'more'
}

async function workOnSlice(hub: Hub, run: TakenRun, on: WorkOn & { ms: number }): Promise<'ended' | 'more' | 'other'> {
  const { sellerId, id, attempt } = run
  const worked = await work(hub, run, on)
  const key = { sellerId, id, attempt, now: hub.now() }
  const { write } = ownRows(hub, sellerId)
  switch (worked.outcome) {
    case 'lost':
      return 'other'
    case 'more':
      await write((own) => releaseRun(own, key))
      return 'more'
    case 'review':
      await write((own) => reviewRun(own, { ...key, plan: worked.plan }))
      return 'other'
    case 'failed':
      return (await write((own) => finishRun(own, { ...key, failure: worked.failure }))) ? 'ended' : 'other'
    case 'done':
      return (await write((own) => finishRun(own, { ...key, errorRows: worked.errorRows }))) ? 'ended' : 'other'
  }
}

async function work(
  hub: Hub,
  run: TakenRun,
  { workers, roleOf, report, signal, ms }: WorkOn & { ms: number },
): Promise<Worked> {
  const worker = workers.find(({ direction, kind }) => direction === run.direction && kind === run.kind)
  // A newer version may have made it.
  if (!worker) return { outcome: 'failed', failure: 'unknown' }
  const role = await roleOf(run)
  if (!role || !mayDo(role, worker.access)) return { outcome: 'failed', failure: 'no-access' }
  const until = performance.now() + ms
  try {
    const isOver = () => signal.aborted || performance.now() >= until
    return await worker.work({ hub, run, role, isOver, signal })
  } catch (error) {
    // Left as it is, the run is taken over once the database is back.
    if (isDatabaseUnavailable(error) && !isStatementTimeout(error)) throw error
    report(error, run.sellerId)
    return { outcome: 'failed', failure: 'internal' }
  }
}
