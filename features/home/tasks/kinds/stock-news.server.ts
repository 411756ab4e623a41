import { sql, type RawBuilder } from 'kysely'
import type { BindValue } from '#db/compile-once.ts'
import { isBelowCost, skusChanged, skusCosted } from '#features/core/costs/unit-cost.server.ts'
import type { StockNews } from '#features/core/task/mail-rules.ts'
import type { TaskKind, TaskReader } from '#features/core/task/task-kind.ts'
import { deadStockHref, lowStockHref, outOfStockHref } from '#features/selling/inventory/inventory-list.server.ts'
import { deadStockDays } from '#features/selling/inventory/stock-item.ts'
import { day } from '#lib/duration.ts'
import { paths } from '#web/paths.ts'
import { mayDo } from '#web/roles.ts'

/** Days for which a change of stock is a task, so that an old one, which nobody minds, is none. */
const newsDays = 7

type At = BindValue<TaskReader>
const ago = (at: At, days: number) => sql`${at(({ now }) => new Date(now.getTime() - days * day))}::timestamptz`

/** SQL: SKUs `i` to which it happened lately and that are still so. */
const happened: Record<StockNews, (at: At, seller: RawBuilder<unknown>) => RawBuilder<unknown>> = {
  LOW: () => sql`i.is_low and i.available > 0`,
  GONE: (at, seller) => sql`i.available = 0 and i.sku in (
    select g.sku from stock_gaps g where g.seller_id = ${seller} and g.begun_at >= ${ago(at, newsDays)})`,
  BACK: (at, seller) => sql`i.available > 0 and i.sku in (
    select g.sku from stock_gaps g where g.seller_id = ${seller} and g.ended_at >= ${ago(at, 1)})`,
  DEAD: (at) => sql`i.available > 0 and i.idle_since < ${ago(at, deadStockDays)}
    and i.idle_since >= ${ago(at, deadStockDays + newsDays)}`,
  BELOW_COST: (
    at,
    seller,
  ) => sql`i.available > 0 and l.state = 'ACTIVE' and ${at(({ seesMoney }) => seesMoney)}::boolean
    and i.sku in (${skusCosted(seller, sql`c.entered_at >= ${ago(at, newsDays)}`)}
      union all ${skusChanged(seller, sql`e.happened_at >= ${ago(at, 1)}`)}) and ${isBelowCost(seller)}`,
}

const lists: Record<StockNews, () => string> = {
  LOW: lowStockHref,
  GONE: outOfStockHref,
  BACK: () => paths.inventory,
  DEAD: deadStockHref,
  BELOW_COST: () => paths.costs,
}

const newsKind = (news: StockNews): TaskKind => ({
  id: `stock-${news.toLowerCase().replace('_', '-')}`,
  label: `tasks.kind.stock.${news}`,
  icon: 'stock',
  together: (at) => {
    const seller = at(({ sellerId }) => sellerId)
    return sql`
      select null::bigint, i.stock_number, null::timestamptz, 'stock', i.sku, l.currency, l.price_minor, l.price_value
      from stock_items i join listings l on l.seller_id = ${seller} and l.id = i.listing_id
      left join listing_variations v on v.seller_id = ${seller} and v.listing_id = i.listing_id and v.position = i.position
      where i.seller_id = ${seller} and i.is_stocked and ${happened[news](at, seller)}`
  },
  one: ({ detail, key }, { texts: { t }, role }) => {
    const title = t(`tasks.stock.${news}`, { sku: detail ?? '' })
    const href = paths.stockItem(key)
    return {
      title,
      href,
      action: mayDo(role, 'listings.edit') ? { text: t('word.check'), label: title, href } : null,
    }
  },
  many: ({ tasks }, { texts: { t }, role }) => {
    const title = t(`tasks.stock.${news}.more`, { n: tasks })
    const href = lists[news]()
    return {
      title,
      href,
      action: mayDo(role, 'listings.edit') ? { text: t('word.check'), label: title, href } : null,
    }
  },
})

/** Changes of stock that someone should look at, a line each. */
export const stockNewsKinds: readonly TaskKind[] = (['LOW', 'GONE', 'BACK', 'DEAD', 'BELOW_COST'] as const).map(
  newsKind,
)
