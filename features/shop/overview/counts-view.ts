import { orderTabs, tabFilters, type OrderTab } from '#features/core/order/order.ts'
import type { OrderCounts } from '#features/orders/order-list/order-counts-db.server.ts'
import { tabCount } from '#features/orders/order-list/order-tabs.ts'
import { orderTabHref } from '#features/orders/order-list/orders-list.server.ts'
import type { Texts } from '#texts/texts.ts'
import type { LineModel, LinesModel } from './lines-section.tsx'

/** Orders of each tab, those with a deadline as parts of the line above. */
export function orderCountsModel(counts: OrderCounts, texts: Texts): LinesModel {
  return {
    all: { text: texts.t('counts.allOrders', { n: texts.number(tabCount('all', counts)) }), href: orderTabHref('all') },
    none: null,
    lines: orderTabs
      .filter((tab) => tab !== 'all')
      .map((tab) => ({
        key: tab,
        label: texts.t(`orders.tab.${tab}`),
        value: texts.number(tabCount(tab, counts)),
        href: orderTabHref(tab),
        isPart: tabFilters[tab].due !== null,
        tone: toneOf(tab, tabCount(tab, counts)),
      })),
  }
}

function toneOf(tab: OrderTab, count: number): LineModel['tone'] {
  if (count === 0) return 'quiet'
  if (tab === 'overdue') return 'bad'
  return tab === 'due-today' || tab === 'cancellation-requested' ? 'warn' : 'normal'
}
