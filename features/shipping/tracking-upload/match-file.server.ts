import type { SellerDb } from '#db/client.ts'
import type { Carrier } from '#features/core/carrier/carrier.ts'
import type { CsvRecord } from '#lib/csv-reader.ts'
import { matchColumns, scoreColumn, type Evidence, type FileColumn } from '#lib/match-columns.ts'
import { readKnownOrders, readOpenRecipients } from './known-orders-db.server.ts'
import { meaningsFor, type ColumnChoice, type ColumnKind, type ShopFacts } from './meanings.ts'
import { orderKeys } from './order-keys.ts'
import { plainName, plainPostcode } from './recipient.ts'

/** Limits of the sample, which is spread over the rows that are given. */
const [maxRows, mostCells] = [200, 20_000]

export interface FileMatch {
  columns: ColumnChoice
  evidence: Partial<Record<ColumnKind, Evidence>>
}

interface Matching {
  seller: { id: number }
  header: readonly string[]
  sample: readonly CsvRecord[]
  carriers: readonly Carrier[]
  /** The seller's choice; detected if omitted. */
  chosen: ColumnChoice | null
}

/** Detects the columns of a file from values and headers, compared with this shop's orders. */
export async function matchFile(
  db: SellerDb,
  { seller: { id: sellerId }, header, sample, carriers, chosen }: Matching,
): Promise<FileMatch> {
  const columns = sampleColumns(header, sample)
  const facts = await readFacts(db, sellerId, columns)
  const match = (of: ShopFacts): FileMatch => {
    const meanings = meaningsFor(of, carriers)
    const found: ColumnChoice =
      chosen ?? Object.fromEntries(Object.entries(matchColumns(columns, meanings)).map(([kind, { at }]) => [kind, at]))
    const evidence = meanings.flatMap((meaning) => {
      const column = columns[found[meaning.kind] ?? -1]
      return column ? [[meaning.kind, scoreColumn(column, meaning).evidence] as const] : []
    })
    return { columns: found, evidence: Object.fromEntries(evidence) }
  }
  const first = match(facts)
  // Names and postcodes are compared only if no order number matches.
  if ((first.evidence.order?.fits ?? 0) > 0) return first
  const open = await readOpenRecipients(db, sellerId)
  return match({
    ...facts,
    recipients: new Set(open.map(({ name }) => plainName(name))),
    postcodes: new Set(open.flatMap(({ postcode }) => (postcode ? [plainPostcode(postcode)] : []))),
  })
}

function sampleColumns(header: readonly string[], rows: readonly CsvRecord[]): FileColumn[] {
  const whole = rows.filter(({ problem }) => problem === undefined)
  const wanted = Math.max(20, Math.min(maxRows, Math.floor(mostCells / Math.max(1, header.length))))
  const step = Math.max(1, whole.length / wanted)
  const sample = Array.from({ length: Math.min(wanted, whole.length) }, (_, index) => whole[Math.floor(index * step)])
  return header.map((name, at) => ({ header: name, values: sample.map((row) => row?.fields[at] ?? '') }))
}

const none: ReadonlySet<string> = new Set()

async function readFacts(db: SellerDb, sellerId: number, columns: readonly FileColumn[]): Promise<ShopFacts> {
  const keys = new Set(columns.flatMap(({ values }) => values.filter((value) => /\d/.test(value)).flatMap(orderKeys)))
  const { orders, ownIds } = await readKnownOrders(db, sellerId, [...keys])
  const lines = [...orders.values()].flatMap((order) => order.lines)
  return {
    orders: { has: (key) => orders.has(key) || ownIds.has(key) },
    recipients: none,
    postcodes: none,
    items: new Set(lines.map(({ itemNumber }) => itemNumber)),
    skus: new Set(lines.flatMap(({ sku }) => sku ?? [])),
  }
}
