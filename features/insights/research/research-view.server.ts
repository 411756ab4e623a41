import { conditions, listingFormats } from '#features/core/listing/listing-content.ts'
import { categoryName, type Taxonomy } from '#features/core/listing/taxonomy.ts'
import { changeText } from '#features/insights/sales/sales-change.ts'
import { daysOf, type MarketRow, type OfferedRow } from '#features/selling/market/market-db.server.ts'
import type { Bound } from '#features/selling/market/lots.ts'
import type { SavedViewRow } from '#features/machinery/grid/saved-views-db.server.ts'
import { ordersHref } from '#features/orders/order-list/orders-list.server.ts'
import type { SeriesChartModel } from '#shui/chart/series-model.ts'
import type { Texts } from '#texts/texts.ts'
import { paths, withQuery } from '#web/paths.ts'
import { pricesChart, stepName, trendChart, trendOf } from './charts.server.ts'
import type { FoundProduct, Research } from './read-research.server.ts'
import {
  dayRanges,
  isSearch,
  mostCompared,
  researchHref,
  researchParameters,
  rowsOfPage,
  spanOf,
  type ResearchQuery,
  type Sorting,
} from './research-query.ts'

export interface Choice {
  key: string
  text: string
  href: string
  active: boolean
}

export interface ResearchRow {
  key: string
  name: string
  insightsHref: string
  /** Null if it is compared already, or enough are. */
  compareHref: string | null
  cells: string[]
  /** The seller's own orders or listings. */
  own: { text: string; href: string } | null
}

export interface ComparedRow {
  key: string
  name: string
  epid: string
  image: string | null
  cells: string[]
  trend: { text: string; direction: 'up' | 'down' | null } | null
  removeHref: string
}

export interface ResearchModel {
  query: ResearchQuery
  /** What the figures rest on. */
  basis: string
  tabs: { text: string; count: string | null; href: string; active: boolean }[]
  ranges: Choice[]
  options: {
    categories: { value: string; label: string }[]
    conditions: { value: string; label: string }[]
    formats: { value: string; label: string }[]
  }
  /** Filters that are set, as links without them. */
  chips: { key: string; text: string; href: string }[]
  clearHref: string
  searches: { id: string; name: string; href: string; deletable: boolean }[]
  problem: string | null
  /** Null before a search. */
  found: FoundModel | null
  currency: string
}

export interface FoundModel {
  figures: { key: string; label: string; value: string; note: string | null; isLarge: boolean }[]
  compared: ComparedRow[]
  comparing: string | null
  changed: string | null
  prices: SeriesChartModel | null
  trend: SeriesChartModel | null
  trendTitle: string
  columns: { key: string; label: string; sortHref: string | null; isSorted: boolean }[]
  rows: ResearchRow[]
  total: string[]
  paging: { text: string; before: string | null; after: string | null } | null
  exportHref: string | null
  rules: string[]
}

export interface ViewFor {
  query: ResearchQuery
  currency: string
  texts: Texts
  taxonomy: Taxonomy | undefined
  categories: readonly string[]
  searches: readonly SavedViewRow[]
  bound: Bound
  problem: string | null
}

export function researchModel(research: Research | null, view: ViewFor): ResearchModel {
  const { query, texts, taxonomy, categories, currency } = view
  const { t, number } = texts
  const days = daysOf(spanOf(query))
  const total = research?.total
  const sold = total ? number(total.sales) : null
  const active = research?.offered ? number(research.offered.active) : null
  return {
    query,
    currency,
    basis: research
      ? t('research.basis', { n: total?.sales ?? 0, days, own: total?.ownSales ?? 0 })
      : t('research.basis.none'),
    tabs: (['sold', 'active'] as const).map((tab) => ({
      text: t(`research.tab.${tab}`),
      count: tab === 'sold' ? sold : active,
      href: researchHref(query, { tab }),
      active: query.tab === tab,
    })),
    ranges: dayRanges.map((range) => ({
      key: String(range),
      text: t('research.days', { n: range }),
      href: researchHref(query, { range }),
      active: query.range === range,
    })),
    options: {
      categories: categories.map((value) => ({ value, label: categoryName(taxonomy, value, texts.locale) })),
      conditions: conditions.map((value) => ({ value, label: t(`listings.condition.${value}`) })),
      formats: listingFormats.map((value) => ({ value, label: t(`listings.format.${value}`) })),
    },
    chips: chipsOf(view),
    clearHref: paths.research(query.keywords ? { keywords: query.keywords } : {}),
    searches: view.searches.map(({ id, name, query: saved, own }) => ({
      id,
      name,
      href: paths.research(Object.fromEntries(new URLSearchParams(saved))),
      deletable: own,
    })),
    problem:
      view.problem ??
      (query.refused.days ? t('research.refused.days') : query.refused.price ? t('research.refused.price') : null),
    found: research && isSearch(query) ? foundModel(research, view) : null,
  }
}

function chipsOf({ query, texts, taxonomy }: ViewFor): ResearchModel['chips'] {
  const { t } = texts
  const chip = (key: string, text: string, change: Partial<ResearchQuery>) => ({
    key,
    text,
    href: researchHref(query, change),
  })
  const { from, to } = query.days
  const dayName = (date: string) => texts.moment(new Date(`${date}T12:00Z`), 'date')
  return [
    ...(query.range === null
      ? [chip('days', t('research.chip.days', { from: dayName(from), to: dayName(to) }), { range: 90 })]
      : []),
    ...(query.category === null
      ? []
      : [chip('category', categoryName(taxonomy, query.category, texts.locale), { category: null })]),
    ...query.conditions.map((value) =>
      chip(`condition ${value}`, t(`listings.condition.${value as 'NEW'}`), {
        conditions: query.conditions.filter((each) => each !== value),
      }),
    ),
    ...(query.format === null
      ? []
      : [chip('format', t(`listings.format.${query.format as 'AUCTION'}`), { format: null })]),
    ...query.countries.map((code) =>
      chip(`country ${code}`, t('research.chip.country', { country: texts.country(code) }), {
        countries: query.countries.filter((each) => each !== code),
      }),
    ),
    ...(query.least !== null || query.most !== null
      ? [
          chip('price', t('research.chip.price', { least: query.least ?? '0', most: query.most ?? '…' }), {
            least: null,
            most: null,
          }),
        ]
      : []),
    ...(query.since === null
      ? []
      : [chip('since', t('research.chip.since', { day: dayName(query.since) }), { since: null })]),
  ]
}

function foundModel(research: Research, view: ViewFor): FoundModel {
  const { query, texts, bound } = view
  const { t } = texts
  const isSold = query.tab === 'sold'
  const { compared } = research
  const on = { query, currency: view.currency, texts }
  const listed = isSold ? soldRows(research, view) : activeRows(research, view)
  const shown = listed.rows.slice(query.offset, query.offset + rowsOfPage)
  const last = Math.min(listed.rows.length, query.offset + rowsOfPage)
  return {
    figures: compared.length > 0 ? [] : isSold ? soldFigures(research, view) : activeFigures(research, view),
    compared: compared.map((product) => comparedRow(product, research, view)),
    comparing: compared.length > 0 ? t('research.comparing', { n: compared.length, most: mostCompared }) : null,
    changed: changedText(research, view),
    prices: isSold ? pricesChart(research, on) : null,
    trend: isSold ? trendChart(research, on) : null,
    trendTitle: t(`research.trend.${stepName(research.stepDays)}`),
    columns: listed.columns,
    rows: shown,
    total: listed.total,
    paging:
      listed.rows.length > rowsOfPage
        ? {
            text: t('research.rows', { from: query.offset + 1, to: last, n: listed.rows.length }),
            before: query.offset > 0 ? researchHref(query, { offset: query.offset - rowsOfPage }) : null,
            after: last < listed.rows.length ? researchHref(query, { offset: query.offset + rowsOfPage }) : null,
          }
        : null,
    exportHref: isSold && listed.rows.length > 0 ? paths.researchExport(researchParameters(query)) : null,
    rules: [
      t('research.rule', { currency: view.currency }),
      t('research.privacy', { sales: bound.sales, sellers: bound.sellers }),
      ...(isSold ? [] : [t('research.activeFilters')]),
      ...(research.isCut ? [t('research.cut')] : []),
    ],
  }
}

const dash = '–'

function soldFigures({ total, offered }: Research, { texts, currency }: ViewFor): FoundModel['figures'] {
  const { t, number } = texts
  const money = (minor: number | undefined) => (minor === undefined ? dash : texts.money({ minor, currency }))
  const figure = (
    key: Parameters<typeof t>[0] & `research.figure.${string}`,
    value: string,
    note: string | null = null,
    isLarge = false,
  ) => ({
    key,
    label: t(key),
    value,
    note,
    isLarge,
  })
  return [
    figure(
      'research.figure.median',
      money(total?.typical),
      total ? t('research.between', { low: money(total.low), high: money(total.high) }) : null,
      true,
    ),
    figure(
      'research.figure.average',
      money(total?.average),
      total ? t('research.ends', { low: money(total.lowest), high: money(total.highest) }) : null,
    ),
    figure('research.figure.sold', number(total?.sales ?? 0), t('research.units', { n: total?.units ?? 0 })),
    figure('research.figure.sellers', number(total?.sellers ?? 0)),
    figure(
      'research.figure.sellThrough',
      sellThroughText(offered, texts),
      offered ? t('research.listings', { n: offered.offered }) : null,
    ),
    figure(
      'research.figure.shipping',
      total?.shipping === 0 ? t('summary.free') : money(total?.shipping),
      total ? t('research.free', { share: texts.percent(total.free / total.sales, 0) }) : null,
    ),
  ]
}

function activeFigures({ offered, total }: Research, { texts, currency }: ViewFor): FoundModel['figures'] {
  const { t, number } = texts
  const money = (minor: number | null | undefined) =>
    minor === null || minor === undefined ? dash : texts.money({ minor, currency })
  return [
    {
      key: 'asked',
      label: t('research.figure.asked'),
      value: money(offered?.asked),
      note: offered?.asked ? t('research.between', { low: money(offered.low), high: money(offered.high) }) : null,
      isLarge: true,
    },
    { key: 'median', label: t('research.figure.paid'), value: money(total?.typical), note: null, isLarge: false },
    {
      key: 'active',
      label: t('research.figure.active'),
      value: number(offered?.active ?? 0),
      note: t('research.ownListings', { n: offered?.ownActive ?? 0 }),
      isLarge: false,
    },
    {
      key: 'sellers',
      label: t('research.figure.sellers'),
      value: number(offered?.sellers ?? 0),
      note: null,
      isLarge: false,
    },
    {
      key: 'sellThrough',
      label: t('research.figure.sellThrough'),
      value: sellThroughText(offered ?? undefined, texts),
      note: null,
      isLarge: false,
    },
  ]
}

const sellThroughText = (row: OfferedRow | null | undefined, texts: Texts) =>
  row && row.offered > 0 ? texts.percent(row.sold / row.offered, 0) : dash

function comparedRow(product: FoundProduct, research: Research, { query, texts, currency }: ViewFor): ComparedRow {
  const found = research.ofCompared.get(product.id)
  const row = found?.sales
  const money = (minor: number) => texts.money({ minor, currency })
  const steps = research.steps.filter(({ productId }) => productId === product.id)
  const change = trendOf(steps, Math.ceil(daysOf(spanOf(query)) / research.stepDays))
  return {
    key: product.epid,
    name: product.title,
    epid: texts.t('insights.epid', { epid: product.epid }),
    image: product.image,
    cells: row
      ? [
          texts.number(row.sales),
          money(row.average),
          money(row.typical),
          texts.t('research.between', { low: money(row.low), high: money(row.high) }),
          row.shipping === 0 ? texts.t('summary.free') : money(row.shipping),
          texts.percent(row.free / row.sales, 0),
          sellThroughText(found.offered, texts),
          texts.number(row.sellers),
        ]
      : [texts.number(0), dash, dash, dash, dash, dash, sellThroughText(found?.offered, texts), dash],
    trend:
      change === null
        ? null
        : { text: changeText(change, texts), direction: change >= 0.005 ? 'up' : change <= -0.005 ? 'down' : null },
    removeHref: researchHref(query, { compare: query.compare.filter((epid) => epid !== product.epid) }),
  }
}

interface Listed {
  columns: FoundModel['columns']
  rows: ResearchRow[]
  total: string[]
}

function soldRows(research: Research, view: ViewFor): Listed {
  const { query, texts, currency } = view
  const { t, number } = texts
  const money = (minor: number) => texts.money({ minor, currency })
  const day = (at: Date) => texts.moment(at, 'date')
  const sorted = sortRows(research.rows, query.sorting)
  const { total } = research
  const column = (key: Sorting | 'condition' | 'range' | 'own', isSorting: boolean) => ({
    key,
    label: t(`research.column.${key}`),
    sortHref: isSorting ? researchHref(query, { sorting: key as Sorting }) : null,
    isSorted: query.sorting === key,
  })
  return {
    columns: [
      column('condition', false),
      column('sold', true),
      column('average', true),
      column('range', false),
      column('sellers', true),
      column('value', true),
      column('last', true),
      column('own', false),
    ],
    rows: sorted.flatMap((row) => {
      const product = research.products.get(row.productId ?? 0)
      if (!product || !row.condition) return []
      return [
        {
          ...productParts(product, row.condition, query),
          cells: [
            t(`listings.condition.${row.condition}`),
            number(row.sales),
            money(row.average),
            t('research.between', { low: money(row.lowest), high: money(row.highest) }),
            number(row.sellers),
            money(row.revenue),
            day(row.lastDay),
          ],
          own:
            row.ownSales > 0
              ? { text: t('research.ofYours', { n: row.ownSales }), href: ownOrdersHref(product, query) }
              : null,
        },
      ]
    }),
    total: total
      ? [
          '',
          number(total.sales),
          money(total.average),
          '',
          number(total.sellers),
          money(total.revenue),
          day(total.lastDay),
          t('research.ofYours', { n: total.ownSales }),
        ]
      : [],
  }
}

/** The seller's orders with the product, of the same days. */
const ownOrdersHref = ({ epid }: FoundProduct, { days }: ResearchQuery) =>
  ordersHref({ placed: [days.from, days.to], product: [epid], sold: ['1'] })

const productParts = (product: FoundProduct, condition: string, query: ResearchQuery) => ({
  key: `${product.epid} ${condition}`,
  name: product.title,
  insightsHref: paths.productInsights(product.epid, condition),
  compareHref:
    query.compare.includes(product.epid) || query.compare.length >= mostCompared
      ? null
      : researchHref(query, { compare: [...query.compare, product.epid] }),
})

const sortKeys: Record<Sorting, (row: MarketRow) => number> = {
  sold: (row) => row.sales,
  average: (row) => row.average,
  sellers: (row) => row.sellers,
  value: (row) => row.revenue,
  last: (row) => row.lastDay.getTime(),
}

/** Descending; ties keep their order, by product and condition. */
export const sortRows = (rows: readonly MarketRow[], sorting: Sorting): MarketRow[] =>
  rows.toSorted((a, b) => sortKeys[sorting](b) - sortKeys[sorting](a))

function activeRows(research: Research, view: ViewFor): Listed {
  const { query, texts, currency } = view
  const { t, number } = texts
  const money = (minor: number | null) => (minor === null ? dash : texts.money({ minor, currency }))
  const column = (key: 'condition' | 'active' | 'asked' | 'range' | 'sellers' | 'sellThrough' | 'own') => ({
    key,
    label: t(`research.column.${key}`),
    sortHref: null,
    isSorted: false,
  })
  return {
    columns: (['condition', 'active', 'asked', 'range', 'sellers', 'sellThrough', 'own'] as const).map(column),
    rows: research.offers
      .filter((row) => row.active > 0)
      .toSorted((a, b) => b.active - a.active)
      .flatMap((row) => {
        const product = research.products.get(row.productId ?? 0)
        if (!product || !row.condition) return []
        return [
          {
            ...productParts(product, row.condition, query),
            cells: [
              t(`listings.condition.${row.condition}`),
              number(row.active),
              money(row.asked),
              row.low === null ? dash : t('research.between', { low: money(row.low), high: money(row.high) }),
              number(row.sellers),
              sellThroughText(row, texts),
            ],
            own:
              row.ownActive > 0
                ? {
                    text: t('research.ofYours', { n: row.ownActive }),
                    href: withQuery(paths.listings.active, { q: product.epid }),
                  }
                : null,
          },
        ]
      }),
    total: [],
  }
}

/** What changed since the search was saved. */
function changedText({ then, total }: Research, { query, texts, currency }: ViewFor): string | null {
  if (query.since === null) return null
  const money = (row: MarketRow | null) => (row ? texts.money({ minor: row.typical, currency }) : dash)
  return texts.t('research.changed', {
    day: texts.moment(new Date(`${query.since}T12:00Z`), 'date'),
    before: then?.sales ?? 0,
    now: total?.sales ?? 0,
    priceBefore: money(then),
    priceNow: money(total),
  })
}
