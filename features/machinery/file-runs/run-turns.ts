import type { FileRunState } from './file-run.ts'
import type { RunKey } from './run-parts-db.server.ts'

/** Milliseconds after which a running run counts as abandoned: its process died. */
export const abandonedAfterMs = 30_000

export interface OpenRun extends RunKey {
  state: FileRunState
  workedAt: Date
  /** Runs of the seller that are over before it begins. */
  waitsFor: readonly string[]
}

/**
 * Runs to work on next, of open ones that are sorted by how long they waited: the first of each seller. None of a seller
 * with a run in work, and none that waits for another open one.
 */
export function runsInTurn(open: readonly OpenRun[], now: Date): RunKey[] {
  const keys = new Set(open.map(({ sellerId, id }) => `${sellerId} ${id}`))
  const isInWork = ({ state, workedAt }: OpenRun) =>
    state === 'RUNNING' && workedAt.getTime() > now.getTime() - abandonedAfterMs
  const served = new Set(open.filter(isInWork).map(({ sellerId }) => sellerId))
  return open.flatMap(({ sellerId, id, waitsFor }) => {
    if (served.has(sellerId) || waitsFor.some((other) => keys.has(`${sellerId} ${other}`))) return []
    served.add(sellerId)
    return [{ sellerId, id }]
  })
}
