import { updateOfSeller } from '#db/change-of-seller.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { insertColumns, type ColumnTypes } from '#db/insert-rows.ts'
import { day as oneDay } from '#lib/duration.ts'

/** What lots have in common with their lines. */
export interface Stratum {
  product_id: number
  currency: string
  condition: string
  format: string
  country: string
}

interface LineRow extends Stratum, Readonly<Record<string, unknown>> {
  id: number
  listing_id: number
  day: Date
  quantity: number
  price_minor: number
  shipping_minor: number
  counts: boolean
}

/**
 * Writes a seller's lines of the given days of UTC as the marketplace counts them, and notes what changed. A line keeps
 * the product, condition, format and country that it came with. Lines that are gone count no longer.
 */
export async function writeMarketLines(
  db: SellerDb,
  { sellerId, days }: { sellerId: number; days: readonly Date[] },
): Promise<void> {
  const first = new Date(Math.min(...days.map(Number)))
  const before = new Date(Math.max(...days.map(Number)) + oneDay)
  const { rows } = await sql<LineRow>`
    select i.id, i.listing_id, i.product_id, i.currency, l.condition, l.format, o.ship_to_country as country, day_of(o.placed_at) as day,
      i.quantity, greatest(0, i.unit_price_minor - i.discount_minor::double precision / i.quantity) as price_minor,
      greatest(0, i.shipping_minor - greatest(0, i.discount_minor - i.quantity * i.unit_price_minor)) as shipping_minor,
      o.cancel_state <> 'CANCELED' as counts
    from orders o
    join line_items i on i.seller_id = ${sellerId} and i.order_id = o.id
    join listings l on l.seller_id = ${sellerId} and l.id = i.listing_id
    where o.seller_id = ${sellerId} and o.placed_at >= ${first} and o.placed_at < ${before}
      and day_of(o.placed_at) = any (${[...days]}::timestamptz[])
      and o.payment_status not in ('PENDING', 'FAILED') and i.product_id is not null`.execute(db)
  const known = await selectOfSeller(db, 'market_lines', sellerId)
    .selectAll()
    .where('day', 'in', [...days])
    .execute()
  const old = new Map(known.map((row) => [row.id, row]))
  const after = new Set(rows.map(({ id }) => id))
  const gone = known.filter(({ id, counts }) => counts && !after.has(id))
  const isNew = rows.filter(({ id }) => !old.has(id))
  const changed = rows.filter((row) => {
    const was = old.get(row.id)
    return (
      was !== undefined &&
      (was.quantity !== row.quantity ||
        was.price_minor !== row.price_minor ||
        was.shipping_minor !== row.shipping_minor ||
        was.counts !== row.counts)
    )
  })
  await insertLines(db, sellerId, [...isNew, ...changed])
  if (gone.length > 0)
    await updateOfSeller(db, 'market_lines', sellerId)
      .set({ counts: false })
      .where(
        'id',
        'in',
        gone.map(({ id }) => id),
      )
      .execute()
  const touched = [...isNew, ...[...changed, ...gone].map(({ id }) => old.get(id)).filter((row) => row !== undefined)]
  await noteDue(db, touched)
}

const lineColumns = {
  seller_id: 'bigint',
  id: 'bigint',
  listing_id: 'bigint',
  product_id: 'bigint',
  currency: 'text',
  condition: 'text',
  format: 'text',
  country: 'text',
  day: 'timestamptz',
  quantity: 'bigint',
  price_minor: 'double precision',
  shipping_minor: 'bigint',
  counts: 'boolean',
  is_late: 'boolean',
} as const satisfies ColumnTypes

/** New lines of days that are in lots already are late: they must not move the bounds of these lots. */
async function insertLines(db: SellerDb, sellerId: number, rows: readonly LineRow[]): Promise<void> {
  if (rows.length === 0) return
  const products = [...new Set(rows.map((row) => row.product_id))]
  const { rows: ends } = await sql<Stratum & { last_day: Date }>`
    select product_id, currency, condition, format, country, max(last_day) as last_day from market_lots
    where product_id = any (${products}::bigint[]) group by 1, 2, 3, 4, 5`.execute(db)
  const lastDays = new Map(ends.map((end) => [stratumKey(end), end.last_day.getTime()]))
  await insertColumns(
    db,
    'market_lines',
    lineColumns,
    rows.map((row) => ({
      ...row,
      seller_id: sellerId,
      is_late: row.day.getTime() <= (lastDays.get(stratumKey(row)) ?? -Infinity),
    })),
    sql`on conflict (seller_id, id) do update set quantity = excluded.quantity, price_minor = excluded.price_minor,
      shipping_minor = excluded.shipping_minor, counts = excluded.counts`,
  )
}

export const stratumKey = ({ product_id, currency, condition, format, country }: Stratum): string =>
  [product_id, currency, condition, format, country].join(' ')

async function noteDue(
  db: SellerDb,
  lines: readonly (Stratum & { day: Date } & Readonly<Record<string, unknown>>)[],
): Promise<void> {
  const due = new Map(lines.map((line) => [`${stratumKey(line)} ${line.day.getTime()}`, line]))
  const { product_id, currency, condition, format, country, day } = lineColumns
  await insertColumns(db, 'market_due', { product_id, currency, condition, format, country, day }, [...due.values()])
}
