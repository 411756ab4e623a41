import { paths } from '#web/paths.ts'
import {
  filterRange,
  filterValues,
  gridHref,
  searchWords,
  thousandths,
  type GridDefinition,
  type GridQuery,
} from '#lib/grid-query.ts'
import { addDays, dateAt, startOfDay, type LocalDate } from '#lib/zoned-time.ts'
import {
  cancellableSpan,
  dueBounds,
  dueSpan,
  dueStates,
  isUnshipped,
  orderTabs,
  tabFilters,
  unshippedStatuses,
  type DueState,
  type OrderStatus,
  type OrderTab,
} from './order.ts'

/** Named periods of the day an order was placed, today included in the counted ones. */
const dayPeriods = ['today', 'yesterday', '7d', '31d', '90d', 'month', 'last-month'] as const
type DayPeriod = (typeof dayPeriods)[number]

/** All named periods; `cancellable` is by age to the moment, and holds what may be cancelled where nobody has paid. */
export const placedPeriods = [...dayPeriods, 'cancellable'] as const

/** The columns by which orders can be sorted. */
export type OrderSort = 'placed' | 'paid' | 'shipBy' | 'buyer' | 'quantity' | 'total' | 'country'

/** What the list of orders can be asked for. */
const ordersDefinition: GridDefinition = {
  columns: [
    { id: 'order', required: true },
    { id: 'status' },
    { id: 'shipBy', sort: 'ascending' },
    { id: 'buyer', sort: 'ascending' },
    { id: 'item' },
    { id: 'quantity', sort: 'descending' },
    { id: 'total', sort: 'descending' },
    { id: 'service' },
    { id: 'placed', sort: 'descending' },
    { id: 'paid', sort: 'descending', shown: false },
    { id: 'country', sort: 'ascending', shown: false },
    { id: 'tracking', shown: false },
    { id: 'shipped', shown: false },
    { id: 'note', shown: false },
  ],
  filters: {
    status: { kind: 'choice', values: orderTabs.filter((tab) => tab !== 'all' && tabFilters[tab].due === null) },
    placed: { kind: 'date', periods: placedPeriods },
    shipBy: { kind: 'choice', values: dueStates },
    country: { kind: 'choice', pattern: /[A-Z]{2}/, many: true },
    total: { kind: 'amount' },
    several: { kind: 'toggle' },
    // One buyer's orders, as an order's page links to them; not asked for in the panel.
    buyer: { kind: 'choice', pattern: /[^,]{1,64}/ },
  },
  defaultSort: { column: 'placed', descending: true },
}

const { country: _, ...filtersWithoutCountry } = ordersDefinition.filters

/** How much of who a buyer is the reader may see: all, only the place, or nothing. */
export type BuyerDetail = 'full' | 'masked' | 'none'

const without = (...ids: string[]) => ordersDefinition.columns.filter(({ id }) => !ids.includes(id))

const definitions: Record<BuyerDetail, GridDefinition> = {
  full: ordersDefinition,
  masked: { ...ordersDefinition, columns: without('note') },
  none: { ...ordersDefinition, columns: without('note', 'country'), filters: filtersWithoutCountry },
}

/**
 * The definition for a role: whoever sees no addresses sees no notes either, in which buyers write who and where they are,
 * and cannot ask for countries.
 */
export function ordersDefinitionFor(detail: BuyerDetail): GridDefinition {
  return definitions[detail]
}

/**
 * The definition with the columns that a tab usually shows. What awaits shipment has its ship-by time in place of the
 * status; elsewhere the status says it in a second line.
 */
export function withTabColumns(definition: GridDefinition, tab: OrderTab): GridDefinition {
  const hidden = leadsByDue(tab) ? 'status' : 'shipBy'
  return {
    ...definition,
    columns: definition.columns.map((column) => (column.id === hidden ? { ...column, shown: false } : column)),
  }
}

/** Whether a tab's rows are all still to be shipped, so that what matters most is by when. */
export function leadsByDue(tab: OrderTab): boolean {
  return tabFilters[tab].statuses.some(isUnshipped)
}

/** The tab that a query stands in. Overdue and due today are tabs of their own. */
export function tabOf(query: GridQuery): OrderTab {
  const status = filterValues(query, 'status')[0]
  const tab = orderTabs.find((name) => name === status) ?? 'all'
  if (tab !== 'awaiting-shipment') return tab
  const due = filterValues(query, 'shipBy')[0]
  return orderTabs.find((name) => tabFilters[name].due !== null && tabFilters[name].due === due) ?? tab
}

/** The filters that show a tab. */
function tabQueryFilters(tab: OrderTab): GridQuery['filters'] {
  const { due } = tabFilters[tab]
  if (due) return { status: ['awaiting-shipment'], shipBy: [due] }
  return tab === 'all' ? {} : { status: [tab] }
}

/** What is to be shipped comes soonest first, everything else newest first. */
function tabSort(tab: OrderTab): GridQuery['sort'] {
  return leadsByDue(tab) ? { column: 'shipBy', descending: false } : ordersDefinition.defaultSort
}

/** A query moved to another tab: it keeps the columns and the page's length, and leaves all else that narrows it. */
export function withTab(query: GridQuery, tab: OrderTab): GridQuery {
  return { ...query, q: '', filters: tabQueryFilters(tab), sort: tabSort(tab), offset: 0, view: null }
}

const plainQuery: GridQuery = {
  q: '',
  filters: {},
  sort: ordersDefinition.defaultSort,
  limit: 50,
  offset: 0,
  cols: null,
  view: null,
}

/** The address of a tab by itself. */
export function tabHref(tab: OrderTab): string {
  return gridHref(paths.orders, withTab(plainQuery, tab), ordersDefinition)
}

/** The address of the orders with these filters set: `ordersHref({ placed: ['7d'] })`. */
export function ordersHref(filters: GridQuery['filters'], q = ''): string {
  return gridHref(paths.orders, { ...plainQuery, q, filters }, ordersDefinition)
}

/** The address of an order that knows the list it was opened from. */
export function orderHref(orderNumber: string, from: string): string {
  return paths.orderDetails(orderNumber, from)
}

/** Which orders a query means, resolved to moments and amounts. */
export interface OrdersMatch {
  /** Each must occur somewhere in the order's search terms. */
  words: readonly string[]
  /** Whether words may also occur in the buyer's real name: only for those who may see it. */
  findsNames: boolean
  /** null: whatever the status. None: no order matches. */
  statuses: readonly OrderStatus[] | null
  /** Ship-by times; only with `statuses` that await shipment. */
  shipBy: Span | null
  placed: Span | null
  /** Empty: every country. */
  countries: readonly string[]
  /** Thousandths of the currency's unit, both included. */
  value: { from: number | null; to: number | null } | null
  /** More than one piece in the order, be it of one item or of several. */
  several: boolean
  /** Of this buyer alone; null: of everybody. */
  buyer: string | null
  /** These orders alone, of those that match otherwise; null: all of them. */
  numbers: readonly string[] | null
}

/** A stretch of time: `from` included, `before` not; null is open. */
export interface Span {
  from: Date | null
  before: Date | null
}

/** A page of the orders that match, in a total order: by the sort's column, then by key. */
export interface OrdersQuery extends OrdersMatch {
  sort: OrderSort
  descending: boolean
  limit: number
  offset: number
}

/** Resolves the state of the grid at a moment, days meant in a zone, for a reader who sees so much of buyers. Pure. */
export function resolveOrders(query: GridQuery, now: Date, zone: string, detail: BuyerDetail): OrdersQuery {
  const due = dueStates.find((state) => state === filterValues(query, 'shipBy')[0]) ?? null
  const total = filterRange(query, 'total')
  return {
    words: searchWords(query),
    findsNames: detail === 'full',
    statuses: statusesOf(query, due),
    shipBy: due && dueSpan(due, dueBounds(now, zone)),
    placed: placedSpan(query, now, zone),
    countries: filterValues(query, 'country'),
    value: total.from || total.to ? { from: thousandths(total.from), to: thousandths(total.to) } : null,
    several: filterValues(query, 'several').length > 0,
    buyer: filterValues(query, 'buyer')[0] ?? null,
    numbers: null,
    sort: query.sort.column as OrderSort,
    descending: query.sort.descending,
    limit: query.limit,
    offset: query.offset,
  }
}

/** Whether nothing but a status narrows the orders: then their counts and sums are known without reading them. */
export function isStatusOnly(match: OrdersMatch): boolean {
  const { words, shipBy, placed, countries, value, several, buyer, numbers } = match
  const isListed = words.length > 0 || countries.length > 0 || buyer !== null || numbers !== null
  return !isListed && !shipBy && !placed && !value && !several
}

function statusesOf(query: GridQuery, due: DueState | null): readonly OrderStatus[] | null {
  const status = orderTabs.find((tab) => tab === filterValues(query, 'status')[0])
  const statuses = status ? tabFilters[status].statuses : null
  if (!due) return statuses
  return statuses ? statuses.filter(isUnshipped) : unshippedStatuses
}

function placedSpan(query: GridQuery, now: Date, zone: string): Span | null {
  const { period, from, to } = filterRange(query, 'placed')
  if (period === 'cancellable') return cancellableSpan(now)
  const named = dayPeriods.find((name) => name === period)
  const days = named ? periodDays(named, dateAt(now, zone)) : { from, to }
  if (!days.from && !days.to) return null
  return {
    from: days.from ? startOfDay(days.from, zone) : null,
    before: days.to ? startOfDay(addDays(days.to, 1), zone) : null,
  }
}

/** The first and last day of a named period. */
export function periodDays(period: DayPeriod, today: LocalDate): { from: LocalDate; to: LocalDate } {
  const firstOfMonth = `${today.slice(0, 7)}-01`
  switch (period) {
    case 'today':
      return { from: today, to: today }
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) }
    case '7d':
      return { from: addDays(today, -6), to: today }
    case '31d':
      return { from: addDays(today, -30), to: today }
    case '90d':
      return { from: addDays(today, -89), to: today }
    case 'month':
      return { from: firstOfMonth, to: today }
    case 'last-month': {
      const last = addDays(firstOfMonth, -1)
      return { from: `${last.slice(0, 7)}-01`, to: last }
    }
  }
}
