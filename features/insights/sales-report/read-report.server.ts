import type { SellerDb } from '#db/client.ts'
import { sumSales } from '#features/insights/sales/sales-db.server.ts'
import { addSales, type SalesFigures } from '#features/insights/sales/sales.ts'
import { readBooks, type ComparedBooks } from './books-db.server.ts'
import { readBreakdown, type BreakdownRows } from './breakdown-db.server.ts'
import type { OfferSales } from '#features/core/offer/offer-sales.server.ts'
import { readOffersPart } from './offers-part.server.ts'
import { readParts, type SalesParts } from './parts-db.server.ts'
import { readProfits, type ComparedProfits } from './profits-db.server.ts'
import type { ReportPeriods } from './report-period.ts'
import type { ReportQuery } from './report-query.ts'
import type { Which } from './report-spans.server.ts'

export interface SalesReport {
  figures: SalesFigures
  parts: Record<Which, SalesParts>
  offers: OfferSales
  books: ComparedBooks
  profits: ComparedProfits
  /** Null by day, which the figures have. */
  breakdown: BreakdownRows | null
}

interface Reader {
  sellerId: number
  currency: string
  periods: ReportPeriods
  query: ReportQuery
  limit: number
}

export async function readReport(
  db: SellerDb,
  { sellerId, currency: own, periods, query, limit }: Reader,
): Promise<SalesReport> {
  const { spans } = periods
  const rows = await sumSales(db, sellerId, spans)
  const figures = addSales({ rows, ...spans, comparison: periods, currency: query.currency ?? own })
  const of = { sellerId, periods, currency: figures.main.currency }
  const { by } = query
  const [parts, offers, books, profits] = await Promise.all([
    readParts(db, of),
    readOffersPart(db, of),
    readBooks(db, of),
    readProfits(db, of),
  ])
  const breakdown = by === 'day' ? null : await readBreakdown(db, { ...of, by, limit })
  return { figures, parts, offers, books, profits, breakdown }
}
