import type { SellerDb } from '#db/client.ts'
import { readCondition } from '#features/core/listing/condition-words.ts'
import type { Texts } from '#texts/texts.ts'
import { insightsModel, stepDays, type InsightsInput, type InsightsModel } from './insights-view.server.ts'
import { findProduct, readOffers, readSales } from './product-summary-db.server.ts'
import { evidenceDays } from './product-summary.ts'
import { evidenceSpan } from './summary-query.server.ts'
import { lastDays } from '#features/selling/market/market-days.ts'

interface InsightsRequest {
  epid: string
  condition: string | null
  /** The seller's currency; only its sales count. */
  currency: string
  now: Date
}

export async function readInsights(
  db: SellerDb,
  { condition, ...request }: InsightsRequest,
  texts: Texts,
): Promise<InsightsModel | null> {
  const rows = await readInsightsRows(db, request)
  return rows && insightsModel({ ...rows, condition: readCondition(condition) }, texts)
}

export async function readInsightsRows(
  db: SellerDb,
  { epid, currency, now }: Omit<InsightsRequest, 'condition'>,
): Promise<Omit<InsightsInput, 'condition'> | null> {
  const product = await findProduct(db, { epid })
  if (!product) return null
  const span = { productId: product.id, currency, ...evidenceSpan(now) }
  const twice = { ...span, ...lastDays(2 * evidenceDays, now) }
  return {
    product,
    currency,
    sales: await readSales(db, span),
    steps: await readSales(db, twice, stepDays),
    offers: await readOffers(db, span),
    now,
  }
}
