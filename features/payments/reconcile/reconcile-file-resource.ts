import { answerFile } from '#features/machinery/file-runs/answer-file.server.ts'
import type { FileContent } from '#features/machinery/file-runs/file-content.ts'
import { formatTypes, writeFile } from '#features/machinery/file-runs/write-file.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { toDecimal } from '#lib/money.ts'
import type { Texts } from '#texts/texts.ts'
import { sellerLoader } from '#web/guard.server.ts'
import type { OwnRows } from '#web/own-rows.ts'
import { refuse } from '#web/refusals.ts'
import { mayDo } from '#web/roles.ts'
import { shopTexts } from '../statements/read-statements.server.ts'
import { reasonWords } from './reconcile-words.ts'
import { kindWords } from './reconcile-view.server.ts'
import { parseReconciliationId, type ResultRow } from './reconciliation.ts'
import { findReconciliation, readResult } from './reconciliations-db.server.ts'

export const loader = sellerLoader('money.view', async (visit) => {
  const { hub, read, seller, url } = visit
  const texts = shopTexts(visit)
  const id = parseReconciliationId(url.searchParams.get('report'))
  if (id === null) throw refuse('not-found')
  const of = { sellerId: seller.id, id }
  if (!(await read((db) => findReconciliation(db, { ...of, now: hub.now() })))) throw refuse('not-found')
  const answer = await answerFile(visit, writeFile('CSV', resultContent(linesOf(read, of), texts)), {
    fileName: `${texts.t('reconcile.fileName')}.csv`,
    contentType: formatTypes.CSV.contentType,
    mayHave: (role) => mayDo(role, 'money.view'),
  })
  return assertDefined(answer, 'each file has a header')
})

/** Lines read at once: no connection waits for a slow reader. */
const linesAtOnce = 2_000

async function* linesOf(read: OwnRows['read'], of: { sellerId: number; id: string }): AsyncGenerator<ResultRow[]> {
  let after = -1
  while (true) {
    const rows = await read((db) => readResult(db, { ...of, verdict: null, after, offset: 0, limit: linesAtOnce }))
    const last = rows.at(-1)
    if (!last) return
    after = last.position
    yield rows
  }
}

const resultContent = (lines: AsyncIterable<readonly ResultRow[]>, texts: Texts): FileContent => {
  const { t } = texts
  return {
    sheet: t('reconcile.fileName'),
    header: [
      t('reconcile.line'),
      t('reconcile.result'),
      t('word.order'),
      t('payments.column.kind'),
      t('payments.column.number'),
      t('reconcile.file.reportDay'),
      t('reconcile.file.bookDay'),
      t('orders.export.currency'),
      t('reconcile.file'),
      t('reconcile.here'),
      t('reconcile.difference'),
      t('reconcile.reasons'),
    ],
    parts: async function* ({ none, text, number }) {
      const amount = (minor: number | null, currency: string | null) =>
        minor === null || currency === null ? none : number(toDecimal({ minor, currency }))
      for await (const part of lines)
        yield part.map((row) => [
          row.row === null ? none : number(String(row.row)),
          text(t('reconcile.verdict', { verdict: row.verdict })),
          text(row.order_number ?? ''),
          text(row.kind === null ? '' : kindWords(row.kind, texts)),
          text(row.number ?? ''),
          text(row.report_day ?? ''),
          text(row.book_day ?? ''),
          text(row.currency ?? ''),
          amount(row.report_minor, row.currency),
          amount(row.book_minor, row.book_currency),
          amount(row.difference_minor, row.currency),
          text(reasonWords(row, texts)),
        ])
    },
  }
}
