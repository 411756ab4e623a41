import type { FileWorker } from '#features/machinery/file-runs/file-worker.ts'
import { workOnPart } from '#features/machinery/file-runs/work-on-part.server.ts'
import { ownRows } from '#web/own-rows.ts'
import { compareReport } from './compare-report.server.ts'
import { keepResult, reconciliationOf, reportKind } from './reconciliations-db.server.ts'
import { readRows } from './stored-report.server.ts'

/** Compares uploaded reports with the books. Nothing in the books changes. */
export const reportComparisons: FileWorker = {
  direction: 'UPLOAD',
  kind: reportKind,
  access: 'money.view',
  async work({ hub, run }) {
    const { sellerId, id } = run
    const { read } = ownRows(hub, sellerId)
    const rows = await readRows(read, { sellerId, id })
    const seller = await read((db) =>
      db
        .selectFrom('sellers')
        .select(['id', 'time_zone as timeZone', 'currency', 'country'])
        .where('id', '=', sellerId)
        .executeTakeFirstOrThrow(),
    )
    let errorRows = 0
    const part = await workOnPart(hub, run, async (db) => {
      const result = await compareReport(db, { seller, rows, form: reconciliationOf(run).plan, now: hub.now() })
      if (!result) return null
      await keepResult(db, { sellerId, id, ...result })
      errorRows = result.left.filter(({ why }) => why !== 'nothing' && why !== 'move').length
      return { position: null, doneRows: rows.length, errorRows }
    })
    if (part.outcome === 'through') return { outcome: 'failed', failure: 'too-long' }
    return part.outcome === 'lost' ? { outcome: 'lost' } : { outcome: 'done', errorRows }
  },
}
