import { sql } from 'kysely'
import type { Database, SellerDb } from '#db/client.ts'
import { insertColumns, type ColumnTypes } from '#db/insert-rows.ts'
import { writeMarketLines } from '#features/selling/market/market-lines-db.server.ts'
import { writeSkuDays } from '#features/selling/reorder/sku-days-db.server.ts'
import { day as oneDay, minute } from '#lib/duration.ts'
import { workBySeller, type SellersWork } from '#web/work-by-seller.ts'
import type { BreakdownRow } from './breakdown-db.server.ts'
import { soldParts, type SoldPart } from './sold-parts.server.ts'

/** Days summed in one transaction. */
const daysAtOnce = 50

const parts = ['category', 'listing', 'country', 'buyers'] as const satisfies readonly SoldPart[]

interface Summing extends SellersWork {
  /**
   * Days that changed more recently are left for later. Longer than a transaction takes: two that change sales of the
   * same buyer do not see each other, and note only their own days.
   */
  quietMs?: number
}

/**
 * Sums the sales of the days that are due, of all sellers (`sold_days`, `sku_days`, `market_lines`). Run by a job;
 * resumable, and safe beside others. Returns the number of days.
 */
export const sumSoldDays = (db: Database, { quietMs = minute, ...work }: Summing = {}): Promise<number> =>
  workBySeller(
    db,
    work,
    sql`select distinct seller_id as "sellerId" from sold_days_due group by seller_id, day having ${isQuiet(quietMs)}`,
    (sellerId) => async () => {
      const days = await db.asOwnerFor(sellerId, (tx) => sumBatch(tx, { sellerId, quietMs }))
      return { done: days ?? 0, isLast: days === null }
    },
  )

/** Condition: nobody has changed a day for a while. */
const isQuiet = (quietMs: number) => sql<boolean>`max(noted_at) <= now() - make_interval(secs => ${quietMs / 1000})`

/** Sums the earliest days that are due. Returns their number; null if none is. */
async function sumBatch(
  db: SellerDb,
  { sellerId, quietMs }: { sellerId: number; quietMs: number },
): Promise<number | null> {
  const { rows: quiet } = await sql<{ day: Date }>`
    select day from sold_days_due where seller_id = ${sellerId}
    group by day having ${isQuiet(quietMs)} order by day limit ${daysAtOnce}`.execute(db)
  if (quiet.length === 0) return null
  const notes = await lockNotes(
    db,
    sellerId,
    quiet.map(({ day }) => day),
  )
  const days = [...new Set(notes.map(({ day }) => day.getTime()))].map((at) => new Date(at))
  await sql`delete from sold_days where seller_id = ${sellerId} and day = any (${days}::timestamptz[])`.execute(db)
  for (const part of parts) await writePart(db, { sellerId, part, days })
  await writeSkuDays(db, { sellerId, days })
  await writeMarketLines(db, { sellerId, days })
  const ids = notes.map(({ id }) => id)
  await sql`delete from sold_days_due where seller_id = ${sellerId} and id = any (${ids}::bigint[])`.execute(db)
  return days.length
}

/** Locks the notes of days, so that no other process sums them. Later statements see all that the notes are of. */
async function lockNotes(db: SellerDb, sellerId: number, days: readonly Date[]): Promise<{ id: number; day: Date }[]> {
  const { rows } = await sql<{ id: number; day: Date }>`
    select id, day from sold_days_due
    where seller_id = ${sellerId} and day = any (${days}::timestamptz[])
    order by id for update`.execute(db)
  return rows
}

const columns = {
  seller_id: 'bigint',
  part: 'text',
  currency: 'text',
  day: 'timestamptz',
  key: 'text',
  title: 'text',
  orders: 'bigint',
  units: 'bigint',
  gross_minor: 'bigint',
  known_minor: 'bigint',
  revenue_minor: 'bigint',
  cost_minor: 'bigint',
  profit_minor: 'bigint',
} as const satisfies ColumnTypes

type DayRow = Omit<BreakdownRow, 'ordersBefore' | 'unitsBefore' | 'grossBefore'> & { span: string; currency: string }

async function writePart(
  db: SellerDb,
  { sellerId, part, days }: { sellerId: number; part: SoldPart; days: readonly Date[] },
): Promise<void> {
  const spans = days.map((from) => ({
    name: from.toISOString(),
    from,
    before: new Date(from.getTime() + oneDay),
  }))
  const { rows } = await sql<DayRow>`${soldParts({ sellerId, part, spans, currency: null })}`.execute(db)
  await insertColumns(
    db,
    'sold_days',
    columns,
    rows.map(({ span, currency, key, title, orders, units, gross, known, revenue, cost, profit }) => ({
      seller_id: sellerId,
      part,
      currency,
      day: span,
      key,
      title,
      orders,
      units,
      gross_minor: gross,
      known_minor: known,
      revenue_minor: revenue,
      cost_minor: cost,
      profit_minor: profit,
    })),
  )
}
