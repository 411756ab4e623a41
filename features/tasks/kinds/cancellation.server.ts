import { sql } from 'kysely'
import type { Row } from '#db/schema.ts'
import { orderTabHref } from '#features/orders/orders-list.server.ts'
import { leftMinorOf } from '#features/refunds/left-minor-db.server.ts'
import { paths } from '#web/paths.ts'
import { mayDo } from '#web/roles.ts'
import type { TaskKind } from '#features/task/task-kind.ts'

/** Requests to cancel that wait for the seller's answer: accepting puts back to the stock and pays back. At stake is what would go back. */
export const cancellationKind: TaskKind = {
  id: 'cancellation',
  label: 'tasks.kind.cancellation',
  icon: 'cancellation',
  alone: (at) => sql`
    select o.id, c.cancel_key, coalesce(c.respond_by, c.requested_at + make_interval(secs => ${at(({ deadlines }) => deadlines.sellerRespondsToCancel / 1000)})),
      null::text, c.reason, o.currency, back.minor, back.minor * case currency_decimals(o.currency) when 0 then 1000 when 2 then 10 else 1 end
    from cancellations c join orders o on o.seller_id = ${at(({ sellerId }) => sellerId)} and o.id = c.order_id
    cross join lateral (select ${leftMinorOf({ sellerId: at(({ sellerId }) => sellerId), id: sql`o.id` })} as minor) back
    where c.seller_id = ${at(({ sellerId }) => sellerId)} and c.state = 'REQUESTED' and c.closed_at is null`,
  one: ({ key, orderNumber, detail, money, buyer }, { texts: { t, money: moneyText }, role }) => {
    const title = t('tasks.cancellation', { number: orderNumber })
    const text = t('tasks.cancellation.do')
    const refund = moneyText(money)
    const paysBack = money.minor > 0
    const does = paysBack ? t('tasks.cancellation.refunds', { amount: refund }) : text
    const words = paysBack ? t('tasks.cancellation.sure.refund', { refund, buyer }) : t('tasks.cancellation.sure')
    const href = paths.cancelOrder(orderNumber)
    return {
      title,
      href: paths.orderDetails(orderNumber),
      facts: [t(`order.cancelReason.${detail as Row<'cancellations'>['reason']}`)],
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
  many: ({ tasks }, { texts: { t }, role }) => {
    const title = t('tasks.cancellation.more', { n: tasks })
    const href = orderTabHref('cancellation-requested')
    const text = t('tasks.answer.doAll')
    const label = `${text}: ${t('tasks.kind.cancellation')}`
    return { title, href, action: mayDo(role, 'orders.refund') ? { text, label, href } : null }
  },
}
