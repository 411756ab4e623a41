import { csvDownload } from '#features/machinery/grid/export-stream.server.ts'
import { byteOrderMark, csvNumber, csvRecord, csvText } from '#lib/csv.ts'
import { toDecimal } from '#lib/money.ts'
import type { Texts } from '#texts/texts.ts'
import { sellerLoader } from '#web/guard.server.ts'
import { readMonth, readYear, shopTexts } from './read-statements.server.ts'
import type { Statement } from './statement.ts'
import { lineWords } from './statement-words.ts'

/** File of a month or a year: a record for each line, with the balances before and after it. */
export const loader = sellerLoader('money.view', async (visit) => {
  const texts = shopTexts(visit)
  const month = visit.url.searchParams.get('month')
  const found = month === null ? await readYear(visit) : await readMonth(visit)
  const period = month ?? String(found && 'year' in found ? found.year : '')
  return csvDownload(statementFile(found?.statements ?? [], texts), `${texts.t('statements.file')}-${period}.csv`)
})

function statementFile(statements: readonly Statement[], texts: Texts): string {
  const { t } = texts
  const header = [
    t('word.month'),
    t('orders.export.currency'),
    t('payments.column.kind'),
    t('payments.column.what'),
    t('word.amount'),
  ]
  const records = statements.flatMap(({ month, currency, openingMinor, lines, closingMinor }) => {
    const record = (kind: string, what: string, minor: number) =>
      csvRecord([
        csvNumber(month),
        csvText(currency),
        csvText(kind),
        csvText(what),
        csvNumber(toDecimal({ minor, currency })),
      ])
    return [
      record(t('statements.opening'), '', openingMinor),
      ...lines.map((line) => record(t('statements.group', { group: line.group }), lineWords(line, texts), line.minor)),
      record(t('statements.closing'), '', closingMinor),
    ]
  })
  return byteOrderMark + csvRecord(header.map(csvText)) + records.join('')
}
