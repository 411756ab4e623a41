import type { NewRow } from '#db/schema.ts'
import { ordersHref } from '#features/orders/order-list/orders-list.server.ts'

const views: readonly { name: string; filters: Readonly<Record<string, readonly string[]>>; shared: boolean }[] = [
  { name: 'Germany, to ship', filters: { status: ['awaiting-shipment'], country: ['DE'] }, shared: true },
  { name: 'Over 200', filters: { total: ['200', ''] }, shared: true },
  { name: 'Several items, last week', filters: { placed: ['7d'], several: ['1'] }, shared: false },
]

/** Saved views of the shop's owner on the list of orders, two of them shared with the team. */
export function savedViewRows(seller_id: number, member_id: string, created_at: Date): NewRow<'saved_views'>[] {
  return views.map(({ name, filters, shared }, index) => ({
    seller_id,
    id: `demo-${index + 1}`,
    member_id,
    resource: 'orders',
    name,
    query: new URL(ordersHref(filters), 'http://hub').search.slice(1),
    shared,
    created_at,
  }))
}
