import { paths } from '#web/paths.ts'
import {
  gridModel,
  makeCells,
  type CellMakers,
  type GridColumnView,
  type GridParts,
  type SavedGridView,
} from '#features/grid/grid-view.ts'
import type { GridFilterView } from '#features/grid/grid-filter-view.ts'
import {
  filterValues,
  formatGridQuery,
  gridHref,
  shownColumns,
  type GridDefinition,
  type GridProblem,
  type GridQuery,
} from '#lib/grid-query.ts'
import type { GridCell, GridModel, GridRow, GridTab } from '#shui/grid/grid-model.ts'
import type { Texts } from '#texts/texts.ts'
import { dueStates, isUnshipped, orderTabs, tabFilters, type DueBounds, type OrderTab } from './order.ts'
import type { OrderCounts, OrderList, OrderRow, TotalRow } from './orders-db.server.ts'
import { leadsByDue, orderHref, placedPeriods, tabHref, tabOf, withTab } from './orders-query.ts'
import { dueWords, momentWords, statusWords } from './order-words.ts'

/** All that the list of orders shows, as it was read. */
export interface OrdersPageData {
  query: GridQuery
  problems: readonly GridProblem[]
  definition: GridDefinition
  counts: OrderCounts
  list: OrderList
  countries: readonly string[]
  views: readonly SavedGridView[]
  bounds: DueBounds
  /** Whether the reader may know where orders go. */
  showsPlaces: boolean
}

/** The list of orders as a grid. */
export function ordersModel(data: OrdersPageData, texts: Texts): GridModel {
  const { query, definition, list } = data
  const tab = tabOf(query)
  const model = gridModel({
    title: texts.t(`orders.tab.${tab}`),
    note: texts.t('common.zone', { zone: texts.zoneName(data.bounds.now) }),
    path: paths.orders,
    definition,
    query,
    problems: data.problems,
    texts,
    tabs: tabsOf(data, texts),
    columns: columnsOf(tab, texts),
    filters: filtersOf(data, texts),
    searchPlaceholder: texts.t('orders.search'),
    rows: rowsOf(data, texts),
    total: list.totals.reduce((sum, row) => sum + row.orders, 0),
    totals: totalsOf(list.totals, texts),
    views: { action: paths.ordersViews, saved: data.views, shareLabel: texts.t('grid.view.share') },
    exportPath: paths.ordersExport,
    actions: [{ id: 'export', label: texts.t('grid.export.selected'), url: paths.ordersExport, method: 'get' }],
    nothing: nothingOf(tab, data.counts, texts),
  })
  return model.empty && nothingDue(query, tab) ? { ...model, empty: { kind: 'nothing', ...noneDue(texts) } } : model
}

/** Whether a tab of what is due stands alone: empty, it is good news and no failed search. */
function nothingDue(query: GridQuery, tab: OrderTab): boolean {
  return tabFilters[tab].due !== null && query.q === '' && Object.keys(query.filters).length === 2 && query.offset === 0
}

function noneDue({ t }: Texts) {
  const toShip = { label: t('orders.noneDue.action'), href: tabHref('awaiting-shipment'), primary: true }
  return { title: t('orders.noneDue.title'), hint: t('orders.noneDue.hint'), actions: [toShip] }
}

/** How many orders a tab has. */
export function tabCount(tab: OrderTab, counts: OrderCounts): number {
  if (tab === 'overdue') return counts.overdue
  if (tab === 'due-today') return counts.dueToday
  const { statuses } = tabFilters[tab]
  const rows = counts.byStatus.filter(({ status }) => tab === 'all' || statuses.includes(status))
  return rows.reduce((sum, row) => sum + row.orders, 0)
}

// A tab's link leads to exactly the rows it counts: it leaves search and filters behind, and keeps how rows are shown.
function tabsOf({ query, definition, counts }: OrdersPageData, texts: Texts): GridTab[] {
  const active = tabOf(query)
  const tab = (id: OrderTab): GridTab => {
    const n = tabCount(id, counts)
    return {
      id,
      label: texts.t(`orders.tab.${id}`),
      count: texts.number(n),
      href: gridHref(paths.orders, withTab(query, id), definition),
      active: id === active,
      urgent: id === 'overdue' && n > 0,
    }
  }
  const isPart = (id: OrderTab) => tabFilters[id].due !== null
  return orderTabs
    .filter((id) => !isPart(id))
    .map((id) => (id === 'awaiting-shipment' ? { ...tab(id), children: orderTabs.filter(isPart).map(tab) } : tab(id)))
}

function columnsOf(tab: OrderTab, { t }: Texts): Record<string, GridColumnView> {
  const dueLeads = leadsByDue(tab)
  return {
    order: { label: t('orders.column.order'), isKey: true, card: 'key' },
    status: { label: t('orders.column.status'), card: dueLeads ? undefined : 'lead' },
    shipBy: { label: t('orders.column.shipBy'), order: 'due', card: dueLeads ? 'lead' : undefined },
    buyer: { label: t('orders.column.buyer'), card: 'party' },
    item: { label: t('orders.column.item'), width: 'wide', card: 'title' },
    quantity: { label: t('orders.column.quantity'), order: 'number', align: 'end', width: 'narrow', card: 'count' },
    total: { label: t('orders.column.total'), order: 'number', align: 'end', card: 'amount' },
    service: { label: t('orders.column.service'), priority: 3 },
    placed: { label: t('orders.column.placed'), order: 'time', priority: 2 },
    paid: { label: t('orders.column.paid'), order: 'time', priority: 2 },
    country: { label: t('orders.column.country') },
    tracking: { label: t('orders.column.tracking') },
    shipped: { label: t('orders.column.shipped') },
    note: { label: t('orders.column.note'), width: 'wide' },
  }
}

function rowsOf(data: OrdersPageData, texts: Texts): GridRow[] {
  const { list, query, definition, showsPlaces } = data
  const codes = new Set(list.rows.map((row) => row.ship_to_country))
  // Naming a country costs a thousand times more than looking it up, and a page has few.
  const countries = new Map(showsPlaces ? [...codes].map((code) => [code, texts.country(code)]) : [])
  const from = formatGridQuery(query, definition)
  const shown = new Set(shownColumns(query, definition))
  return list.rows.map((row) => rowOf(row, { countries, from, shown, bounds: data.bounds, texts }))
}

interface RowFor {
  /** Names by code; empty for whoever may not know them. */
  countries: ReadonlyMap<string, string>
  /** The query of the list. */
  from: string
  shown: ReadonlySet<string>
  bounds: DueBounds
  texts: Texts
}

function rowOf(row: OrderRow, { countries, from, shown, bounds, texts }: RowFor): GridRow {
  const status = statusWords(row.status, texts)
  const due = isUnshipped(row.status) ? dueWords(row.ship_by, bounds, texts) : null
  const time = (at: Date | null): GridCell =>
    at && { kind: 'time', text: momentWords(at, bounds.now, texts), dateTime: at.toISOString() }
  const country = countries.get(row.ship_to_country) ?? null
  const title = row.title ?? texts.t('orders.noItem')
  const cells: CellMakers = {
    order: () => row.order_number,
    // What is late or due today gives the status its colour.
    status: () => ({
      kind: 'status',
      ...status,
      ...(due && due.tone !== 'neutral' ? { tone: due.tone } : {}),
      second: due?.text,
    }),
    shipBy: () => due && { kind: 'status', ...due, second: row.status === 'PARTLY_SHIPPED' ? status.text : null },
    buyer: () => ({ kind: 'two-line', main: row.buyer_username, second: country }),
    item: () => ({ kind: 'two-line', main: title, second: itemDetail(row, texts), image: row.image_url }),
    quantity: () => texts.number(row.unit_count),
    total: () => ({ kind: 'money', text: texts.money({ minor: row.total_minor, currency: row.currency }) }),
    service: () => row.shipping_service,
    placed: () => time(row.placed_at),
    paid: () => time(row.paid_at),
    country: () => country,
    tracking: () => row.tracking,
    shipped: () => time(row.shipped_at),
    note: () => row.buyer_note,
  }
  return {
    key: row.order_number,
    href: orderHref(row.order_number, from),
    title: texts.t('orders.row', { number: row.order_number, title }),
    cells: makeCells(cells, shown),
    urgent: due?.tone === 'bad',
  }
}

function itemDetail({ sku, line_count }: OrderRow, texts: Texts): string | null {
  const more = line_count > 1 ? texts.t('orders.moreItems', { n: line_count - 1 }) : null
  return [sku, more].filter(Boolean).join(' · ') || null
}

/** "47 orders", "61 items", "£3,918.20 + ¥98,000": currencies are never added to each other. */
function totalsOf(totals: readonly TotalRow[], texts: Texts): GridModel['totals'] {
  const sum = (key: 'orders' | 'units') => totals.reduce((all, row) => all + row[key], 0)
  if (totals.length === 0) return []
  const money = totals.map(({ total_minor, currency }) => texts.money({ minor: total_minor, currency }))
  return [
    { text: texts.t('orders.totals.orders', { n: sum('orders') }) },
    { text: texts.t('orders.totals.units', { n: sum('units') }), tone: 'quiet' },
    { text: money.join(' + '), tone: 'strong' },
  ]
}

function filtersOf({ query, countries, counts, bounds, showsPlaces }: OrdersPageData, texts: Texts): GridFilterView[] {
  const { t } = texts
  const currencies = new Set(counts.byStatus.map((row) => row.currency))
  const [currency] = currencies
  const [buyer] = filterValues(query, 'buyer')
  const chosen = new Set([...countries, ...filterValues(query, 'country')])
  const byName = [...chosen]
    .map((code) => ({ value: code, label: texts.country(code) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, texts.locale === 'de' ? 'de' : 'en'))
  return [
    {
      name: 'placed',
      label: t('orders.filter.placed'),
      hint: t('orders.filter.placed.hint', { zone: texts.zoneName(bounds.now) }),
      options: placedPeriods.map((value) => ({ value, label: t(`orders.period.${value}`) })),
    },
    {
      name: 'shipBy',
      label: t('orders.filter.shipBy'),
      hint: t('orders.filter.shipBy.hint'),
      options: dueStates.map((value) => ({ value, label: t(`orders.shipBy.${value}`) })),
    },
    ...(showsPlaces ? [{ name: 'country', label: t('orders.filter.country'), options: byName }] : []),
    {
      name: 'total',
      label: t('orders.filter.total'),
      ...(currencies.size === 1 ? { unit: currency } : { unit: null, hint: t('orders.filter.total.hint') }),
    },
    { name: 'several', label: t('orders.filter.several'), hint: t('orders.filter.several.hint') },
    ...(buyer ? [{ name: 'buyer', label: t('orders.column.buyer'), options: [{ value: buyer, label: buyer }] }] : []),
  ]
}

function nothingOf(tab: OrderTab, counts: OrderCounts, { t }: Texts): GridParts['nothing'] {
  const all = { label: t('orders.noneHere.action'), href: tabHref('all'), primary: true }
  if (tabCount('all', counts) === 0)
    return {
      title: t('orders.none.title'),
      hint: t('orders.none.hint'),
      actions: [{ label: t('orders.none.action'), href: paths.overview, primary: true }],
    }
  return {
    title: t('orders.noneHere.title', { tab: t(`orders.tab.${tab}`) }),
    hint: t('orders.noneHere.hint'),
    actions: [all],
  }
}
