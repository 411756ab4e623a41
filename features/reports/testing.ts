import type { Hub } from '#web/hub.ts'
import { reportComparisons } from '#features/payments/reconcile/compare-reports.server.ts'
import { workOnRuns } from '#features/machinery/file-runs/work-runs.server.ts'
import { roleOf } from '#features/people/accounts/members.server.ts'
import { tellShop } from '#features/home/messages/shop-notices-db.server.ts'
import { bulkEditWorker } from '#features/selling/bulk-edit/bulk-edit-worker.server.ts'
import { downloadKinds } from './downloads/download-kinds.server.ts'
import { recordWorkers } from './runs/record-kinds.server.ts'
import { tellOfEnd } from './runs/end-notice.server.ts'
import { downloadWorker } from './downloads/write-download.server.ts'

/** Works on runs as the job of a process does; returns the number that ended. */
export const runFileJob = (hub: Hub, signal = new AbortController().signal): Promise<number> =>
  workOnRuns(hub, {
    workers: [...downloadKinds.map(downloadWorker), ...recordWorkers, reportComparisons, bulkEditWorker],
    roleOf: (of) => roleOf(hub.db.owner, of),
    report: (error) => {
      throw error
    },
    ended: (run) => tellOfEnd(hub, run, (notice) => tellShop(hub, notice)),
    signal,
  })
