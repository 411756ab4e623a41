import type { GridQuery } from '#lib/grid-query.ts'
import { isUnshipped, orderTabs, tabFilters, type OrderTab } from '#features/core/order/order.ts'
import type { OrderCounts } from './order-counts-db.server.ts'

export function tabQueryFilters(tab: OrderTab): GridQuery['filters'] {
  const { due } = tabFilters[tab]
  if (due) return { status: ['awaiting-shipment'], shipBy: [due] }
  return tab === 'all' ? {} : { status: [tab] }
}

/** Values of the status filter: tabs that are not part of another. */
export const statusTabs = orderTabs.filter((tab) => tab !== 'all' && tabFilters[tab].due === null)

/** Whether all of a tab's orders are unshipped, so that the due time matters most. */
export function leadsByDue(tab: OrderTab): boolean {
  return tabFilters[tab].statuses.some(isUnshipped)
}

export function tabCount(tab: OrderTab, counts: OrderCounts): number {
  const { statuses, due } = tabFilters[tab]
  if (due) return due === 'overdue' ? counts.overdue : counts.dueToday
  const rows = counts.byStatus.filter(({ status }) => statuses.length === 0 || statuses.includes(status))
  return rows.reduce((sum, row) => sum + row.rows, 0)
}
