import { sql } from 'kysely'
import { openReport } from '#features/payments/reconcile/read-report.ts'
import { storedColumns } from '#features/payments/reconcile/reconciliation.ts'
import { isEnough } from '#features/payments/reconcile/report-columns.ts'
import { readStockPlaces } from '#features/selling/listing-files/stock-places.ts'
import { findCountColumns } from '#features/selling/stock-count/count-file.server.ts'
import type { CsvRecord } from '#lib/csv-reader.ts'
import { isOfCosts } from '#features/core/costs/cost-file.server.ts'
import { orderKeys } from '#features/shipping/tracking-upload/order-keys.ts'
import { recordRuns, type RecordColumns, type RecordRun } from '#features/machinery/records/record-plan.ts'
import { readForm, type Sent } from '#features/machinery/records/receive-records.server.ts'
import { shortened } from '#lib/shortened.ts'
import { recordKinds } from '../runs/record-kinds.server.ts'
import { rankFits, type Fit, type Ranked } from './rank-fits.ts'

/** Bytes that are looked at, so that a long file is recognised as fast as a short one. */
export const mostRecognised = 500_000

/** Tells what a file is about: each kind reads its beginning with its own columns. */
export async function recogniseFile(of: Sent, bytes: Uint8Array): Promise<Ranked> {
  const cut = bytes.length > mostRecognised ? bytes.lastIndexOf(0x0a, mostRecognised) + 1 : bytes.length
  const seen = bytes.subarray(0, cut || mostRecognised)
  const stock = await readStockPlaces(seen)
  const start = stock?.isByColumn ? stock.take(null) : seen
  const fits: (Fit | null)[] = []
  for (const run of recordRuns) fits.push(await fitOfRecords(of, run, start))
  fits.push(await fitOfReport(of, start), await fitOfCount(start))
  return rankFits(fits.flatMap((fit) => fit ?? []))
}

/** Rows whose orders are looked up. */
const mostLookedUp = 200

/** Meanings of listings that only say which one is meant. */
const ofKey = new Set(['item', 'sku', 'variation', 'currency', 'weightUnit', 'epid', 'gtin'])

async function fitOfRecords(of: Sent, run: RecordRun, bytes: Uint8Array): Promise<Fit | null> {
  const kind = recordKinds[run]
  const read = await readForm(of, kind, bytes)
  if (!read.ok) return null
  const { header, columns, dialect, isChosen } = read.form
  const means = kind.columnKinds.filter((each) => columns[each] !== undefined)
  // Values alone are no costs: they may be prices.
  if (run === 'costs' && !isChosen && !isOfCosts(header)) return null
  if (kind.missing(columns).length > 0 || (run === 'listings' && means.every((each) => ofKey.has(each)))) return null
  return {
    kind: run,
    means,
    names: namesOf(
      header,
      means.map((each) => columns[each] ?? -1),
    ),
    by: isChosen ? 'CHOSEN' : dialect === null ? 'COLUMNS' : 'KNOWN',
    isOfOwnOrders: run === 'tracking' && (await isOfOwnOrders(of, columns, read.sample)),
  }
}

/** Whether rows with a tracking number name orders that the shop ships: those that were imported with a file are over. */
async function isOfOwnOrders(
  { read, seller }: Sent,
  { order = -1, tracking = -1 }: RecordColumns,
  sample: readonly CsvRecord[],
): Promise<boolean> {
  const rows = sample.filter(({ fields }) => (fields[tracking] ?? '').trim() !== '').slice(0, mostLookedUp)
  const keys = [...new Set(rows.flatMap(({ fields }) => orderKeys(fields[order] ?? '')))]
  if (keys.length === 0) return false
  const { rows: own } = await read((db) =>
    sql`select id from orders where seller_id = ${seller.id} and history_at is null
      and (order_number = any (${keys}::text[]) or external_id = any (${keys}::text[])) limit 1`.execute(db),
  )
  return own.length > 0
}

async function fitOfReport({ seller: { currency } }: Sent, bytes: Uint8Array): Promise<Fit | null> {
  const opened = await openReport(bytes, { currency, chosenFor: () => Promise.resolve(null) })
  if (!opened.ok) return null
  const { header, report } = opened.file
  const columns = storedColumns(opened.file)
  if (!isEnough(columns)) return null
  const places = Object.values(columns)
  return fitOf('report', { means: Object.keys(columns), names: namesOf(header, places), isKnown: Boolean(report) })
}

async function fitOfCount(bytes: Uint8Array): Promise<Fit | null> {
  const found = await findCountColumns(bytes)
  return found && fitOf('count', found)
}

const fitOf = (
  kind: Fit['kind'],
  { means, names, isKnown }: Pick<Fit, 'means' | 'names'> & { isKnown: boolean },
): Fit => ({ kind, means, names, by: isKnown ? 'KNOWN' : 'COLUMNS', isOfOwnOrders: false })

const longestName = 30

/** Headers as they are said: eBay's templates have a long remark in their first one. */
export const namesOf = (header: readonly string[], places: readonly number[]): string[] =>
  places.flatMap((place) => shortened((header[place] ?? '').replace(/^\*/, '').trim(), longestName) || [])
