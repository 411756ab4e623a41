import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { insertRows } from '#db/insert-rows.ts'
import { dateAt } from '#lib/zoned-time.ts'

interface SkuDay {
  sku: string
  day: string
  units: number
}

const nameOf = ({ sku, day, units }: SkuDay) => `${day} ${units} ${sku}`

/**
 * Counts the units of each SKU that were sold on days of UTC anew, kits by their parts, less those that came back. SKUs whose days
 * differ from before are due for advice. Needs the owner's rights.
 */
export async function writeSkuDays(
  db: SellerDb,
  { sellerId, days }: { sellerId: number; days: readonly Date[] },
): Promise<void> {
  const names = days.map((day) => dateAt(day, 'UTC'))
  const { rows: sold } = await sql<SkuDay>`
    select x.sku, x.day, sum(x.units)::integer as units
    from (
      select coalesce(p.sku, n.sku) as sku, to_char(o.placed_at at time zone 'UTC', 'YYYY-MM-DD') as day, coalesce(p.units, 1) * (n.quantity - n.cancelled_quantity - coalesce((
        select sum(r.quantity) from returned_goods r
        where r.seller_id = ${sellerId} and r.line_item_id = n.id and r.part = 0 and r.undone_at is null), 0)) as units
      from unnest(${[...days]}::timestamptz[]) d (day)
      join orders o on o.seller_id = ${sellerId} and o.placed_at >= d.day and o.placed_at < d.day + interval '1 day'
        and is_sale(o.payment_status, o.cancel_state)
      join line_items n on n.seller_id = ${sellerId} and n.order_id = o.id
      left join line_parts p on n.is_kit and p.seller_id = ${sellerId} and p.line_item_id = n.id
      where coalesce(p.sku, n.sku) is not null and (n.is_kit = (p.sku is not null))
    ) x
    group by 1, 2 having sum(x.units) > 0`.execute(db)
  const { rows: before } = await sql<SkuDay>`
    delete from sku_days where seller_id = ${sellerId} and day = any (${names}::text[]) returning sku, day, units`.execute(
    db,
  )
  const [now, then] = [new Set(sold.map(nameOf)), new Set(before.map(nameOf))]
  const changed = [...sold.filter((row) => !then.has(nameOf(row))), ...before.filter((row) => !now.has(nameOf(row)))]
  if (sold.length > 0)
    await insertRows(
      db,
      'sku_days',
      sold.map((row) => ({ seller_id: sellerId, ...row })),
    )
  const due = [...new Set(changed.map(({ sku }) => sku))]
  if (due.length > 0)
    await insertRows(
      db,
      'reorder_due',
      due.map((sku) => ({ seller_id: sellerId, sku })),
      { ending: sql`on conflict do nothing` },
    )
}
