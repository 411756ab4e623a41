import { sql } from 'kysely'
import { paths } from '#web/paths.ts'
import { mayDo } from '#web/roles.ts'
import type { TaskKind, TaskReader } from '#features/core/task/task-kind.ts'

/** Listings out of stock since this moment or longer will end soon. */
const warnedSince = ({ now, deadlines }: TaskReader) =>
  new Date(now.getTime() - deadlines.outOfStockAutoEnd + deadlines.outOfStockWarning)

/**
 * Listings that end soon because they have been out of stock for the allowed time. At stake is the price of one unit.
 */
export const stockKind: TaskKind = {
  id: 'stock',
  label: 'tasks.kind.stock',
  icon: 'stock',
  alone: (at) => sql`
    select null::bigint, i.item_number,
      i.out_of_stock_since + make_interval(secs => ${at(({ deadlines }) => deadlines.outOfStockAutoEnd / 1000)}), null::text, null::text,
      i.currency, i.price_minor, i.price_value
    from listings i
    where i.seller_id = ${at(({ sellerId }) => sellerId)} and i.state = 'OUT_OF_STOCK'
      and i.out_of_stock_since <= ${at(warnedSince)}`,
  one: ({ key }, { texts: { t }, role }) => {
    const href = paths.listing(key)
    return {
      title: t('tasks.stock'),
      href,
      facts: [key],
      action: mayDo(role, 'listings.edit')
        ? { text: t('tasks.stock.do'), label: `${t('tasks.stock.do')}: ${key}`, href }
        : null,
    }
  },
  many: ({ tasks }, { texts: { t } }) => ({
    title: t('tasks.stock.more', { n: tasks }),
    href: paths.tasks({ kind: 'stock' }),
    action: null,
  }),
}
