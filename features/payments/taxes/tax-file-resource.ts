import { csvDownload } from '#features/machinery/grid/export-stream.server.ts'
import { byteOrderMark, csvNumber, csvRecord, csvText } from '#lib/csv.ts'
import { toDecimal } from '#lib/money.ts'
import type { Texts } from '#texts/texts.ts'
import { sellerLoader } from '#web/guard.server.ts'
import { shopTexts } from '../statements/read-statements.server.ts'
import { readTaxes, type PeriodTaxes } from './read-taxes.server.ts'
import { netMinor } from './tax-sums.ts'
import { coverageWords, isCovered, taxKindWords } from './taxes-view.ts'

/** File of a period's taxes: a record for each country, kind, currency and name. */
export const loader = sellerLoader('money.view', async (visit) => {
  const texts = shopTexts(visit)
  const found = await readTaxes(visit)
  return csvDownload(taxFile(found, texts), `${texts.t('taxes.file')}-${found.period.key}.csv`)
})

function taxFile({ period, sums, coverage }: PeriodTaxes, texts: Texts): string {
  const { t } = texts
  const header = [
    t('sales.period'),
    t('word.country'),
    t('payments.column.kind'),
    t('orders.export.currency'),
    t('taxes.taxable'),
    t('taxes.collected'),
    t('taxes.returned'),
    t('taxes.net'),
    t('taxes.name'),
    t('taxes.rate'),
  ]
  const records = sums.map((sum) => {
    const { country, kind, currency, tax, collectedMinor, returnedMinor, taxableMinor } = sum
    const amounts = [taxableMinor, collectedMinor, returnedMinor, netMinor(sum)]
    return csvRecord([
      csvText(period.key),
      csvText(country ?? ''),
      csvText(taxKindWords(kind, texts)),
      csvText(currency),
      ...amounts.map((minor) => csvNumber(minor === null ? '' : toDecimal({ minor, currency }))),
      csvText(tax?.name ?? ''),
      csvNumber(tax?.rate ?? ''),
    ])
  })
  const incomplete = [period.key, '', coverageWords(coverage, texts), '', '', '', '', '', '', ''].map(csvText)
  const note = isCovered(coverage) ? '' : csvRecord(incomplete)
  return byteOrderMark + csvRecord(header.map(csvText)) + records.join('') + note
}
