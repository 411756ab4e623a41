import { between, isOneOf, within } from '#features/grid/list-conditions.server.ts'
import { labelled, onlyCurrency } from '#features/grid/list-model.ts'
import { oneOf } from '#features/grid/list-query.ts'
import type { ListFilter, Showing } from '#features/grid/list.ts'
import { filterValues, thousandths } from '#lib/grid-query.ts'
import { statusTabs } from './order-tabs.ts'
import {
  dueBounds,
  dueSpan,
  dueStates,
  isUnshipped,
  orderTabs,
  tabFilters,
  unshippedStatuses,
  type OrderStatus,
} from './order.ts'
import type { Orders } from './orders-list.server.ts'
import { placedPeriods, placedSpan } from './placed-periods.ts'

/** What orders can be filtered by. */
export const orderFilters = {
  status: {
    kind: 'choice',
    values: statusTabs,
    where: ({ values }, { query }) => {
      const statuses = statusesOf(values)
      return isOneOf('status', filterValues(query, 'shipBy').length > 0 ? statuses.filter(isUnshipped) : statuses)
    },
    kept: { matches: (line, { values }) => statusesOf(values).includes(line.status), indexed: true },
  },
  placed: {
    kind: 'date',
    periods: placedPeriods,
    label: 'orders.filter.placed',
    hint: ({ texts, now }) => texts.t('orders.filter.placed.hint', { zone: texts.zoneName(now) }),
    options: labelled(placedPeriods, (period) => `orders.period.${period}`),
    where: (value, { now, zone }) => within('placed_at', placedSpan(value, now, zone)),
  },
  shipBy: {
    kind: 'choice',
    values: dueStates,
    label: 'orders.filter.shipBy',
    hint: ({ texts }) => texts.t('orders.filter.shipBy.hint'),
    options: labelled(dueStates, (due) => `orders.shipBy.${due}`),
    where: (value, { query, now, zone }) => [
      // Only what is still to be shipped is due; a status that is set leaves nothing else.
      ...(filterValues(query, 'status').length > 0 ? [] : isOneOf('status', unshippedStatuses)),
      ...within('ship_by', dueSpan(oneOf(dueStates, value) ?? 'later', dueBounds(now, zone))),
    ],
  },
  country: {
    kind: 'choice',
    pattern: /[A-Z]{2}/,
    many: true,
    label: 'orders.filter.country',
    options: countryOptions,
    offered: ({ detail }) => detail !== 'none',
    where: ({ values }) => isOneOf('ship_to_country', values),
  },
  total: {
    kind: 'amount',
    label: 'orders.filter.total',
    unit: ({ facts }) => onlyCurrency(facts.counts.byStatus),
    hint: ({ facts, texts }) =>
      onlyCurrency(facts.counts.byStatus) === null ? texts.t('orders.filter.total.hint') : undefined,
    where: ({ from, to }) => between('total_value', { from: thousandths(from), to: thousandths(to) }),
  },
  several: {
    kind: 'toggle',
    label: 'orders.filter.several',
    hint: ({ texts }) => texts.t('orders.filter.several.hint'),
    where: () => between('unit_count', { from: 2, to: null }),
  },
  // One buyer's orders, as an order's page links to them.
  buyer: {
    kind: 'choice',
    pattern: /[^,]{1,64}/,
    label: 'orders.column.buyer',
    options: ({ query }) => filterValues(query, 'buyer').map((value) => ({ value, label: value })),
    onlyWhereSet: true,
    where: ({ values }) => isOneOf('buyer_username', values),
  },
} satisfies Record<string, ListFilter<Orders>>

function statusesOf(values: readonly string[]): readonly OrderStatus[] {
  const tab = oneOf(orderTabs, { values })
  return tab ? tabFilters[tab].statuses : []
}

function countryOptions({ facts, query, texts }: Showing<Orders>) {
  const codes = new Set([...facts.countries, ...filterValues(query, 'country')])
  return [...codes]
    .map((code) => ({ value: code, label: texts.country(code) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, texts.locale === 'de' ? 'de' : 'en'))
}
