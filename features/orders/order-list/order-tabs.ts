import type { GridQuery } from '#lib/grid-query.ts'
import { isUnshipped, orderTabs, tabFilters, type OrderTab } from '#features/core/order/order.ts'
import type { OrderCounts } from './order-counts-db.server.ts'

/** The filters that show a tab. */
export function tabQueryFilters(tab: OrderTab): GridQuery['filters'] {
  const { due } = tabFilters[tab]
  if (due) return { status: ['awaiting-shipment'], shipBy: [due] }
  return tab === 'all' ? {} : { status: [tab] }
}

/** Values of the filter by status: the tabs that are no part of another. */
export const statusTabs = orderTabs.filter((tab) => tab !== 'all' && tabFilters[tab].due === null)

/** Whether a tab's rows are all still to be shipped, so that what matters most is by when. */
export function leadsByDue(tab: OrderTab): boolean {
  return tabFilters[tab].statuses.some(isUnshipped)
}

/** How many orders a tab has. */
export function tabCount(tab: OrderTab, counts: OrderCounts): number {
  const { statuses, due } = tabFilters[tab]
  if (due) return due === 'overdue' ? counts.overdue : counts.dueToday
  const rows = counts.byStatus.filter(({ status }) => statuses.length === 0 || statuses.includes(status))
  return rows.reduce((sum, row) => sum + row.rows, 0)
}
