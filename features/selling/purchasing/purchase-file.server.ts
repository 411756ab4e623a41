import { byteOrderMark, csvNumber, csvRecord, csvText, noCsv } from '#lib/csv.ts'
import { toDecimal } from '#lib/money.ts'
import type { Texts } from '#texts/texts.ts'
import type { PurchaseLine, PurchaseRow } from '#features/selling/purchases/purchases-db.server.ts'

interface Ordered {
  purchase: Pick<PurchaseRow, 'currency'>
  lines: readonly PurchaseLine[]
  /** Whether prices are in it. */
  seesMoney: boolean
}

/** The lines of an order as a CSV file for the supplier. */
export function purchaseCsv({ purchase: { currency }, lines, seesMoney }: Ordered, { t }: Pick<Texts, 't'>): string {
  const header = [t('suppliers.code'), t('word.sku'), t('listings.column.title'), t('word.ordered')]
  const money = seesMoney ? [t('word.price'), t('orders.export.currency')] : []
  const records = lines.map((line) =>
    csvRecord([
      csvText(line.code ?? ''),
      csvText(line.sku),
      csvText(line.title),
      csvNumber(line.ordered_units),
      ...(seesMoney
        ? [
            line.price_minor === null ? noCsv : csvNumber(toDecimal({ minor: line.price_minor, currency })),
            csvText(currency),
          ]
        : []),
    ]),
  )
  return byteOrderMark + csvRecord([...header, ...money].map(csvText)) + records.join('')
}
