import { sql } from 'kysely'
import { cancellableSpan } from '#features/core/order/order.ts'
import { cancelAllHref, ordersHref } from '#features/orders/order-list/orders-list.server.ts'
import { paths, withQuery } from '#web/paths.ts'
import { mayDo } from '#web/roles.ts'
import type { TaskKind, TaskReader } from '#features/core/task/task-kind.ts'

const spanOf = ({ now, deadlines }: TaskReader) => cancellableSpan(now, deadlines)

/** Orders unpaid for longer than the seller must wait, combined in one task until the time to cancel them ends. */
export const unpaidKind: TaskKind = {
  id: 'unpaid',
  label: 'tasks.kind.unpaid',
  icon: 'unpaid',
  together: (at) => sql`
    select o.id, null::text,
      o.placed_at + make_interval(secs => ${at(({ deadlines }) => deadlines.sellerCancelWindow / 1000)}), 'unpaid', null::text, o.currency, o.total_minor, o.total_value
    from orders o
    where o.seller_id = ${at(({ sellerId }) => sellerId)} and o.status = 'AWAITING_PAYMENT'
      and o.placed_at >= ${at((reader) => spanOf(reader).from)} and o.placed_at < ${at((reader) => spanOf(reader).before)}`,
  one: ({ orderNumber, dueAt }, { texts: { t, moment }, role }) => {
    const title = t('tasks.unpaid', { number: orderNumber })
    const href = paths.orderDetails(orderNumber)
    return {
      title,
      href,
      facts: dueAt ? [t('tasks.unpaid.until', { date: moment(dueAt, 'date') })] : [],
      action: mayDo(role, 'orders.refund')
        ? { text: t('tasks.unpaid.do'), label: title, href: withQuery(paths.ordersCancel, { keys: orderNumber }) }
        : null,
    }
  },
  many: ({ tasks, dueAt }, { texts: { t, moment }, role }) => {
    const title = t('tasks.unpaid.many', { n: tasks })
    const href = ordersHref({ status: ['awaiting-payment'], placed: ['cancellable'] })
    const text = t('tasks.unpaid.doAll')
    const label = `${text}: ${t('tasks.kind.unpaid')}`
    return {
      title,
      href,
      facts: dueAt ? [t('tasks.unpaid.until', { date: moment(dueAt, 'date') })] : [],
      action: mayDo(role, 'orders.refund') ? { text, label, href: cancelAllHref(href) } : null,
    }
  },
}
