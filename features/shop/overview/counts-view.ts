import { orderTabs, tabFilters, type OrderTab } from '#features/core/order/order.ts'
import type { OrderCounts } from '#features/orders/order-list/order-counts-db.server.ts'
import { tabCount } from '#features/orders/order-list/order-tabs.ts'
import { orderTabHref } from '#features/orders/order-list/orders-list.server.ts'
import type { Texts } from '#texts/texts.ts'

export interface CountModel {
  key: string
  label: string
  count: string
  /** Part of the line above. */
  part: boolean
  tone: 'normal' | 'quiet' | 'warn' | 'bad'
}

export type LinkedCountModel = CountModel & { href: string }

export interface OrderCountsModel {
  all: { text: string; href: string }
  counts: LinkedCountModel[]
}

export function orderCountsModel(counts: OrderCounts, texts: Texts): OrderCountsModel {
  const statuses = orderTabs.filter((tab) => tab !== 'all')
  const allOrders = tabCount('all', counts)
  return {
    all: { text: texts.t('counts.allOrders', { n: texts.number(allOrders) }), href: orderTabHref('all') },
    counts: statuses.map((tab) => {
      const count = tabCount(tab, counts)
      return {
        key: tab,
        label: texts.t(`orders.tab.${tab}`),
        count: texts.number(count),
        href: orderTabHref(tab),
        part: tabFilters[tab].due !== null,
        tone: toneOf(tab, count),
      }
    }),
  }
}

function toneOf(tab: OrderTab, count: number): CountModel['tone'] {
  if (count === 0) return 'quiet'
  if (tab === 'overdue') return 'bad'
  return tab === 'due-today' || tab === 'cancellation-requested' ? 'warn' : 'normal'
}
