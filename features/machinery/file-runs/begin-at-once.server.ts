import type { SellerActionArgs } from '#web/guard.server.ts'
import type { FileWorker } from './file-worker.ts'
import { workAtOnce } from './work-runs.server.ts'

/** Milliseconds that a page waits for the work on its file; a job does what is left. */
const longestWait = 1_000

/** Begins to work on a queued file, so that the seller sees the result of a short one at once. */
export async function beginAtOnce(
  { hub, seller, request, logFailure }: SellerActionArgs,
  { id, worker }: { id: string; worker: FileWorker },
): Promise<void> {
  const isLeft = await workAtOnce(
    hub,
    { sellerId: seller.id, id },
    {
      workers: [worker],
      roleOf: () => Promise.resolve(seller.role),
      report: (error) => logFailure(error, 'could not work on a file'),
      signal: request.signal,
      ms: longestWait,
    },
  )
  if (isLeft) await hub.wakeFileRuns()
}
