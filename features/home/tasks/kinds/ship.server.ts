import { sql, type RawBuilder } from 'kysely'
import { unshippedStatuses, type DueState } from '#features/core/order/order.ts'
import { orderTabHref, ordersHref, shipAllHref } from '#features/orders/order-list/orders-list.server.ts'
import { mayDo } from '#web/roles.ts'
import { paths } from '#web/paths.ts'
import type { BindValue } from '#db/compile-once.ts'
import { byDay, type TaskKind, type TaskReader } from '#features/core/task/task-kind.ts'

/** Parcels to ship by a deadline. Late ones are listed singly, others combined by day. */
export const shipKind: TaskKind = {
  id: 'ship',
  label: 'tasks.kind.ship',
  icon: 'parcel',
  alone: (at) => parcels(at, sql`null::text`, sql`o.ship_by < ${at(({ now }) => now)}`),
  together: (at) => parcels(at, sql.lit(byDay), sql`o.ship_by >= ${at(({ now }) => now)}`),
  one: ({ orderNumber, due, bundle }, { texts: { t }, role }) => {
    const title = t('tasks.ship', { number: orderNumber })
    const from = new URL(shipHref(due, bundle), 'http://hub').search.slice(1)
    return {
      title,
      href: paths.orderDetails(orderNumber, from),
      action: mayDo(role, 'orders.ship')
        ? { text: t('word.ship'), label: title, href: paths.shipOrder(orderNumber, from) }
        : null,
    }
  },
  many: ({ due, bundle, tasks, all, dueAt }, { texts: { t, number, moment }, role }) => {
    const title =
      bundle === null
        ? t('tasks.ship.late', { n: tasks })
        : t('tasks.ship.day', { n: tasks, time: dueAt ? moment(dueAt, 'time') : '' })
    const href = shipHref(due, bundle)
    const text = t(all > tasks ? 'tasks.ship.doAll' : 'tasks.ship.doMany', { n: number(all) })
    return {
      title,
      href,
      action: mayDo(role, 'orders.ship') ? { text, label: `${text}: ${title}`, href: shipAllHref(href) } : null,
    }
  },
}

const parcels = (at: BindValue<TaskReader>, bundle: RawBuilder<unknown>, due: RawBuilder<unknown>) => sql`
  select o.id as order_id, null::text as ref, o.ship_by as due_at, ${bundle} as bundle, null::text as detail, o.currency,
    o.total_minor as minor, o.total_value as value
  from orders o
  where o.seller_id = ${at(({ sellerId }) => sellerId)} and o.status in (${sql.join(unshippedStatuses)}) and ${due}`

/** Link to exactly the orders of a due state; beyond tomorrow, of one day. */
function shipHref(due: DueState, day: string | null): string {
  if (due === 'overdue') return orderTabHref('overdue')
  if (due === 'today') return orderTabHref('due-today')
  return ordersHref({ status: ['awaiting-shipment'], shipBy: [due === 'later' && day !== null ? day : due] })
}
