import { choiceFilter } from '#features/machinery/grid/list-parts.server.ts'
import { sql } from 'kysely'
import {
  amountWithin,
  between,
  isOneOf,
  within,
  type SqlCondition,
} from '#features/machinery/grid/list-conditions.server.ts'
import { labelled, onlyCurrency } from '#features/machinery/grid/list-model.ts'
import { oneOf } from '#features/machinery/grid/list-query.ts'
import type { ListFilter, Reading, Showing } from '#features/machinery/grid/list.ts'
import { eligible } from '#features/core/offer/send-offers-db.server.ts'
import { listingHasMargin, margins } from '#features/core/costs/margin.server.ts'
import { dateAt } from '#lib/zoned-time.ts'
import { conditions, listingFormats } from '#features/core/listing/listing-content.ts'
import { lowStockUnits } from '#features/core/listing/listing.ts'
import { categoryOf, categoryValue } from '#features/core/listing/category-value.ts'
import { categoryName } from '#features/core/listing/taxonomy.ts'
import { filterValues } from '#lib/grid-query.ts'
import {
  activeParts,
  awayParts,
  endedPeriods,
  endedSpan,
  endOutcomes,
  endPeriods,
  endSpan,
  idleBefore,
  idlePeriods,
  partStates,
  stockLevels,
  stockRanges,
} from './listing-choices.ts'
import { evidenceDays } from '#features/selling/product-summary/product-summary.ts'
import { pricePlaces } from '#features/selling/price-watch/price-watch.ts'
import { countsOf, except, only } from './listing-tabs.ts'
import type { Listings } from './listings-list-row.server.ts'

export const listingFilters = {
  status: {
    kind: 'choice',
    values: activeParts,
    offered: only('active'),
    where: (value) => isOneOf('state', statesOf(value)),
    kept: { matches: (line, value) => statesOf(value).includes(line.state), indexed: true },
  },
  outcome: {
    kind: 'choice',
    values: endOutcomes,
    label: 'listings.filter.outcome',
    options: labelled(endOutcomes, (outcome) => `listings.outcome.${outcome}`),
    offered: only('ended'),
    where: ({ values }) => [values[0] === 'sold' ? sql`o.quantity_sold > 0` : sql`o.quantity_sold = 0`],
  },
  ended: {
    kind: 'date',
    periods: endedPeriods,
    label: 'listings.filter.ended',
    options: labelled(endedPeriods, (period) => `listings.ended.${period}`),
    offered: only('ended'),
    where: (value, { now, zone }) => within('closes_at', endedSpan(value, now, zone)),
  },
  stock: {
    kind: 'choice',
    values: stockLevels,
    label: 'word.stock',
    hint: ({ texts }) => texts.t('listings.filter.stock.hint', { n: lowStockUnits }),
    options: labelled(stockLevels, (level) => `listings.stock.${level}`),
    where: (value) => between('quantity_available', stockRanges[oneOf(stockLevels, value) ?? 'in']),
  },
  offers: {
    kind: 'choice',
    values: ['waiting', 'send'],
    label: 'listings.column.offers',
    options: labelled(['waiting', 'send'] as const, (offers) => `listings.offers.${offers}`),
    offered: (place) => !place.hidesAmounts && only('active')(place),
    where: ({ values }, { sellerId, now }) => [
      values.includes('send')
        ? eligible(sellerId, 'o')
        : sql`o.id in (
            select b.listing_id from buyer_offers b
            where b.seller_id = ${sellerId} and b.turn = 'SELLER' and b.due_at > ${now})`,
    ],
  },
  format: {
    kind: 'choice',
    values: listingFormats,
    label: 'word.format',
    options: labelled(listingFormats, (format) => `listings.format.${format}`),
    where: ({ values }) => isOneOf('format', values),
  },
  condition: choiceFilter(
    'condition',
    'listings.column.condition',
    conditions,
    (condition) => `listings.condition.${condition}`,
  ),
  category: {
    kind: 'choice',
    pattern: /[^,]{1,200}/u,
    many: true,
    label: 'word.category',
    options: categoryOptions,
    where: ({ values }) => isOneOf('category', values.map(categoryOf)),
    kept: { matches: (line, { values }) => values.map(categoryOf).includes(line.category), indexed: false },
  },
  price: {
    kind: 'amount',
    isMoney: true,
    label: 'word.price',
    unit: (on) => onlyCurrency(countsOf(on.facts, on.place)),
    hint: ({ facts, place, texts }) =>
      onlyCurrency(countsOf(facts, place)) === null ? texts.t('listings.filter.price.hint') : undefined,
    offered: ({ hidesAmounts }) => !hidesAmounts,
    where: (value) => amountWithin('price_value', value),
  },
  evidence: {
    kind: 'choice',
    values: pricePlaces,
    label: 'listings.filter.evidence',
    hint: ({ texts }) => texts.t('listings.filter.evidence.hint', { days: evidenceDays }),
    options: labelled(pricePlaces, (place) => `listings.evidence.${place}`),
    offered: (place) => !place.hidesAmounts && only('active')(place),
    where: ({ values }) => isOneOf('price_place', values),
  },
  quantity: {
    kind: 'amount',
    label: 'word.available',
    unit: () => null,
    where: ({ from, to }) =>
      between('quantity_available', {
        from: from === null ? null : Math.ceil(Number(from)),
        to: to === null ? null : Math.floor(Number(to)),
      }),
  },
  margin: {
    kind: 'choice',
    values: margins,
    label: 'costs.column.margin',
    options: labelled(margins, (margin) => `costs.margin.${margin}`),
    offered: (place) => place.seesMoney && except('drafts', 'scheduled')(place),
    where: (value, { sellerId }) => [listingHasMargin(oneOf(margins, value) ?? 'unknown', sellerId)],
  },
  idle: {
    kind: 'choice',
    values: idlePeriods,
    label: 'listings.filter.idle',
    options: ({ texts }) => idlePeriods.map((n) => ({ value: n, label: texts.t('listings.idle', { n }) })),
    offered: only('active'),
    where: (value, { now }) => [sql`o.idle_since < ${idleBefore(oneOf(idlePeriods, value) ?? '30', now)}`],
  },
  away: {
    kind: 'choice',
    values: awayParts,
    label: 'listings.filter.away',
    hint: ({ texts }) => texts.t('listings.filter.away.hint'),
    options: labelled(awayParts, (part) => `listings.away.${part}`),
    offered: only('active'),
    where: (value, on) => [isPausedNow(oneOf(awayParts, value) === 'paused', on)],
  },
  ends: {
    kind: 'date',
    periods: endPeriods,
    label: 'word.ends',
    options: labelled(endPeriods, (period) => `listings.ends.${period}`),
    offered: only('active', 'scheduled'),
    where: (value, { now, zone }) => within('closes_at', endSpan(value, now, zone)),
  },
} satisfies Record<string, ListFilter<Listings>>

/** Condition: a present time away pauses the listing, or leaves it on sale; as `isPaused` computes it. */
function isPausedNow(isPaused: boolean, { sellerId, now, zone }: Reading<Listings>): SqlCondition {
  return sql`o.state = 'ACTIVE' and ${isPaused} = (
    select (w.away_listings = 'PAUSE') <> (o.id in (select e.listing_id from away_exceptions e where e.seller_id = ${sellerId}))
    from sellers w where w.id = ${sellerId} and ${dateAt(now, zone)} between w.away_from and w.away_to)`
}

function statesOf(value: { values: readonly string[] }) {
  const asked = oneOf(activeParts, value)
  return asked ? [partStates[asked]] : []
}

/** Existing categories by the reader's names; URLs use the stored ones. */
function categoryOptions({ facts, place, query, texts, taxonomy }: Showing<Listings>) {
  const known = [
    ...countsOf(facts, place).map((row) => row.category),
    ...filterValues(query, 'category').map(categoryOf),
  ]
  const categories = [...new Set(known)].map((category) => ({
    value: categoryValue(category),
    label: categoryName(taxonomy, category, texts.locale),
  }))
  return categories.toSorted((a, b) => a.label.localeCompare(b.label, texts.locale === 'de' ? 'de' : 'en'))
}
