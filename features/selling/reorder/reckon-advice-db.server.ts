import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { insertRows } from '#db/insert-rows.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import { day } from '#lib/duration.ts'
import { addDays, dateAt, type LocalDate } from '#lib/zoned-time.ts'
import { adviseReorder, type ReorderFacts } from './reorder-advice.ts'
import { countFacts, historyDays, nextChange, type SalesHistory } from './reorder-facts.ts'

/** Of sellers who chose none: days of safety, and days that an order should last. */
export const usualSettings = { safetyDays: 7, targetDays: 30 }

export async function readReorderSettings(db: SellerDb, sellerId: number): Promise<typeof usualSettings> {
  const row = await selectOfSeller(db, 'reorder_settings', sellerId)
    .select(['safety_days as safetyDays', 'target_days as targetDays'])
    .executeTakeFirst()
  return row ?? usualSettings
}

/** Lead time of a SKU without a supplier. */
export const usualLeadDays = 14

interface ReckonedRow {
  id: number
  stock_number: string
  sku: string
  available: number
  listed_at: Date
  currency: string
  price_minor: number
  supplier_id: string | null
  lead_days: number | null
  least: number | null
  pack: number | null
  coming: number
  days: string[] | null
  units: number[] | null
  begun: Date[] | null
  ended: (Date | null)[] | null
}

/** SQL: units of a SKU `i` that are ordered, or in drafts. */
const comingAll = (sellerId: number) => sql`coalesce((
  select sum(greatest(0, n.ordered_units - n.received_units)) from purchase_lines n
  join purchase_orders p on p.seller_id = ${sellerId} and p.id = n.purchase_id and p.state in ('DRAFT', 'ORDERED', 'PARTLY_RECEIVED')
  where n.seller_id = ${sellerId} and n.sku = i.sku), 0)::integer`

async function readRows(
  db: SellerDb,
  sellerId: number,
  skus: readonly string[],
  today: LocalDate,
): Promise<ReckonedRow[]> {
  const { rows } = await sql<ReckonedRow>`
    select i.id, i.stock_number, i.sku, i.available, i.listed_at, coalesce(l.currency, '') as currency,
      coalesce(v.price_minor, l.price_minor, 0) as price_minor, k.supplier_id, s.lead_days, k.least_units as least, k.pack_units as pack,
      ${comingAll(sellerId)} as coming, d.days, d.units, g.begun, g.ended
    from stock_items i
    left join listings l on l.seller_id = ${sellerId} and l.id = i.listing_id
    left join listing_variations v on v.seller_id = ${sellerId} and v.listing_id = i.listing_id and v.position = i.position
    left join supplier_skus k on k.seller_id = ${sellerId} and k.sku = i.sku
    left join suppliers s on s.seller_id = ${sellerId} and s.id = k.supplier_id
    left join lateral (
      select json_agg(x.day order by x.day) as days, json_agg(x.units order by x.day) as units from sku_days x
      where x.seller_id = ${sellerId} and x.sku = i.sku and x.day >= ${addDays(today, -historyDays)}
    ) d on true
    left join lateral (
      select array_agg(x.begun_at order by x.begun_at) as begun, array_agg(x.ended_at order by x.begun_at) as ended from stock_gaps x
      where x.seller_id = ${sellerId} and x.sku = i.sku and (x.ended_at is null or x.ended_at >= ${new Date(Date.parse(today) - 367 * day)})
    ) g on true
    where i.seller_id = ${sellerId} and i.sku = any (${[...skus]}::text[]) and i.is_stocked and not i.is_kit order by i.id`.execute(
    db,
  )
  return rows
}

function historyOf({ listed_at: listed, days, units, begun, ended }: ReckonedRow): SalesHistory {
  return {
    sales: (days ?? []).map((on, index) => ({ day: on, units: units?.[index] ?? 0 })),
    // Only days that were without stock from midnight to midnight.
    gaps: (begun ?? []).flatMap((from, index) => {
      const to = ended?.[index] ?? null
      const gap = { from: dateAt(new Date(from.getTime() + day - 1), 'UTC'), to: to && addDays(dateAt(to, 'UTC'), -1) }
      return gap.to !== null && gap.to < gap.from ? [] : [gap]
    }),
    listedOn: dateAt(listed, 'UTC'),
  }
}

/**
 * Works out the advice of SKUs anew, as of a day of UTC; those that are no longer stocked have none. Call it in the
 * transaction that changed their orders or terms.
 */
export async function reckonAdvice(
  db: SellerDb,
  { sellerId, skus, now }: { sellerId: number; skus: readonly string[]; now: Date },
): Promise<void> {
  if (skus.length === 0) return
  const today = dateAt(now, 'UTC')
  const { safetyDays, targetDays } = await readReorderSettings(db, sellerId)
  const rows = await readRows(db, sellerId, skus, today)
  const advised = rows.map((row) => {
    const history = historyOf(row)
    const terms = {
      leadDays: row.lead_days ?? usualLeadDays,
      safetyDays,
      targetDays,
      least: row.least ?? 1,
      pack: row.pack ?? 1,
      priceMinor: row.price_minor,
    }
    const facts = countFacts(history, terms, today)
    const advice = adviseReorder(facts, row)
    return {
      seller_id: sellerId,
      id: row.id,
      stock_number: row.stock_number,
      sku: row.sku,
      supplier_id: row.supplier_id,
      reckoned_on: today,
      next_on: nextChange(history, terms, today),
      facts,
      available: row.available,
      coming: row.coming,
      cover_days: advice.coverDays,
      suggested: advice.suggested,
      stake_minor: Math.min(advice.stakeMinor, Number.MAX_SAFE_INTEGER),
      currency: row.currency,
    }
  })
  const known = new Set(rows.map(({ sku }) => sku))
  const gone = skus.filter((sku) => !known.has(sku))
  if (gone.length > 0)
    await sql`delete from reorder_advice where seller_id = ${sellerId} and sku = any (${gone}::text[])`.execute(db)
  if (advised.length > 0)
    await insertRows(db, 'reorder_advice', advised, {
      json: ['facts'],
      ending: sql`on conflict (seller_id, id) do update set supplier_id = excluded.supplier_id, reckoned_on = excluded.reckoned_on,
        next_on = excluded.next_on, facts = excluded.facts, available = excluded.available, coming = excluded.coming,
        cover_days = excluded.cover_days, suggested = excluded.suggested, stake_minor = excluded.stake_minor, currency = excluded.currency`,
    })
}

/** SKUs whose advice may differ: sold, gone or changed in stock since, new, or with a date that has come. */
export async function findStaleSkus(
  db: SellerDb,
  { sellerId, now }: { sellerId: number; now: Date },
): Promise<string[]> {
  const { rows } = await sql<{ sku: string }>`
    select d.sku from reorder_due d where d.seller_id = ${sellerId}
    union
    select a.sku from reorder_advice a where a.seller_id = ${sellerId} and a.next_on <= ${dateAt(now, 'UTC')}
    union
    select a.sku from stock_gaps g join reorder_advice a on a.seller_id = ${sellerId} and a.sku = g.sku
    where g.seller_id = ${sellerId} and to_char(g.ended_at at time zone 'UTC', 'YYYY-MM-DD') >= a.reckoned_on
    union
    select coalesce(i.sku, a.sku) from (select * from stock_items where seller_id = ${sellerId} and is_stocked and not is_kit) i
    full join (select * from reorder_advice where seller_id = ${sellerId}) a on a.id = i.id
    where a.id is null or i.id is null or a.available <> i.available`.execute(db)
  return rows.map(({ sku }) => sku)
}

/** Reads the advice of a stock item, and what it was worked out from; null if there is none yet. */
export async function readAdvice(db: SellerDb, sellerId: number, id: number) {
  const row = await selectOfSeller(db, 'reorder_advice', sellerId)
    .select(['facts', 'available', 'coming', 'currency'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? { ...row, facts: row.facts as ReorderFacts } : null
}
