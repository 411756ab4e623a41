import { sql } from 'kysely'
import { day } from '#lib/duration.ts'
import { paths } from '#web/paths.ts'
import { mayDo } from '#web/roles.ts'
import type { TaskKind } from '#features/core/task/task-kind.ts'

/** Days after which a parcel that was not delivered is no task any more: its buyer has long been refunded. */
const stuckDays = 60

/** Orders with a parcel that the carrier cannot deliver: mostly its address is wrong. It has no deadline. */
export const stuckParcelKind: TaskKind = {
  id: 'stuck-parcel',
  label: 'tasks.kind.stuck-parcel',
  icon: 'parcel',
  alone: (at) => {
    const seller = at(({ sellerId }) => sellerId)
    return sql`
      select o.id, null::text, null::timestamptz, null::text, p.carrier, o.currency, o.total_minor, o.total_value
      from (
        select s.order_id, min(s.carrier) as carrier
        from shipments s where s.seller_id = ${seller} and s.state = 'EXCEPTION'
          and coalesce(s.scanned_at, s.shipped_at) > ${at(({ now }) => new Date(now.getTime() - stuckDays * day))}::timestamptz
        group by s.order_id
      ) p
      join orders o on o.seller_id = ${seller} and o.id = p.order_id`
  },
  one: ({ orderNumber, detail }, { texts: { t }, role }) => {
    const title = t('tasks.stuck-parcel', { number: orderNumber })
    const href = paths.orderDetails(orderNumber)
    return {
      title,
      href,
      namesBuyer: true,
      facts: [t('tasks.stuck-parcel.what', { carrier: detail ?? '' })],
      action: mayDo(role, 'orders.ship') ? { text: t('word.check'), label: title, href } : null,
    }
  },
  many: ({ tasks }, { texts: { t } }) => ({
    title: t('tasks.stuck-parcel.many', { n: tasks }),
    href: paths.tasks({ kind: 'stuck-parcel' }),
    action: null,
  }),
}
