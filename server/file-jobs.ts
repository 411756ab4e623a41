import { removeOldRuns } from '#features/machinery/file-runs/runs-of-all-db.server.ts'
import { workOnRuns } from '#features/machinery/file-runs/work-runs.server.ts'
import { reportComparisons } from '#features/payments/reconcile/compare-reports.server.ts'
import { downloadKinds } from '#features/reports/downloads/download-kinds.server.ts'
import { downloadWorker } from '#features/reports/downloads/write-download.server.ts'
import { tellOfEnd } from '#features/reports/runs/end-notice.server.ts'
import { recordWorkers } from '#features/reports/runs/record-kinds.server.ts'
import { bulkEditWorker } from '#features/selling/bulk-edit/bulk-edit-worker.server.ts'
import { startDueDownloads } from '#features/reports/schedules/start-due.server.ts'
import { roleOf } from '#features/people/accounts/members.server.ts'
import { tellShop } from '#features/home/messages/shop-notices-db.server.ts'
import type { Hub } from '#web/hub.ts'
import type { JobContext } from './job-context.ts'

const workers = [...downloadKinds.map(downloadWorker), ...recordWorkers, reportComparisons, bulkEditWorker]

export const fileJobs = (hub: Hub, { reports, beside }: JobContext) => ({
  'file-runs': () =>
    beside.begin('file-runs', async (signal) => {
      const started = await startDueDownloads(hub, reports('a scheduled file could not be started'))
      if (started > 0) hub.log.info({ started }, 'scheduled files started')
      const ended = await workOnRuns(hub, {
        workers,
        roleOf: (of) => roleOf(hub.db.owner, of),
        report: reports('a file could not be read or written'),
        ended: (run) => tellOfEnd(hub, run, (notice) => tellShop(hub, notice)),
        signal,
      })
      if (ended > 0) hub.log.info({ ended }, 'files read and written')
    }),
  'old-file-runs': () => removeOldRuns(hub.db.owner, hub.now()),
})
