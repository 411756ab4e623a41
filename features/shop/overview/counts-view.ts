import { orderTabs, tabFilters, type OrderTab } from '#features/core/order/order.ts'
import type { OrderCounts } from '#features/orders/order-list/order-counts-db.server.ts'
import { tabCount } from '#features/orders/order-list/order-tabs.ts'
import { orderTabHref } from '#features/orders/order-list/orders-list.server.ts'
import { unsoldDays, type ListingCounts } from '#features/core/listing/listing.ts'
import { listingsHref } from '#features/selling/listings/listings-list.server.ts'
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

const listingLinks: Record<keyof ListingCounts, string> = {
  active: listingsHref('active', { status: ['on-sale'] }),
  endingSoon: listingsHref('active', { status: ['on-sale'], ends: ['24h'] }),
  outOfStock: listingsHref('active', { status: ['out-of-stock'] }),
  onHold: listingsHref('active', { status: ['on-hold'] }),
  scheduled: listingsHref('scheduled'),
  drafts: listingsHref('drafts'),
  endedUnsold: listingsHref('ended', { outcome: ['unsold'], ended: ['90d'] }),
}

export function listingCountsModel(counts: ListingCounts, texts: Texts): LinkedCountModel[] {
  const states = ['active', 'endingSoon', 'outOfStock', 'scheduled', 'drafts', 'onHold', 'endedUnsold'] as const
  return states.map((state) => ({
    key: state,
    label: texts.t(`counts.${state}`, { days: unsoldDays }),
    count: texts.number(counts[state]),
    href: listingLinks[state],
    part: false,
    tone: counts[state] === 0 ? 'quiet' : state === 'outOfStock' || state === 'onHold' ? 'warn' : 'normal',
  }))
}
