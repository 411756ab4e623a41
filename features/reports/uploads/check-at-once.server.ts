import type { FileWorker } from '#features/machinery/file-runs/file-worker.ts'
import { workAtOnce } from '#features/machinery/file-runs/work-runs.server.ts'
import type { SellerActionArgs } from '#web/guard.server.ts'

/** Milliseconds that a page waits for the check of its file; a job does what is left. */
const longestWait = 1_000

/** Checks a queued file, so that the seller sees at once what is in a short one. */
export async function checkAtOnce(
  { hub, seller, request, logFailure }: SellerActionArgs,
  { id, worker }: { id: string; worker: FileWorker },
): Promise<void> {
  const isLeft = await workAtOnce(
    hub,
    { sellerId: seller.id, id },
    {
      workers: [worker],
      roleOf: () => Promise.resolve(seller.role),
      report: (error) => logFailure(error, 'could not check a file'),
      signal: request.signal,
      ms: longestWait,
    },
  )
  if (isLeft) await hub.wakeFileRuns()
}
