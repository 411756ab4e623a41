import { isDatabaseUnavailable, isStatementTimeout } from '#db/failure.ts'
import type { ReportFailure } from '#web/for-each-isolated.ts'
import type { Hub } from '#web/hub.ts'
import { ownRows } from '#web/own-rows.ts'
import { mayDo, type Role } from '#web/roles.ts'
import type { TakenRun } from './file-run.ts'
import { finishRun, releaseRun, takeRun, waitingRuns } from './file-runs-db.server.ts'
import type { FileWorker, Worked } from './file-worker.ts'

declare module '#web/hub.ts' {
  interface Hub {
    /** Starts the job that works on runs of files, so that a new run does not wait for the next minute. */
    wakeFileRuns: () => Promise<void>
  }
}

/** Milliseconds that a run is worked on before the next seller's. */
const sliceMs = 5_000

/** What working on runs needs. */
export interface WorkOn {
  workers: readonly FileWorker[]
  /** Current role of a member at a seller; null if they have none. */
  roleOf: (of: { memberId: string; sellerId: number }) => Promise<Role | null>
  report: ReportFailure
  /** Ends the work at its next step. */
  signal: AbortSignal
}

/**
 * Works on waiting runs of all sellers in turns until none is left, one run of a seller at a time. Several processes may
 * do so at once. Returns the number of runs that ended.
 */
export async function workOnRuns(hub: Hub, on: WorkOn): Promise<number> {
  let ended = 0
  while (!on.signal.aborted) {
    const run = await takeNext(hub)
    if (!run) return ended
    if (await workOnSlice(hub, run, on)) ended += 1
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

/** Works on a run for a slice of time; returns whether it ended. */
async function workOnSlice(hub: Hub, run: TakenRun, on: WorkOn): Promise<boolean> {
  const { sellerId, id, attempt } = run
  const worked = await work(hub, run, on)
  if (worked.outcome === 'lost') return false
  const key = { sellerId, id, attempt, now: hub.now() }
  return ownRows(hub, sellerId).write(async (own) => {
    if (worked.outcome === 'more') {
      await releaseRun(own, key)
      return false
    }
    return finishRun(own, worked.outcome === 'failed' ? { ...key, failure: worked.failure } : { ...key, ...worked })
  })
}

async function work(hub: Hub, run: TakenRun, { workers, roleOf, report, signal }: WorkOn): Promise<Worked> {
  const worker = workers.find(({ direction, kind }) => direction === run.direction && kind === run.kind)
  // A newer version may have made it.
  if (!worker) return { outcome: 'failed', failure: 'unknown' }
  const role = await roleOf(run)
  if (!role || !mayDo(role, worker.access)) return { outcome: 'failed', failure: 'no-access' }
  const until = performance.now() + sliceMs
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
