import { sql } from 'kysely'
import type { Row } from '#db/schema.ts'
import { orderTabHref } from '#features/orders/order-list/orders-list.server.ts'
import { leftMinorOf } from '#features/after-sale/refunds/left-minor-db.server.ts'
import { paths } from '#web/paths.ts'
import { mayDo } from '#web/roles.ts'
import type { TaskKind } from '#features/core/task/task-kind.ts'

/** Cancellation requests that await the seller's answer. At stake is the refund; accepting also restocks the items. */
export const cancellationKind: TaskKind = {
  id: 'cancellation',
  label: 'tasks.kind.cancellation',
  icon: 'cancellation',
  alone: (at) => sql`
    select o.id, c.cancel_key, coalesce(c.respond_by, c.requested_at + make_interval(secs => ${at(({ deadlines }) => deadlines.sellerRespondsToCancel / 1000)})),
      null::text, c.reason || case when c.units is null then '' else ' units' end, o.currency, back.minor, back.minor * case currency_decimals(o.currency) when 0 then 1000 when 2 then 10 else 1 end
    from cancellations c join orders o on o.seller_id = ${at(({ sellerId }) => sellerId)} and o.id = c.order_id
    cross join lateral (select least(
      ${leftMinorOf({ sellerId: at(({ sellerId }) => sellerId), id: sql`o.id` })},
      case when c.units is not null then (
        select coalesce(sum(share_of_units(greatest(0, l.quantity * l.unit_price_minor - l.discount_minor) + l.tax_minor,
          l.quantity, l.cancelled_quantity, (part ->> 'units')::integer)), 0)
        from jsonb_array_elements(c.units) part join line_items l on l.seller_id = ${at(({ sellerId }) => sellerId)}
          and l.order_id = o.id and l.position = (part ->> 'line')::integer
      ) end)::bigint as minor) back
    where c.seller_id = ${at(({ sellerId }) => sellerId)} and c.state = 'REQUESTED' and c.closed_at is null`,
  one: ({ key, orderNumber, detail, money, buyer }, { texts: { t, money: moneyText }, role }) => {
    const [reason, ofUnits] = (detail ?? '').split(' ')
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
      facts: [
        ...(ofUnits ? [t('cancel.task.units')] : []),
        t(`order.cancelReason.${reason as Row<'cancellations'>['reason']}`),
      ],
      action: !mayDo(role, 'orders.refund')
        ? null
        : ofUnits
          ? // The order's page asks for the items and the refund of shipping.
            {
              text: t('word.answer'),
              label: `${t('word.answer')}: ${title}`,
              href: paths.orderDetails(orderNumber),
            }
          : {
              text,
              label: `${does}: ${title}`,
              href,
              inPlace: 'step',
              step: { words, text: does, action: href, fields: { step: 'accept', key, restock: 'on' } },
            },
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
