import { sql } from 'kysely'
import type { TaskKind } from '#features/core/task/task-kind.ts'
import { paths } from '#web/paths.ts'
import { mayDo } from '#web/roles.ts'

/** SKUs that are worth ordering again, as one line. At stake are the sales that would be missed. */
export const reorderKind: TaskKind = {
  id: 'reorder',
  label: 'tasks.kind.reorder',
  icon: 'stock',
  together: (at) => sql`
    select null::bigint, a.stock_number, null::timestamptz, 'reorder', a.sku, a.currency, a.stake_minor, a.stake_value
    from reorder_advice a where a.seller_id = ${at(({ sellerId }) => sellerId)} and a.is_due`,
  one: ({ detail, key }, { texts: { t }, role }) => {
    const title = t('tasks.reorder', { sku: detail ?? '' })
    return {
      title,
      href: paths.stockItem(key),
      action: mayDo(role, 'listings.edit') ? { text: t('tasks.reorder.do'), label: title, href: paths.reorder } : null,
    }
  },
  many: ({ tasks }, { texts: { t }, role }) => {
    const title = t('tasks.reorder.more', { n: tasks })
    return {
      title,
      href: paths.reorder,
      action: mayDo(role, 'listings.edit') ? { text: t('tasks.reorder.do'), label: title, href: paths.reorder } : null,
    }
  },
}
