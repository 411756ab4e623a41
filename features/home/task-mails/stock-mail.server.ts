import { sql, type RawBuilder } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { isBelowCost, skusChanged, skusCosted } from '#features/core/costs/unit-cost.server.ts'
import { stockNews, type StockNews } from '#features/core/task/mail-rules.ts'
import { deadStockDays } from '#features/selling/inventory/stock-item.ts'
import { day } from '#lib/duration.ts'
import type { Texts } from '#texts/texts.ts'
import { paths } from '#web/paths.ts'
import { mayDo, type Role } from '#web/roles.ts'
import type { MailSection } from './compose-mail.server.ts'

interface StockSpan {
  sellerId: number
  from: Date
  until: Date
}

interface StockMail extends StockSpan {
  news: readonly StockNews[]
  role: Role
  texts: Texts
}

/** Lines of a section; more are counted. */
const mostLines = 20

const overview: Record<StockNews, string> = {
  LOW: paths.inventory,
  GONE: paths.inventory,
  BACK: paths.inventory,
  DEAD: paths.inventory,
  BELOW_COST: paths.costs,
}

/** SQL: SKUs `i` with a change in the span that still holds, with their listing `l` and variation `v`. */
const conditions: Record<StockNews, (of: StockSpan) => RawBuilder<unknown>> = {
  LOW: ({ sellerId, from, until }) => sql`i.is_low and i.available > 0 and i.sku in (
    select e.subject from events e where e.seller_id = ${sellerId} and e.type = 'stock.low' and e.happened_at >= ${from} and e.happened_at < ${until})`,
  GONE: ({ sellerId, from, until }) => sql`i.available = 0 and i.sku in (
    select g.sku from stock_gaps g where g.seller_id = ${sellerId} and g.begun_at >= ${from} and g.begun_at < ${until})`,
  BACK: ({ sellerId, from, until }) => sql`i.available > 0 and i.sku in (
    select g.sku from stock_gaps g where g.seller_id = ${sellerId} and g.ended_at >= ${from} and g.ended_at < ${until})`,
  DEAD: ({ from, until }) =>
    sql`i.available > 0 and i.idle_since >= ${before(from)} and i.idle_since < ${before(until)}`,
  // Since a cost was entered, or the listing was published or changed.
  BELOW_COST: ({ sellerId, from, until }) => sql`i.available > 0 and l.state = 'ACTIVE' and ${isBelowCost(sellerId)}
    and i.sku in (${skusCosted(sellerId, sql`c.entered_at >= ${from} and c.entered_at < ${until}`)}
      union all ${skusChanged(sellerId, sql`e.happened_at >= ${from} and e.happened_at < ${until}`)})`,
}

const before = (at: Date) => new Date(at.getTime() - deadStockDays * day)

interface NewsRow {
  stock_number: string
  sku: string
  title: string
  available: number
  rows: number
}

/** Reads what changed of stock in a span, a section for each kind that the member wants and may see. */
export async function readStockNews(db: SellerDb, { news, role, texts, ...span }: StockMail): Promise<MailSection[]> {
  const sections: MailSection[] = []
  const shown = stockNews.filter((each) => news.includes(each) && (each !== 'BELOW_COST' || mayDo(role, 'money.view')))
  for (const each of shown) {
    const { rows } = await sql<NewsRow>`
      select i.stock_number, i.sku, coalesce(l.title, '') as title, i.available, count(*) over ()::integer as rows
      from stock_items i
      left join listings l on l.seller_id = ${span.sellerId} and l.id = i.listing_id
      left join listing_variations v on v.seller_id = ${span.sellerId} and v.listing_id = i.listing_id and v.position = i.position
      where i.seller_id = ${span.sellerId} and i.is_stocked and ${conditions[each](span)}
      order by i.sku limit ${mostLines}`.execute(db)
    const left = (rows[0]?.rows ?? 0) - rows.length
    const line = { due: '', about: '', value: '' }
    if (rows.length > 0)
      sections.push({
        title: texts.t(`taskMails.stock.${each}`),
        lines: [
          ...rows.map(({ stock_number: number, sku, title, available }) => ({
            ...line,
            what: title === '' ? sku : `${sku} · ${title}`,
            value: texts.t('overview.stock.left', { n: available }),
            href: paths.stockItem(number),
          })),
          ...(left > 0 ? [{ ...line, what: texts.t('taskMails.stock.more', { n: left }), href: overview[each] }] : []),
        ],
      })
  }
  return sections
}
