import type { Condition } from '#features/core/listing/listing-content.ts'
import type { MarketRow, OfferedRow } from '#features/selling/market/market-db.server.ts'
import type { Money } from '#lib/money.ts'
import type { PricingFields } from './pricing-query.ts'

export const evidenceDays = 90
/** Minimum sales for showing a price. */
export const minSales = 5
/** With this many sales the evidence is good: half lie between the quartiles, and outliers hardly move the median. */
export const reliableSales = 20
/** Minimum title similarity (pg_trgm, 0 to 1) for the same product. */
export const minAlike = 0.4

export type FoundBy = 'epid' | 'gtin' | 'title'

export interface FoundProduct {
  id: number
  epid: string
  title: string
  by: FoundBy
}

/** Sales and offers of a product, by condition. */
export type SalesRow = MarketRow & { condition: Condition }
export type OffersRow = OfferedRow & { condition: Condition }

/** What evidence is made of. */
export type EvidenceRow = Pick<MarketRow, 'sales' | 'ownSales' | 'typical' | 'low' | 'high' | 'average' | 'shipping'>

export interface Figures {
  /** Typical price: the median paid per unit. */
  typical: Money
  /** Quartiles: a quarter sold for less than `low`, a quarter for more than `high`. */
  low: Money
  high: Money
  average: Money
  /** Median shipping cost; 0 is free. */
  shipping: Money
}

export interface Evidence {
  strength: 'none' | 'little' | 'fair' | 'good'
  sales: number
  /** The seller's own among them. */
  ownSales: number
  /** Null with too few sales: no price is shown. */
  figures: Figures | null
}

/** Evaluates the sales in one condition; `row` is undefined without sales. */
export function assessEvidence(row: EvidenceRow | undefined, currency: string): Evidence {
  if (!row || row.sales <= 0) return { strength: 'none', sales: 0, ownSales: 0, figures: null }
  const { sales, ownSales } = row
  if (sales < minSales) return { strength: 'little', sales, ownSales, figures: null }
  const money = (minor: number): Money => ({ minor, currency })
  return {
    strength: sales < reliableSales ? 'fair' : 'good',
    sales,
    ownSales,
    figures: {
      typical: money(row.typical),
      low: money(row.low),
      high: money(row.high),
      average: money(row.average),
      shipping: money(row.shipping),
    },
  }
}

/** Share of offered listings that sold, 0 to 1; null if none were offered. */
export function sellThrough({ offered, sold }: Pick<OfferedRow, 'offered' | 'sold'>): number | null {
  return offered > 0 ? sold / offered : null
}

/**
 * The data of the `conditionChange` that updates a summary showing `shown`; null if nothing differs. `fieldChanged` is
 * `condition` only if nothing else changed; any other change makes the summary forget its item.
 */
export function pricingChange(shown: PricingFields, wanted: PricingFields): Record<string, string> | null {
  const names = ['epid', 'gtin', 'title', 'format', 'variation', 'condition'] as const
  // The frame rejects longer values and would never respond.
  const value = (fields: PricingFields, name: (typeof names)[number]) =>
    fields[name]?.trim().slice(0, longestValue).trimEnd() ?? ''
  const changed = names.filter((name) => value(shown, name) !== value(wanted, name))
  const [first] = changed
  if (!first) return null
  const isProduct = first === 'epid' || first === 'gtin' || first === 'title'
  return {
    fieldChanged: isProduct ? 'product' : first,
    ...Object.fromEntries(changed.map((name) => [name, value(wanted, name)])),
  }
}

/** Characters compared of a field: no title is longer, and variations differ earlier. */
const longestValue = 200

/** Request header for the content without its document, used by the frame's script. */
export const contentOnly = 'Hub-Content-Only'
