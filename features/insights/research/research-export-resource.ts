import { exportFileName } from '#features/machinery/grid/export-file.ts'
import { byteOrderMark, csvNumber, csvRecord, csvText } from '#lib/csv.ts'
import { toDecimal } from '#lib/money.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { sellerLoader } from '#web/guard.server.ts'
import { readResearchRows } from './read-research.server.ts'
import { readResearchQuery } from './research-query.ts'
import { sortRows } from './research-rows.server.ts'

/** Downloads all rows behind the figures of sold items. */
export const loader = sellerLoader('amounts.view', async ({ hub, read, seller, texts: reader, url }) => {
  const now = hub.now()
  const texts = textsFor(reader.locale, 'UTC')
  const { t } = texts
  const { currency } = seller
  const query = readResearchQuery(url.searchParams, { now, currency, grouping: texts.grouping })
  const { rows, products } = await read((db) => readResearchRows(db, { currency, query }))
  const money = (minor: number) => csvNumber(toDecimal({ minor, currency }))
  const records = [
    (
      [
        'product',
        'epid',
        'column.condition',
        'currency',
        'column.sold',
        'column.items',
        'column.average',
        'column.median',
        'column.lowest',
        'column.highest',
        'column.sellers',
        'column.value',
        'column.ofYours',
        'column.last',
      ] as const
    ).map((name) => csvText(t(`research.${name}`))),
    ...sortRows(rows, query.sorting).map((row) => [
      csvText(products.get(row.productId ?? 0)?.title ?? ''),
      csvText(products.get(row.productId ?? 0)?.epid ?? ''),
      csvText(row.condition ? t(`listings.condition.${row.condition}`) : ''),
      csvText(currency),
      csvNumber(row.sales),
      csvNumber(row.units),
      money(row.average),
      money(row.typical),
      money(row.lowest),
      money(row.highest),
      csvNumber(row.sellers),
      money(row.revenue),
      csvNumber(row.ownSales),
      csvNumber(row.lastDay.toISOString().slice(0, 10)),
    ]),
  ]
  return new Response(byteOrderMark + records.map((record) => csvRecord(record)).join(''), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8; header=present',
      'Content-Disposition': `attachment; filename="${exportFileName(t('research.file'), now, texts)}"`,
      'Cache-Control': 'no-store',
    },
  })
})
