import { sql } from 'kysely'
import { unshippedStatuses } from '#features/core/order/order.ts'
import { oversoldIds } from '#features/orders/order-list/order-filters.server.ts'
import { ordersHref } from '#features/orders/order-list/orders-list.server.ts'
import { paths } from '#web/paths.ts'
import { mayDo } from '#web/roles.ts'
import type { TaskKind } from '#features/core/task/task-kind.ts'

/**
 * Paid orders accepted without enough stock: to be restocked, partly cancelled or agreed with the buyer before they
 * are due.
 */
export const oversoldKind: TaskKind = {
  id: 'oversold',
  label: 'word.oversold',
  icon: 'stock',
  alone: (at) => {
    const seller = at(({ sellerId }) => sellerId)
    return sql`
      select o.id, null::text, o.ship_by, null::text, null::text, o.currency, o.total_minor, o.total_value
      from orders o
      where o.seller_id = ${seller} and o.status in (${sql.join(unshippedStatuses)}) and o.id in (${oversoldIds(seller)})`
  },
  one: ({ orderNumber }, { texts: { t }, role }) => {
    const title = t('tasks.oversold', { number: orderNumber })
    const href = paths.orderDetails(orderNumber)
    return {
      title,
      href,
      facts: [t('tasks.oversold.what')],
      action: mayDo(role, 'orders.ship') ? { text: t('tasks.oversold.do'), label: title, href } : null,
    }
  },
  many: ({ tasks }, { texts: { t } }) => ({
    title: t('tasks.oversold.many', { n: tasks }),
    href: ordersHref({ status: ['awaiting-shipment'], oversold: ['1'] }),
    action: null,
  }),
}
