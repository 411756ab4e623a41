import { sql } from 'kysely'
import type { Row } from '#db/schema.ts'
import { orderTabHref } from '#features/orders/orders-list.server.ts'
import { paths } from '#web/paths.ts'
import { mayDo } from '#web/roles.ts'
import type { TaskKind } from '#features/task/task-kind.ts'

/** Requests to cancel that wait for the seller's answer: accepting puts back to the stock and pays back. */
export const cancellationKind: TaskKind = {
  id: 'cancellation',
  label: 'tasks.kind.cancellation',
  icon: 'cancellation',
  alone: (at) => sql`
    select o.id, c.cancel_key, coalesce(c.respond_by, c.requested_at + make_interval(secs => ${at(({ deadlines }) => deadlines.sellerRespondsToCancel / 1000)})),
      null::text, c.reason || case when o.paid_at is null then '' else ' paid' end, o.currency, o.total_minor, o.total_value
    from cancellations c join orders o on o.seller_id = ${at(({ sellerId }) => sellerId)} and o.id = c.order_id
    where c.seller_id = ${at(({ sellerId }) => sellerId)} and c.state = 'REQUESTED' and c.closed_at is null`,
  one: ({ key, orderNumber, detail, money, buyer }, { texts: { t, money: moneyText }, role }) => {
    const title = t('tasks.cancellation', { number: orderNumber })
    const [reason, paid] = (detail ?? '').split(' ')
    const text = t('tasks.cancellation.do')
    const refund = moneyText(money)
    const does = paid ? t('tasks.cancellation.refunds', { amount: refund }) : text
    const words = paid ? t('tasks.cancellation.sure.refund', { refund, buyer }) : t('tasks.cancellation.sure')
    const href = paths.cancelOrder(orderNumber)
    return {
      title,
      href: paths.orderDetails(orderNumber),
      facts: [t(`order.cancelReason.${reason as Row<'cancellations'>['reason']}`)],
      action: mayDo(role, 'orders.refund')
        ? {
            text,
            label: `${does}: ${title}`,
            href,
            inPlace: 'step',
            step: { words, text: does, action: href, fields: { step: 'accept', key, restock: 'on' } },
          }
        : null,
    }
  },
  many: ({ tasks, all }, { texts: { t, number }, role }) => {
    const title = t('tasks.cancellation.more', { n: tasks })
    const href = orderTabHref('cancellation-requested')
    const text = t('tasks.answer.doAll', { n: number(all) })
    return { title, href, action: mayDo(role, 'orders.refund') ? { text, label: `${text}: ${title}`, href } : null }
  },
}
