import path from 'node:path'
import type { Database } from '#db/client.ts'
import { isDatabaseUnavailable } from '#db/failure.ts'
import type { LedgerRules } from '#features/core/ledger/ledger-policy.ts'
import { takeOrdersIsolated } from '#features/orders/order-intake/take-orders-db.server.ts'
import { pairs } from '#lib/pairs.ts'
import { findSource } from '../import-file.ts'
import { ImportRejectedError, type ImportReport, type RowOutcome } from '../import-report.ts'
import {
  ImportCancelledError,
  ImportLostError,
  settleTables,
  stopIfCancelled,
  type ImportProgress,
} from '../import-session.ts'
import { openExport } from '../import-stage.ts'
import { retailFile } from './file.ts'
import { isCarriage, type Invoice, type InvoiceRow } from './invoice.ts'
import { createLeftOut } from './left-out.ts'
import { matchCredits, type MatchedCredits } from './match-credits.ts'
import { readInvoices, type RetailFacts } from './read-invoices.ts'
import { addRetailSeller } from './retail-seller-db.ts'
import { retailCurrency, toOrder } from './to-order.ts'

/** Parameters of an import of Online Retail. */
export interface RetailImport {
  /** Folder of the file `online_retail.csv.gz` or `online_retail.csv`. */
  folder: string
  db: Database
  now: () => Date
  rules: LedgerRules
  signal?: AbortSignal
  onProgress?: (progress: ImportProgress) => void
  /** Called for each rejected or left out row. */
  onOutcome?: (outcome: RowOutcome) => void
  /** Throws ImportRejectedError at the first rejected row. */
  strict?: boolean
  /** Maximum rejected rows in the report. */
  listed?: number
}

/** Orders taken in one transaction. An invoice has up to a thousand lines. */
const ordersAtOnce = 20
/** Progress shares: end of reading, end of writing. */
const [readTo, writeTo] = [0.1, 0.95]
/** Tables used most by lists and searches. */
const readMost = ['orders', 'line_items', 'order_search', 'order_counts', 'sales_hours', 'refunds', 'shipment_lines']

/**
 * Tables analysed repeatedly while they grow: otherwise PostgreSQL would check references by reading all rows of the
 * seller.
 */
const growing = ['orders', 'line_items', 'shipments', 'shipment_lines', 'payments', 'refunds', 'buyers', 'addresses']

/** Credits that no sale explains. */
const unexplained = 'credits that no earlier sale of the customer explains'

/** The file that an import of this folder reads. */
export const retailSources = async (folder: string): Promise<string[]> => [
  (await findSource(folder, retailFile.name)).path,
]

/**
 * Imports UCI's Online Retail as one seller's history. Reads the whole file before writing anything, then writes orders
 * in batches. Existing orders are kept, so an interrupted import can be resumed. @throws ImportRefusedError if the file
 * or a column is missing @throws ImportCancelledError if `signal` was aborted @throws ImportRejectedError if `strict`
 * is set and a row is rejected
 */
export async function importOnlineRetail(options: RetailImport): Promise<ImportReport & { facts: RetailFacts }> {
  const { folder, db, signal, onProgress, strict, listed = 20 } = options
  const start = performance.now()
  const file = await openExport(folder, retailFile)
  const counts = { file: file.name, read: 0, kept: 0, rejected: 0, leftOut: 0, seconds: 0 }
  const firstRejected: RowOutcome[] = []
  const trailing: ImportReport['notes'] = []
  const onOutcome = (outcome: RowOutcome) => {
    if (outcome.outcome === 'left out') counts.leftOut += 1
    else {
      if (strict) throw new ImportRejectedError(outcome)
      counts.rejected += 1
      if (firstRejected.length < listed) firstRejected.push(outcome)
    }
    options.onOutcome?.(outcome)
  }
  let bytes = 0
  const { sales, credits, leftOut, rounded, facts } = await readInvoices(file, {
    signal,
    onOutcome,
    onRead: (more, rows) => {
      bytes += more
      onProgress?.({ phase: `Reading ${file.name}`, share: (bytes / file.source.size) * readTo, rows })
    },
    onTrailing: (rest) => {
      const text = `bytes behind the end of ${path.basename(file.source.path)}, which are no gzip and were left away`
      trailing.push({ text, rows: rest })
    },
  })
  counts.read = facts.rows
  counts.seconds = (performance.now() - start) / 1000
  const matched = matchCredits(sales, credits)
  const left = leaveUnmatched(file.name, matched, onOutcome)
  const { added, differing } = await write(options, { sales, matched })
  if (added > 0) {
    onProgress?.({ phase: 'Settling tables', share: writeTo, rows: 0 })
    await settleTables(db.pool, readMost, signal)
  }
  onProgress?.({ phase: 'Done', share: 1, rows: 0 })
  return {
    facts,
    files: [{ ...counts, kept: counts.read - counts.rejected - counts.leftOut }],
    leftOut: [...leftOut, ...left],
    tables: [{ name: 'orders', added, changed: 0 }],
    notes: [
      ...trailing,
      { text: 'sale rows with a fraction of a penny, which was rounded', rows: rounded },
      { text: 'orders that differ from those here, which stay as they are', rows: differing },
    ],
    firstRejected,
    currency: retailCurrency,
    seconds: (performance.now() - start) / 1000,
  }
}

/** Goods are one group: there are too many codes. */
const groupOf = (row: InvoiceRow) => (/^\d/.test(row.code) ? 'goods' : isCarriage(row) ? 'postage' : row.code)

function leaveUnmatched(file: string, { unmatched }: MatchedCredits, onOutcome: (outcome: RowOutcome) => void) {
  const leftOut = createLeftOut(file, onOutcome)
  for (const { at, row } of unmatched) {
    const minor = 0 - row.units * row.priceMinor
    leftOut.add({ line: row.line, reason: unexplained, group: groupOf(row), minor, at })
  }
  return leftOut.all()
}

const writeFailure = (id: string, cause: unknown) =>
  isDatabaseUnavailable(cause) ? new ImportLostError(cause) : new Error(`invoice ${id} could not be written`, { cause })

async function write(
  { db, now, rules, signal, onProgress }: RetailImport,
  { sales, matched }: { sales: readonly Invoice[]; matched: MatchedCredits },
): Promise<{ added: number; differing: number }> {
  const [first] = sales
  if (!first) return { added: 0, differing: 0 }
  stopIfCancelled(signal)
  const sellerId = await addRetailSeller(db, first.at)
  let [added, differing, analyseAt] = [0, 0, ordersAtOnce]
  for (let from = 0; from < sales.length; from += ordersAtOnce) {
    if (signal?.aborted)
      throw new ImportCancelledError(
        `The import was stopped after ${from} of ${sales.length} orders. Import again: it goes on from there.`,
      )
    const part = sales.slice(from, from + ordersAtOnce)
    const orders = part.map((sale) => toOrder(sale, matched.refunds.get(sale.number) ?? []))
    const results = await takeOrdersIsolated(db, { sellerId, orders, now: now(), rules })
    for (const [{ id }, result] of pairs(orders, results)) {
      if (result.status === 'rejected') throw writeFailure(id, result.reason)
      const { outcome } = result.value
      if (!outcome.ok) differing += 1
      else if (!outcome.repeated) added += 1
    }
    const rows = Math.min(sales.length, from + ordersAtOnce)
    if (added >= analyseAt) {
      await db.pool.query(`analyze ${growing.join(', ')}`)
      analyseAt = 2 * added
    }
    onProgress?.({ phase: 'Adding orders', share: readTo + (rows / sales.length) * (writeTo - readTo), rows })
  }
  return { added, differing }
}
