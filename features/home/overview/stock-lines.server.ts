import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { lowStockHref } from '#features/selling/inventory/inventory-list.server.ts'
import { countIn, countStockItems } from '#features/selling/inventory/inventory-facts-db.server.ts'
import type { Texts } from '#texts/texts.ts'
import { paths } from '#web/paths.ts'
import type { LinesModel } from './lines-section.tsx'

const most = 5

interface LowRow {
  stock_number: string
  sku: string
  title: string
  available: number
}

/** The SKUs at or below their reorder point with the fewest units, and how many there are. */
export async function readStockLines(
  db: SellerDb,
  { sellerId, now, texts }: { sellerId: number; now: Date; texts: Texts },
): Promise<LinesModel> {
  const [counts, { rows }] = await Promise.all([
    countStockItems(db, { sellerId, now }),
    sql<LowRow>`
      select o.stock_number, o.sku, coalesce(l.title, '') as title, o.available from stock_items o
      left join listings l on l.seller_id = ${sellerId} and l.id = o.listing_id
      where o.seller_id = ${sellerId} and o.is_stocked and o.is_low
      order by o.available, o.id limit ${most}`.execute(db),
  ])
  const n = countIn(counts, ({ isLow }) => isLow)
  return {
    all: n === 0 ? null : { text: texts.t('overview.stock.all', { n: texts.number(n) }), href: lowStockHref() },
    none: { title: texts.t('overview.stock.none'), hint: texts.t('overview.stock.noneHint') },
    lines: rows.map(({ stock_number: key, sku, title, available }) => ({
      key,
      href: paths.stockItem(key),
      label: title === '' ? sku : `${sku} · ${title}`,
      value: texts.t('overview.stock.left', { n: available }),
      tone: available === 0 ? 'bad' : 'warn',
    })),
  }
}
