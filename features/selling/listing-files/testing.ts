import { sampleColumns, tableRecords } from '#lib/table-file.ts'
import { findDecimalMark } from '#lib/written-amount.ts'
import { findAspects } from './aspect-columns.ts'
import { findColumns, type ColumnChoice, type ShopFacts } from './file-columns.ts'
import { openListingFile } from '#features/reports/uploads/listings-kind.server.ts'
import { isListingReport } from './file-dialects.ts'
import { createRowReader, type FileRow } from './read-rows.ts'
import { findVariants } from './variant-columns.ts'

const nothing = { items: new Set(), skus: new Set(), categories: new Set(['Film Cameras']) }

/** Reads a file as an upload does: opens it, finds its columns, and reads its rows. */
export async function readFile(
  content: Uint8Array | string,
  {
    facts = {},
    currency = 'GBP',
    cutAt,
  }: {
    facts?: Partial<ShopFacts>
    currency?: string
    /** A line from which another reader goes on. */
    cutAt?: number
  } = {},
) {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  const opened = await openListingFile(bytes)
  if (!opened.ok) return { reason: opened.reason, dialect: null, columns: {} as ColumnChoice, rows: [] as FileRow[] }
  const { file } = opened
  const columns = findColumns(sampleColumns(file), { ...nothing, currency, ...facts })
  const prices = file.sample.map(({ fields }) => fields[columns.price ?? -1] ?? '')
  const form = {
    columns,
    aspects: findAspects(file.header),
    variantOf: findVariants(file.header),
    header: file.header,
    mark: findDecimalMark(prices, currency),
    currency,
    isReport: isListingReport(file.header),
    limits: { priceMinor: 99_999_999, quantity: 1_000_000 },
  }
  let reader = createRowReader(form)
  const rows: FileRow[] = []
  for await (const records of tableRecords([bytes], file))
    for (const record of records) {
      if (record.line === cutAt) reader = createRowReader(form, reader.head())
      rows.push(...[reader.read(record) ?? []].flat())
    }
  return { reason: null, dialect: file.dialect, columns, rows }
}
