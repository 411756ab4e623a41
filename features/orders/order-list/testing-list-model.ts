import fc from 'fast-check'
import { gridDefinition } from '#features/machinery/grid/list-query.ts'
import type { Span } from '#features/machinery/grid/span.ts'
import { dueBounds, dueSpan, dueStates, isUnshipped, orderTabs, tabFilters } from '#features/core/order/order.ts'
import { testPolicyPack as policyPack } from '#features/core/policy-pack/testing.ts'
import { day } from '#lib/duration.ts'
import { filterRange, filterValues, type GridQuery } from '#lib/grid-query.ts'
import { currencyDecimals } from '#lib/money.ts'
import { statusTabs } from './order-tabs.ts'
import type { Orders } from './orders-list-row.server.ts'
import { ordersList } from './orders-list.server.ts'
import { placedPeriods, placedSpan } from './placed-periods.ts'
import type { KnownOrder } from './testing.ts'

// A model of the order list without a database: expected results for known orders, and generated queries.

/** Time of the queries. */
export const now = new Date('2026-11-20T14:30:00Z')
export const zone = 'Europe/London'
export const bounds = dueBounds(now, zone)

/** How much of buyers is visible. */
export type Detail = Orders['place']['detail']

/** Normalizes like the database's search words. */
const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

const inSpan = (at: Date | null, span: Span | null) =>
  !span || (at !== null && (!span.from || at >= span.from) && (!span.before || at < span.before))

/** As typed, and without punctuation. */
const spellings = (word: string) =>
  [word, word.replaceAll(/['.-]/g, '')].filter((spelling, i) => i === 0 || spelling.length > 2)

const words = (query: GridQuery) => query.q.split(/\s+/).filter(Boolean)

/** Whether an order matches a query. */
export function matches(order: KnownOrder, query: GridQuery, detail: Detail): boolean {
  const value = order.totalMinor / 10 ** currencyDecimals(order.currency)
  const [status, due, buyer] = ['status', 'shipBy', 'buyer'].map((name) => filterValues(query, name)[0])
  const tab = orderTabs.find((name) => name === status)
  const dueState = dueStates.find((name) => name === due)
  const total = filterRange(query, 'total')
  const countries = filterValues(query, 'country')
  return (
    (!tab || tabFilters[tab].statuses.includes(order.status)) &&
    words(query).every((word) =>
      [order.terms, ...(detail === 'full' ? [order.personal] : [])].some((text) =>
        spellings(word).some((spelling) => plain(text).includes(plain(spelling))),
      ),
    ) &&
    (!dueState || (isUnshipped(order.status) && inSpan(order.shipBy, dueSpan(dueState, bounds)))) &&
    inSpan(order.placedAt, placedSpan(filterRange(query, 'placed'), { now, zone, deadlines: policyPack.deadlines })) &&
    // Readers without access to places cannot filter by them.
    (countries.length === 0 || detail === 'none' || countries.includes(order.country)) &&
    value >= Number(total.from ?? -Infinity) &&
    value <= Number(total.to ?? Infinity) &&
    (filterValues(query, 'several').length === 0 || order.units > 1) &&
    (buyer === undefined || buyer === order.buyer)
  )
}

const time = (at: Date | null) => at?.getTime() ?? Infinity
const keys: Record<string, (order: KnownOrder) => (number | Buffer)[]> = {
  placed: (order) => [time(order.placedAt)],
  paid: (order) => [time(order.paidAt)],
  shipBy: (order) => [time(order.shipBy)],
  buyer: (order) => [Buffer.from(order.buyer)],
  quantity: (order) => [order.units],
  total: (order) => [order.totalMinor / 10 ** currencyDecimals(order.currency)],
  country: (order) => [Buffer.from(order.country), time(order.placedAt)],
}

function compare(a: KnownOrder, b: KnownOrder, sort: string): number {
  const pairs = [...keys[sort]!(a), a.id].map((key, index) => [key, [...keys[sort]!(b), b.id][index]!] as const)
  for (const [left, right] of pairs) {
    const difference = Buffer.isBuffer(left)
      ? Buffer.compare(left, right as Buffer)
      : left === right
        ? 0
        : left - (right as number)
    if (difference !== 0) return difference
  }
  return 0
}

/** Expected contents of a list, computed from the orders. */
export function reference(known: readonly KnownOrder[], query: GridQuery, detail: Detail = 'full') {
  const found = known.filter((order) => matches(order, query, detail))
  const { column, descending } = query.sort
  const sorted = found.toSorted((a, b) => compare(a, b, column) * (descending ? -1 : 1))
  const totals = Object.entries(Object.groupBy(found, (order) => order.currency)).map(([currency, of = []]) => ({
    currency,
    rows: of.length,
    units: of.reduce((sum, order) => sum + order.units, 0),
    minor: of.reduce((sum, order) => sum + order.totalMinor, 0),
  }))
  return {
    numbers: sorted.slice(query.offset, query.offset + query.limit).map((order) => order.number),
    totals: totals.toSorted((a, b) => b.rows - a.rows || (a.currency < b.currency ? -1 : 1)),
  }
}

/** Definition of the list for an owner. */
export const definition = gridDefinition(ordersList, {
  detail: 'full',
  tab: 'all',
  mayShip: true,
  mayTalk: true,
  mayRefund: true,
  seesMoney: true,
})
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { freq: 2, nil: undefined })
const searched = [
  'leica',
  'LEICA',
  'emile',
  'Çelik',
  '100%',
  '_',
  'film_case',
  'C:\\old',
  'sku-3',
  'person',
  'für',
  'كاميرا',
  '12-000',
  'nothing',
  "o'x",
]
const days = fc
  .integer({ min: 0, max: 110 })
  .map((back) => new Date(now.getTime() - back * day).toISOString().slice(0, 10))
const range = fc.tuple(days, days).map((pair) => pair.toSorted())
/** Generated queries, as in URLs. */
export const queries = fc
  .record({
    q: fc.array(fc.constantFrom(...searched), { maxLength: 2 }).map((some) => some.join('  ')),
    status: maybe(fc.constantFrom(...statusTabs).map((status) => [status])),
    placed: maybe(
      fc.oneof(
        fc.constantFrom(...placedPeriods).map((period) => [period]),
        range,
      ),
    ),
    shipBy: maybe(fc.constantFrom('overdue', 'today', 'tomorrow', 'later').map((due) => [due])),
    country: maybe(fc.subarray(['DE', 'FR', 'GB', 'JP', 'US'], { minLength: 1 })),
    total: maybe(fc.constantFrom(['50', ''], ['', '120.50'], ['20', '80'])),
    several: maybe(fc.constant(['1'])),
    buyer: maybe(fc.constantFrom(['anna'], ['émile'], ['nobody'])),
    sort: fc.constantFrom(...definition.columns.filter((column) => column.sort).map((column) => column.id)),
    descending: fc.boolean(),
    limit: fc.constantFrom(25, 50, 100, 200),
    offset: fc.constantFrom(0, 0, 25, 200, 1000),
  })
  .map(({ q, sort, descending, limit, offset, ...filters }): GridQuery => {
    const set = Object.entries(filters).filter((entry): entry is [string, string[]] => entry[1] !== undefined)
    return {
      q,
      filters: Object.fromEntries(set),
      sort: { column: sort, descending },
      limit,
      offset,
      cols: null,
      view: null,
    }
  })
