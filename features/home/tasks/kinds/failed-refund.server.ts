import { sql } from 'kysely'
import { paths } from '#web/paths.ts'
import { mayDo } from '#web/roles.ts'
import type { TaskKind } from '#features/core/task/task-kind.ts'

/** Refunds declined by the payment provider and not made in another way. Due since they were promised. */
export const failedRefundKind: TaskKind = {
  id: 'refund',
  label: 'tasks.kind.refund',
  icon: 'money',
  alone: (at) => sql`
    select r.order_id, r.refund_key, r.requested_at, null::text, null::text, r.currency, r.amount_minor,
      r.amount_minor * case currency_decimals(r.currency) when 0 then 1000 when 2 then 10 else 1 end
    from refunds r join orders o on o.seller_id = ${at(({ sellerId }) => sellerId)} and o.id = r.order_id
    where r.seller_id = ${at(({ sellerId }) => sellerId)} and r.state = 'FAILED' and r.settled is null and o.payment_status <> 'FULLY_REFUNDED'`,
  one: ({ key, orderNumber, money, buyer }, { texts: { t, money: moneyText }, role }) => {
    const title = t('tasks.refund', { number: orderNumber })
    const amount = moneyText(money)
    const does = t('tasks.refund.does', { amount })
    const words = t('tasks.refund.sure', { amount, buyer })
    const href = paths.orderDetails(orderNumber)
    return {
      title,
      href,
      action: mayDo(role, 'orders.refund')
        ? {
            text: t('word.refund'),
            label: `${does}: ${title}`,
            href,
            inPlace: 'step',
            step: { words, text: does, action: paths.retryRefund, fields: { refund: key } },
          }
        : null,
    }
  },
  many: ({ tasks }, { texts: { t } }) => ({
    title: t('tasks.refund.more', { n: tasks }),
    href: paths.tasks({ kind: 'refund' }),
    action: null,
  }),
}
