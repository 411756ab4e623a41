import type { Condition } from '#features/core/listing/listing-content.ts'
import type { Money } from '#lib/money.ts'
import type { PricingFields } from './pricing-query.ts'

/** Sales count for so many days. */
export const evidenceDays = 90
/** With fewer sales nothing is said about a price: it would be made up. */
export const leastSales = 5
/** From so many sales on, half of which lie between the quartiles, one odd sale hardly moves the typical price. */
export const manySales = 20
/** Titles less alike than this (pg_trgm's similarity, 0 to 1) are not of the same product. */
export const leastAlike = 0.4

/** How the product was recognised: by its number, by its trade item number, or because its title is the nearest. */
export type FoundBy = 'epid' | 'gtin' | 'title'

/** A product of the marketplace's catalogue. */
export interface FoundProduct {
  id: number
  epid: string
  title: string
  by: FoundBy
}

/** Sales in one condition and currency as the database adds them up: `product_sales` of `db/functions/product-summary.sql`. */
export interface SalesRow {
  condition: Condition
  /** Null over the whole time; else the step of time, 0 first. */
  step: number | null
  sales: number
  ownSales: number
  units: number
  lowMinor: number
  typicalMinor: number
  highMinor: number
  averageMinor: number
  shippingMinor: number
  freeShipping: number
}

/** Listings on offer in one condition and currency: `product_offers` of `db/functions/product-summary.sql`. */
export interface OffersRow {
  condition: Condition
  active: number
  ownActive: number
  /** Median of what active listings ask; null where none is active. */
  askedMinor: number | null
  offered: number
  sold: number
}

/** Enough sales to say what a thing sells for. */
export interface Figures {
  /** What it typically sells for: the median of what was paid a piece. */
  typical: Money
  /** The middle half of the sales: a quarter sold for less, a quarter for more. */
  low: Money
  high: Money
  average: Money
  /** Usual shipping: the median, 0 is free. */
  shipping: Money
}

/** What is known of the price of a product in a condition, and how well. */
export interface Evidence {
  strength: 'none' | 'little' | 'fair' | 'good'
  sales: number
  /** Of these, the seller's own. */
  ownSales: number
  /** Null where there are too few sales: then no price is made up. */
  figures: Figures | null
}

/** Judges the sales in one condition; `row` is undefined where nothing was sold. */
export function judgeEvidence(row: SalesRow | undefined, currency: string): Evidence {
  if (!row || row.sales <= 0) return { strength: 'none', sales: 0, ownSales: 0, figures: null }
  const { sales, ownSales } = row
  if (sales < leastSales) return { strength: 'little', sales, ownSales, figures: null }
  const money = (minor: number): Money => ({ minor, currency })
  return {
    strength: sales < manySales ? 'fair' : 'good',
    sales,
    ownSales,
    figures: {
      typical: money(row.typicalMinor),
      low: money(row.lowMinor),
      high: money(row.highMinor),
      average: money(row.averageMinor),
      shipping: money(row.shippingMinor),
    },
  }
}

/** Of the listings on offer in the time, the part that sold: 0 to 1; null where none was on offer. */
export function sellThrough({ offered, sold }: Pick<OffersRow, 'offered' | 'sold'>): number | null {
  return offered > 0 ? sold / offered : null
}

/**
 * What a form has to tell a summary that shows `shown`, as the data of a `conditionChange`; null where nothing differs.
 * `fieldChanged` is `condition` only where nothing else changed: anything else means another item, and then the
 * summary forgets the item it was about.
 */
export function pricingChange(shown: PricingFields, wanted: PricingFields): Record<string, string> | null {
  const names = ['epid', 'gtin', 'title', 'format', 'variation', 'condition'] as const
  // What is longer the frame would not take, and be waited for.
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

/** Letters of a field that count: no title is longer, and of many variations the first ones tell them apart. */
const longestValue = 200

/** The request header by which the framed page's script asks for the page's content alone. */
export const contentOnly = 'Hub-Content-Only'
