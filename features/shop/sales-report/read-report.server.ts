import type { SellerDb } from '#db/client.ts'
import { sumSales } from '#features/shop/sales/sales-db.server.ts'
import { addSales, type SalesFigures } from '#features/shop/sales/sales.ts'
import { readBooks, type ComparedBooks } from './books-db.server.ts'
import { readBreakdown, type BreakdownRows } from './breakdown-db.server.ts'
import { readParts, type SalesParts } from './parts-db.server.ts'
import { readProfits, type ComparedProfits } from './profits-db.server.ts'
import type { ReportPeriods } from './report-period.ts'
import type { ReportQuery } from './report-query.ts'
import type { Which } from './report-spans.server.ts'

/** Data of the page's main currency. */
export interface SalesReport {
  figures: SalesFigures
  parts: Record<Which, SalesParts>
  books: ComparedBooks
  profits: ComparedProfits
  /** Null by day, which the figures have. */
  breakdown: BreakdownRows | null
}

interface Reader {
  sellerId: number
  /** The seller's currency. */
  currency: string
  periods: ReportPeriods
  query: ReportQuery
  /** Most rows of a breakdown. */
  limit: number
}

/** Reads the report of a period and the one that it is compared with. */
export async function readReport(
  db: SellerDb,
  { sellerId, currency: own, periods, query, limit }: Reader,
): Promise<SalesReport> {
  const { spans } = periods
  const rows = await sumSales(db, sellerId, spans)
  const figures = addSales({ rows, ...spans, comparison: periods, currency: query.currency ?? own })
  const of = { sellerId, periods, currency: figures.main.currency }
  const { by } = query
  const [parts, books, profits] = await Promise.all([readParts(db, of), readBooks(db, of), readProfits(db, of)])
  const breakdown = by === 'day' ? null : await readBreakdown(db, { ...of, by, limit })
  return { figures, parts, books, profits, breakdown }
}
