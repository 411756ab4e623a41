import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { Condition } from '#features/core/listing/listing-content.ts'
import { day } from '#lib/duration.ts'
import type { MarketSpan } from './market-days.ts'

/** Which sales are asked for; empty and null filters leave all. Prices are minor units of the currency. */
export interface MarketFilter extends MarketSpan {
  currency: string
  products: readonly number[] | null
  conditions?: readonly string[]
  formats?: readonly string[]
  countries?: readonly string[]
  least?: number | null
  most?: number | null
}

interface Grouping {
  byProduct?: boolean
  byCondition?: boolean
  /** Days of a time step. */
  stepDays?: number
}

/** Sales of a group: the seller's own, and others' as far as they are in lots. */
export interface MarketSums {
  productId: number | null
  condition: Condition | null
  /** From 0; null without steps. */
  step: number | null
  sales: number
  ownSales: number
  units: number
  sellers: number
  /** Of the price of a unit. */
  lowest: number
  highest: number
  average: number
  free: number
  revenue: number
  lastDay: Date
}

/** With quartiles and median of the price of a unit, and the median of shipping. */
export interface MarketRow extends MarketSums {
  low: number
  typical: number
  high: number
  shipping: number
  /** Prices in ascending order, and how often each was paid. */
  prices: number[] | null
  paid: number[] | null
}

export interface OfferedRow {
  productId: number | null
  condition: Condition | null
  active: number
  ownActive: number
  sellers: number
  /** Quartiles and median of what is asked; null if nothing is active. */
  low: number | null
  asked: number | null
  high: number | null
  offered: number
  sold: number
}

const listOf = (values: readonly string[] | undefined) => (values && values.length > 0 ? [...values] : null)

export const readMarket = (
  db: SellerDb,
  filter: MarketFilter,
  { withPrices = false, ...grouping }: Grouping & { withPrices?: boolean } = {},
): Promise<MarketRow[]> => readGroups(db, filter, { ...grouping, withPrices })

/** Without quartiles: cheaper over many sales. */
export const readMarketSums = (db: SellerDb, filter: MarketFilter, grouping: Grouping): Promise<MarketSums[]> =>
  readGroups(db, filter, { ...grouping, withPrices: null })

async function readGroups(
  db: SellerDb,
  filter: MarketFilter,
  { byProduct = false, byCondition = false, stepDays = 0, withPrices }: Grouping & { withPrices: boolean | null },
): Promise<MarketRow[]> {
  const { rows } = await sql<MarketRow>`
    select product_id as "productId", condition, step, sales, own_sales as "ownSales", units, sellers, lowest, low, typical, high, highest,
      average, shipping, free, revenue::double precision as revenue, last_day as "lastDay",
      prices::double precision[] as prices, paid::double precision[] as paid
    from research_sales(${filter.currency}, ${filter.from}, ${filter.before}, ${stepDays},
      ${filter.products && [...filter.products]}::bigint[], ${listOf(filter.conditions)}::text[], ${listOf(filter.formats)}::text[],
      ${listOf(filter.countries)}::text[], ${filter.least ?? null}::bigint, ${filter.most ?? null}::bigint, ${byProduct}, ${byCondition},
      ${withPrices})`.execute(db)
  return rows
}

export async function readOffered(
  db: SellerDb,
  { currency, from, before, products, conditions }: MarketFilter,
  { byProduct = false, byCondition = false }: Pick<Grouping, 'byProduct' | 'byCondition'> = {},
): Promise<OfferedRow[]> {
  const { rows } = await sql<OfferedRow>`
    select product_id as "productId", condition, active, own_active as "ownActive", sellers, low, asked, high, offered, sold
    from research_offers(${currency}, ${from}, ${before}, ${[...(products ?? [])]}::bigint[], ${listOf(conditions)}::text[],
      ${byProduct}, ${byCondition})`.execute(db)
  return rows
}

/** Days of a span. */
export const daysOf = ({ from, before }: MarketSpan): number => Math.round((before.getTime() - from.getTime()) / day)
