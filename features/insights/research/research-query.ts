import { conditions, listingFormats } from '#features/core/listing/listing-content.ts'
import { lastDays, utcDay, type MarketSpan } from '#features/selling/market/market-days.ts'
import { day } from '#lib/duration.ts'
import { isDay } from '#lib/read-moment.ts'
import { parseDecimal } from '#lib/money.ts'
import { readDecimal, type Grouping } from '#lib/read-amount.ts'
import { paths } from '#web/paths.ts'

export const dayRanges = [30, 90, 365] as const
const usualRange = 90

export const sortings = ['sold', 'average', 'sellers', 'value', 'last'] as const
export type Sorting = (typeof sortings)[number]

/** Products that are compared at most. */
export const mostCompared = 4
export const rowsOfPage = 50

/** The whole state of the page; its address says the same. */
export type ResearchQuery = ReturnType<typeof readResearchQuery>

interface ReadBy {
  now: Date
  currency: string
  grouping: Grouping
}

/** Reads the address. Unknown values are ignored; days and prices that make no sense are named in `refused`. */
export function readResearchQuery(params: URLSearchParams, { now, currency, grouping }: ReadBy) {
  const text = (name: string) => params.get(name)?.trim() ?? ''
  const today = dayText(utcDay(now))
  const typed = { from: text('startDate'), to: text('endDate') }
  const isTyped = typed.from !== '' || typed.to !== ''
  const isOwn = isDay(typed.from) && isDay(typed.to) && typed.from <= typed.to && typed.from <= today
  const range = isOwn ? null : (dayRanges.find((days) => String(days) === text('dayRange')) ?? usualRange)
  const usual = lastDays(range ?? usualRange, now)
  const [least, most] = [
    amountOf(text('minPrice'), { currency, grouping }),
    amountOf(text('maxPrice'), { currency, grouping }),
  ]
  const isPriced = least !== undefined && most !== undefined && !(least && most && Number(least) > Number(most))
  const many = (name: string, isKnown: (value: string) => boolean) => [
    ...new Set(
      params
        .getAll(name)
        .flatMap((value) => value.split(','))
        .map((value) => value.trim())
        .filter(isKnown),
    ),
  ]
  return {
    tab: text('tabName').toUpperCase() === 'ACTIVE' ? 'active' : 'sold',
    keywords: text('keywords').slice(0, 200),
    category: text('category').slice(0, 200) || null,
    conditions: many('condition', (value) => conditions.some((known) => known === value)),
    format: listingFormats.find((known) => known === text('format')) ?? null,
    countries: many('country', (value) => /^[A-Z]{2}$/.test(value)),
    /** Prices as typed; null if none. */
    least: isPriced ? (least ?? null) : null,
    most: isPriced ? (most ?? null) : null,
    /** Null: own days. */
    range,
    days: isOwn
      ? { from: typed.from, to: typed.to < today ? typed.to : today }
      : { from: dayText(usual.from), to: today },
    /** EPIDs. */
    compare: many('compare', (value) => /^\d{1,12}$/.test(value)).slice(0, mostCompared),
    /** The day on which a search was saved. */
    since: isDay(text('since')) && text('since') <= today ? text('since') : null,
    sorting: sortings.find((known) => known === text('sorting')) ?? 'sold',
    offset: /^\d{1,6}$/.test(text('offset')) ? Math.floor(Number(text('offset')) / rowsOfPage) * rowsOfPage : 0,
    /** Fields that cannot be read, as typed. */
    refused: {
      ...(isTyped && !isOwn ? { days: true as const } : {}),
      ...(isPriced ? {} : { price: true as const }),
    },
  }
}

const dayText = (at: Date) => at.toISOString().slice(0, 10)

/** A decimal; null if nothing is typed, undefined if it is no price. */
function amountOf(typed: string, { currency, grouping }: Omit<ReadBy, 'now'>): string | null | undefined {
  if (typed === '') return null
  const decimal = readDecimal(typed, { grouping })
  return decimal !== null && parseDecimal(decimal, currency) !== null ? decimal : undefined
}

/** Whether anything is searched for. */
export const isSearch = (query: ResearchQuery): boolean =>
  query.keywords !== '' || query.category !== null || query.compare.length > 0

export const spanOf = ({ days }: Pick<ResearchQuery, 'days'>): MarketSpan => ({
  from: new Date(`${days.from}T00:00Z`),
  before: new Date(Date.parse(`${days.to}T00:00Z`) + day),
})

/** Query parameters of the page, without defaults. */
export function researchParameters(query: ResearchQuery): Record<string, string> {
  const { range, days, tab, keywords, category, format, least, most, since, sorting, offset } = query
  const texts = {
    keywords,
    category,
    condition: query.conditions.join(','),
    format,
    country: query.countries.join(','),
    minPrice: least,
    maxPrice: most,
    compare: query.compare.join(','),
    since,
    ...(range === null
      ? { startDate: days.from, endDate: days.to }
      : { dayRange: range === usualRange ? '' : String(range) }),
    tabName: tab === 'active' ? 'ACTIVE' : '',
    sorting: sorting === 'sold' ? '' : sorting,
    offset: offset === 0 ? '' : String(offset),
  }
  return Object.fromEntries(Object.entries(texts).flatMap(([name, value]) => (value ? [[name, value]] : [])))
}

/** The page's address with changes; other rows begin at the first. */
export const researchHref = (query: ResearchQuery, change: Partial<ResearchQuery> = {}): string =>
  paths.research(researchParameters({ ...query, offset: 0, ...change }))
