import { sql } from 'kysely'
import { readBatch } from '#db/read-batch.ts'
import { tagsOfOrders } from '#features/orders/order-notes/order-tags-db.server.ts'
import { activeTab, gridDefinition, listHref, tabHref, type FiltersOf } from '#features/machinery/grid/list-query.ts'
import { defineList, type ListTab, type Showing } from '#features/machinery/grid/list.ts'
import type { GridQuery } from '#lib/grid-query.ts'
import { parseGridQuery } from '#lib/read-grid-query.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { paths } from '#web/paths.ts'
import { addressDetail, mayDo } from '#web/roles.ts'
import { countriesOfOrders, orderCounts } from './order-counts-db.server.ts'
import { orderFilters } from './order-filters.server.ts'
import { leadsByDue, tabCount, tabQueryFilters } from './order-tabs.ts'
import { dueWords, statusWords } from './order-words.ts'
import { unknownCountry } from '#features/core/order/delivery.ts'
import {
  dueBounds,
  isUnshipped,
  orderTabs,
  parseOrderNumber,
  tabFilters,
  type OrderTab,
} from '#features/core/order/order.ts'
import { fileColumns, fileRecords } from './orders-file.server.ts'
import { orderListColumns } from './orders-list-columns.server.ts'
import { cannotOf, orderRows, type Orders } from './orders-list-row.server.ts'
import { holdsWord, type SqlCondition } from '#features/machinery/grid/list-conditions.server.ts'
import { readSearch, type SearchPart } from '#lib/search-words.ts'

const tabs = orderTabs.map((id): ListTab<Orders> => ({
  id,
  label: `orders.tab.${id}`,
  filters: tabQueryFilters(id),
  // Unshipped orders are sorted by due time, others newest first.
  ...(leadsByDue(id) ? { sort: { column: 'shipBy', descending: false } } : {}),
  count: ({ counts }) => tabCount(id, counts),
  urgent: id === 'overdue',
}))
const parts = tabs.filter(({ id }) => id === 'overdue' || id === 'due-today')

/** Counts and tags read with the list; countries only if permitted. */
const known = { counts: orderCounts, tags: tagsOfOrders }
const knownWithCountries = { ...known, countries: countriesOfOrders }

export const ordersList = defineList<Orders>()({
  access: 'hub.view',
  views: 'orders',
  place: ({ role, params }) => ({
    detail: addressDetail(role),
    tab: tabOf(ordersQuery(params)),
    mayShip: mayDo(role, 'orders.ship'),
    mayTalk: mayDo(role, 'buyers.talk'),
    mayRefund: mayDo(role, 'orders.refund'),
    seesMoney: mayDo(role, 'money.view'),
    hidesAmounts: !mayDo(role, 'amounts.view'),
    ...(mayDo(role, 'orders.ship') && params.get('delivery') === 'COLLECT' ? { collects: true } : {}),
  }),
  path: paths.orders,
  concerns: ['orders', 'talk'],
  title: 'word.orders',
  columns: orderListColumns,
  filters: orderFilters,
  sort: { column: 'placed', descending: true },
  tabs: tabs
    .filter((tab) => !parts.includes(tab))
    .map((tab) => (tab.id === 'awaiting-shipment' ? { ...tab, parts } : tab)),
  search: {
    in: 'searched_orders',
    words: 'order_words',
    withTabs: true,
    placeholder: 'orders.search',
    conditions: (typed, { place }) => searchPartConditions(typed, place.detail === 'full'),
  },
  table: 'orders',
  key: { column: 'order_number', parse: parseOrderNumber },
  rows: orderRows,
  facts: async (db, { sellerId, now, zone, place }) => {
    const bounds = dueBounds(now, zone)
    const of = { ...bounds, sellerId }
    if (place.detail === 'none') return { bounds, countries: [], ...(await readBatch(db, known, of)) }
    return { bounds, ...(await readBatch(db, knownWithCountries, of)) }
  },
  kept: ({ counts }) => counts.byStatus,
  totals: {
    rows: 'sales.stepOrders',
    units: { of: sql`o.unit_count`, text: 'research.items' },
    money: sql`o.total_minor`,
    moneyFor: ({ hidesAmounts }) => !hidesAmounts,
  },
  walks: 'placed',
  head: (row, { texts, place, facts, from }) => {
    const item = row.title ?? texts.t('orders.noItem')
    const due = isUnshipped(row.status) ? dueWords(row.ship_by, facts.bounds, texts) : null
    return {
      key: row.order_number,
      href: paths.orderDetails(row.order_number, from),
      title: texts.t('orders.row', { number: row.order_number, title: item }),
      urgent: due?.tone === 'bad',
      cannot: cannotOf(row, place),
      item,
      country:
        place.detail === 'none' || row.ship_to_country === unknownCountry ? null : texts.country(row.ship_to_country),
      status: statusWords(row.status, texts, row.delivery),
      due,
    }
  },
  file: {
    name: 'orders.export.file',
    columns: fileColumns,
    records: fileRecords,
  },
  steps: ({ mayShip, mayTalk, mayRefund, collects }) => [
    ...(collects ? [{ id: 'hand-over', label: 'orders.row.handOver', path: paths.ordersHandOver } as const] : []),
    ...(mayShip ? [{ id: 'ship', label: 'word.ship', path: paths.ordersShip, key: 's' } as const] : []),
    ...(mayShip ? [{ id: 'labels', label: 'orders.step.labels', path: paths.labelsBuy } as const] : []),
    ...(mayShip ? [{ id: 'print', label: 'word.print', path: paths.ordersPrint } as const] : []),
    ...(mayTalk ? [{ id: 'tag', label: 'word.tag', path: paths.ordersTag } as const] : []),
    ...(mayRefund ? [{ id: 'cancel', label: 'orders.step.cancel', path: paths.ordersCancel } as const] : []),
  ],
  primary: ({ place: { tab, mayShip }, texts }) =>
    mayShip && leadsByDue(tab) ? { label: texts.t('orders.pack'), href: paths.pack } : null,
  nothing: nothingOf,
})

const everything: Orders['place'] = {
  detail: 'full',
  tab: 'all',
  mayShip: true,
  mayTalk: true,
  mayRefund: true,
  seesMoney: true,
}

const tabHrefs = new Map(tabs.map((tab) => [tab.id, tabHref(ordersList, tab, { place: everything })]))

export function orderTabHref(tab: OrderTab): string {
  return assertDefined(tabHrefs.get(tab), 'it is a tab of this list')
}

export const shipAllHref = (list: string) => allHref(paths.ordersShip, list)

export const cancelAllHref = (list: string) => allHref(paths.ordersCancel, list)

function allHref(step: string, list: string): string {
  const { searchParams } = new URL(list, 'http://hub')
  searchParams.set('all', '1')
  return `${step}?${searchParams.toString().replaceAll('%2C', ',')}`
}

/** URL of the orders with these filters: `ordersHref({ placed: ['7d'] })`. */
export function ordersHref(filters: FiltersOf<typeof ordersList>, q = ''): string {
  return listHref(ordersList, everything, { filters, q })
}

/** Parses the query of a list's URL, independent of the reader. */
export function ordersQuery(params: URLSearchParams): GridQuery {
  return parseGridQuery(params, gridDefinition(ordersList, everything)).query
}

/** Tab of a query; overdue and due today are tabs of their own. */
export function tabOf({ filters }: Pick<GridQuery, 'filters'>): OrderTab {
  const active = activeTab(ordersList, everything, filters)
  return orderTabs.find((tab) => tab === active?.id) ?? 'all'
}

function nothingOf({ place: { tab }, facts, texts: { t } }: Showing<Orders>) {
  const lead = (label: string, href: string) => [{ label, href, primary: true }]
  if (tabCount('all', facts.counts) === 0)
    return {
      title: t('orders.none.title'),
      hint: t('orders.none.hint'),
      actions: lead(t('orders.none.action'), paths.overview),
    }
  // An empty due tab is good news.
  if (tabFilters[tab].due)
    return {
      title: t('orders.noneDue.title'),
      hint: t('orders.noneDue.hint'),
      actions: lead(t('orders.noneDue.action'), orderTabHref('awaiting-shipment')),
    }
  return {
    title: t('orders.noneHere.title', { tab: t(`orders.tab.${tab}`) }),
    hint: t('orders.noneHere.hint'),
    actions: lead(t('error.toOrders'), orderTabHref('all')),
  }
}

/**
 * Conditions for the search words. Names, addresses, phone numbers and private notes have their own index, used only if
 * the reader `seesAddresses`.
 */
function searchPartConditions(typed: string, seesAddresses: boolean): SqlCondition[] {
  return readSearch(typed).map((part) => searchPartCondition(part, seesAddresses))
}

function searchPartCondition({ words, whole, phone }: SearchPart, seesAddresses: boolean): SqlCondition {
  const inPersonal = (word: string) => sql`o.personal like search_pattern(${word})`
  const held = (word: string) => (seesAddresses ? sql`(${holdsWord(word)} or ${inPersonal(word)})` : holdsWord(word))
  const every = words.length > 0 ? [sql`(${sql.join(words.map(held), sql` and `)})`] : []
  const any = [...every, ...whole.map(held), ...(seesAddresses ? phone.map(inPersonal) : [])]
  return sql`(${sql.join(any, sql` or `)})`
}
