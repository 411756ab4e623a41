import { conditions, listingFormats } from '#features/core/listing/listing-content.ts'
import { categoryName } from '#features/core/listing/taxonomy.ts'
import { changeText } from '#features/insights/sales/sales-change.ts'
import { daysOf, type MarketRow } from '#features/selling/market/market-db.server.ts'
import { paths, withQuery } from '#web/paths.ts'
import { pricesChart, stepName, trendChart, trendOf } from './charts.server.ts'
import type { FoundProduct, Research } from './read-research.server.ts'
import { activeFigures, dash, sellThroughText, soldFigures } from './research-figures.server.ts'
import { activeRows, soldRows } from './research-rows.server.ts'
import type { ViewFor } from './view-for.ts'
import {
  dayRanges,
  isSearch,
  mostCompared,
  researchHref,
  researchParameters,
  rowsOfPage,
  spanOf,
  type ResearchQuery,
} from './research-query.ts'

/** Columns of the list of listings that tell prices. */
const pricesColumns = 'title,status,price,evidence,available,sold'

export type ResearchModel = ReturnType<typeof researchModel>
export type FoundModel = ReturnType<typeof foundModel>

export function researchModel(research: Research | null, view: ViewFor) {
  const { query, texts, taxonomy, categories, currency } = view
  const { t, number } = texts
  const days = daysOf(spanOf(query))
  const total = research?.total
  const sold = total ? number(total.sales) : null
  const active = research?.offered ? number(research.offered.active) : null
  return {
    query,
    currency,
    pricesHref: withQuery(paths.listings.active, { evidence: 'above', cols: pricesColumns }),
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
    // Searches that a page without one offers.
    starts: view.own.map((category) => ({
      text: categoryName(taxonomy, category, texts.locale).split(' > ').at(-1) ?? category,
      href: researchHref(query, { category }),
    })),
    chips: chipsOf(view),
    clearHref: paths.research(query.keywords ? { keywords: query.keywords } : {}),
    searches: view.searches.map(({ id, name, query: saved, own, change }) => ({
      id,
      name,
      href: paths.research(Object.fromEntries(new URLSearchParams(saved))),
      changed: change && changedText(change, { ...view, query: change.query }),
      deletable: own,
    })),
    problem:
      view.problem ??
      (query.refused.days ? t('research.refused.days') : query.refused.price ? t('research.refused.price') : null),
    found: research && isSearch(query) ? foundModel(research, view) : null,
  }
}

/** Filters that are set, as links without them. */
function chipsOf({ query, texts, taxonomy }: ViewFor) {
  const { t } = texts
  const chip = (key: string, text: string, change: Partial<ResearchQuery>) => ({
    key,
    text,
    href: researchHref(query, change),
  })
  const { from, to } = query.days
  const dayName = (date: string) => texts.moment(new Date(`${date}T12:00Z`), 'day')
  return [
    ...(query.range === null
      ? [chip('days', t('research.chip.days', { from: dayName(from), to: dayName(to) }), { range: 90 })]
      : []),
    ...(query.category === null
      ? []
      : [chip('category', categoryName(taxonomy, query.category, texts.locale), { category: null })]),
    ...conditions
      .filter((value) => query.conditions.includes(value))
      .map((value) =>
        chip(`condition ${value}`, t(`listings.condition.${value}`), {
          conditions: query.conditions.filter((each) => each !== value),
        }),
      ),
    ...listingFormats
      .filter((value) => query.format === value)
      .map((value) => chip('format', t(`listings.format.${value}`), { format: null })),
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

function foundModel(research: Research, view: ViewFor) {
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

function comparedRow(product: FoundProduct, research: Research, { query, texts, currency }: ViewFor) {
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
    trend: change === null ? null : { text: changeText(change, texts), direction: directionOf(change) },
    removeHref: researchHref(query, { compare: query.compare.filter((epid) => epid !== product.epid) }),
  }
}

const directionOf = (change: number) => (change >= 0.005 ? 'up' : change <= -0.005 ? 'down' : null)

/** What changed since the search was saved. */
function changedText(
  { before, total }: Pick<Research, 'total' | 'before'>,
  { query, texts, currency }: ViewFor,
): string | null {
  if (query.since === null) return null
  const money = (row: MarketRow | null) => (row ? texts.money({ minor: row.typical, currency }) : dash)
  return texts.t('research.changed', {
    day: texts.moment(new Date(`${query.since}T12:00Z`), 'day'),
    before: before?.sales ?? 0,
    now: total?.sales ?? 0,
    priceBefore: money(before),
    priceNow: money(total),
  })
}
