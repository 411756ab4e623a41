import { csvDownload } from '#features/machinery/grid/export-stream.server.ts'
import { byteOrderMark, csvNumber, csvRecord, csvText, noCsv } from '#lib/csv.ts'
import { mapInChunks } from '#lib/map-in-chunks.ts'
import { toDecimal } from '#lib/money.ts'
import type { Texts } from '#texts/texts.ts'
import { sellerLoader } from '#web/guard.server.ts'
import { refuse } from '#web/refusals.ts'
import { shopTexts } from '../statements/read-statements.server.ts'
import { mostTransactions } from './books-db.server.ts'
import { maxRows } from './read-report.ts'
import { reasonWords } from './reconcile-words.ts'
import { kindWords } from './reconcile-view.server.ts'
import { parseReconciliationId, type ResultRow } from './reconciliation.ts'
import { findReconciliation, readResult } from './reconciliations-db.server.ts'

/** File of a reconciliation's result: a record for each line. */
export const loader = sellerLoader('money.view', async (visit) => {
  const { read, seller, url } = visit
  const texts = shopTexts(visit)
  const id = parseReconciliationId(url.searchParams.get('report'))
  if (id === null) throw refuse('not-found')
  const of = { sellerId: seller.id, id }
  const rows = await read(async (db) =>
    (await findReconciliation(db, of))
      ? readResult(db, { ...of, verdict: null, offset: 0, limit: maxRows + mostTransactions })
      : null,
  )
  if (!rows) throw refuse('not-found')
  return csvDownload(await resultFile(rows, texts), `${texts.t('reconcile.fileName')}.csv`)
})

async function resultFile(rows: readonly ResultRow[], texts: Texts): Promise<string> {
  const { t } = texts
  const header = [
    t('reconcile.line'),
    t('reconcile.result'),
    t('orders.column.order'),
    t('payments.column.kind'),
    t('payments.column.number'),
    t('reconcile.file.reportDay'),
    t('reconcile.file.bookDay'),
    t('orders.export.currency'),
    t('reconcile.there'),
    t('reconcile.here'),
    t('reconcile.difference'),
    t('reconcile.reasons'),
  ]
  const amount = (minor: number | null, currency: string | null) =>
    minor === null || currency === null ? noCsv : csvNumber(toDecimal({ minor, currency }))
  const body = await mapInChunks(rows, (part) =>
    part.map((row) =>
      csvRecord([
        row.row === null ? noCsv : csvNumber(row.row),
        csvText(t('reconcile.verdict', { verdict: row.verdict })),
        csvText(row.order_number ?? ''),
        csvText(row.kind === null ? '' : kindWords(row.kind, texts)),
        csvText(row.number ?? ''),
        csvText(row.report_day ?? ''),
        csvText(row.book_day ?? ''),
        csvText(row.currency ?? ''),
        amount(row.report_minor, row.currency),
        amount(row.book_minor, row.book_currency),
        amount(row.difference_minor, row.currency),
        csvText(reasonWords(row, texts)),
      ]),
    ),
  )
  return byteOrderMark + csvRecord(header.map(csvText)) + body.join('')
}
