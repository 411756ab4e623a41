import { isRunOpen } from '#features/machinery/file-runs/file-run.ts'
import { readPageNumber } from '#lib/page-number.ts'
import type { SellerArgs } from '#web/guard.server.ts'
import { refuse } from '#web/refusals.ts'
import { parseReconciliationId, verdicts } from './reconciliation.ts'
import { countLeft, findReconciliation, readResult, sumResult } from './reconciliations-db.server.ts'
import { linesShown } from './reconcile-view.server.ts'
import { rowsOfLines, sampleRows } from './stored-report.server.ts'

/** Reads the reconciliation in the URL with a page of its result; 404 if the seller has none. */
export async function readReconciliation({ hub, read, seller, url }: SellerArgs) {
  const id = parseReconciliationId(url.searchParams.get('report'))
  if (id === null) throw refuse('not-found')
  const of = { sellerId: seller.id, id }
  const found = await read(async (db) => {
    const reconciliation = await findReconciliation(db, { ...of, now: hub.now() })
    if (!reconciliation) return null
    // Half a result would mislead.
    const sums = isRunOpen(reconciliation.state) ? [] : await sumResult(db, of)
    const left = sums.length > 0 ? await countLeft(db, of) : []
    const has = (verdict: string) => sums.some((sum) => sum.verdict === verdict && sum.rows > 0)
    const wanted = verdicts.find((verdict) => verdict === url.searchParams.get('show'))
    const verdict = wanted ?? verdicts.find(has) ?? 'MATCHED'
    const page = readPageNumber(url.searchParams.get('page'))
    const rows =
      sums.length > 0
        ? await readResult(db, { ...of, verdict, offset: (page - 1) * linesShown, limit: linesShown })
        : []
    return { reconciliation, sums, left, verdict, page, rows }
  })
  if (!found) throw refuse('not-found')
  const { rows } = found
  const unread = found.verdict === 'UNREAD' ? await rowsOfLines(read, of, new Set(rows.map(({ row }) => row))) : []
  return { ...found, unread, sample: await sampleRows(read, of) }
}
