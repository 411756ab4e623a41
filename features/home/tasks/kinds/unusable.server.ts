import { sql } from 'kysely'
import { unshippedStatuses } from '#features/core/order/order.ts'
import { ordersHref } from '#features/orders/order-list/orders-list.server.ts'
import { paths } from '#web/paths.ts'
import type { TaskKind } from '#features/core/task/task-kind.ts'

/** Paid orders of which the hub could not use everything: to be checked before they leave. */
export const unusableKind: TaskKind = {
  id: 'unusable',
  label: 'word.toCheck',
  icon: 'question',
  alone: (at) => sql`
    select o.id, null::text, o.ship_by, null::text, null::text, o.currency, o.total_minor, o.total_value
    from orders o
    where o.seller_id = ${at(({ sellerId }) => sellerId)} and o.unusable is not null and o.status in (${sql.join(unshippedStatuses)})`,
  one: ({ orderNumber }, { texts: { t } }) => {
    const title = t('tasks.unusable', { number: orderNumber })
    const href = paths.orderDetails(orderNumber)
    return {
      title,
      href,
      facts: [t('tasks.unusable.what')],
      action: { text: t('word.check'), label: title, href },
    }
  },
  many: ({ tasks }, { texts: { t } }) => ({
    title: t('tasks.unusable.many', { n: tasks }),
    href: ordersHref({ status: ['awaiting-shipment'], unusable: ['1'] }),
    action: null,
  }),
}
