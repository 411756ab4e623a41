import { ordersHref } from '#features/orders/order-list/orders-list.server.ts'
import type { MarketSums } from '#features/selling/market/market-db.server.ts'
import { paths, withQuery } from '#web/paths.ts'
import type { FoundProduct, Research } from './read-research.server.ts'
import { dash, sellThroughText } from './research-figures.server.ts'
import { mostCompared, researchHref, type ResearchQuery, type Sorting } from './research-query.ts'
import type { ViewFor } from './view-for.ts'

/** Products and conditions that sold, as sorted. */
export function soldRows(research: Research, view: ViewFor) {
  const { query, texts, currency } = view
  const { t, number } = texts
  const money = (minor: number) => texts.money({ minor, currency })
  const day = (at: Date) => texts.moment(at, 'day')
  const sorted = sortRows(research.rows, query.sorting)
  const { total } = research
  const plain = (key: Sorting | 'condition' | 'range' | 'own') => ({
    key,
    label: t(`research.column.${key}`),
    sortHref: null,
    isSorted: query.sorting === key,
  })
  const sorts = (key: Sorting) => ({ ...plain(key), sortHref: researchHref(query, { sorting: key }) })
  return {
    columns: [
      plain('condition'),
      sorts('sold'),
      sorts('average'),
      plain('range'),
      sorts('sellers'),
      sorts('value'),
      sorts('last'),
      plain('own'),
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
              ? { text: t('research.ofYours', { n: row.ownSales }), href: ownOrdersHref(product, view) }
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
const ownOrdersHref = ({ epid }: FoundProduct, { query: { days }, currency }: ViewFor) =>
  ordersHref({ placed: [days.from, days.to], product: [epid], currency: [currency], sold: ['1'] })

const productParts = (product: FoundProduct, condition: string, query: ResearchQuery) => ({
  key: `${product.epid} ${condition}`,
  name: product.title,
  insightsHref: paths.productInsights(product.epid, condition),
  compareHref:
    query.compare.includes(product.epid) || query.compare.length >= mostCompared
      ? null
      : researchHref(query, { compare: [...query.compare, product.epid] }),
})

const sortKeys: Record<Sorting, (row: MarketSums) => number> = {
  sold: (row) => row.sales,
  average: (row) => row.average,
  sellers: (row) => row.sellers,
  value: (row) => row.revenue,
  last: (row) => row.lastDay.getTime(),
}

/** Descending; ties keep their order, by product and condition. */
export const sortRows = <Row extends MarketSums>(rows: readonly Row[], sorting: Sorting): Row[] =>
  rows.toSorted((a, b) => sortKeys[sorting](b) - sortKeys[sorting](a))

/** Products and conditions on offer, the most first. */
export function activeRows(research: Research, view: ViewFor) {
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
