import { updateOfSeller } from '#db/change-of-seller.ts'
import { sql } from 'kysely'
import { overAllSellers, type Database, type SellerDb } from '#db/client.ts'
import { insertRows } from '#db/insert-rows.ts'
import { oneRow } from '#db/one-row.ts'
import { cutLots, sumLot, type Bound, type LotSums, type MarketLine } from './lots.ts'
import { utcDay } from './market-days.ts'
import { stratumKey, writeMarketLines, type Stratum } from './market-lines-db.server.ts'

/** Notes per transaction. */
const notesAtOnce = 5_000
/** Days of a seller per transaction. */
const daysAtOnce = 50

interface Keeping {
  now: Date
  bound: Bound
  /** Ends the work after the current batch. */
  signal?: AbortSignal
}

/**
 * Keeps the lots of the marketplace: fills in sellers that were there before them, cuts new lots, and sums those anew
 * whose lines changed. Lines of the present day wait for tomorrow. One process at a time; resumable. Returns the number
 * of lots that were written.
 */
export async function keepMarket(db: Database, { now, bound, signal }: Keeping): Promise<number> {
  const isStopped = () => signal?.aborted === true
  for (let isFilling = true; isFilling && !isStopped();) isFilling = await fillSeller(db)
  const today = utcDay(now)
  let written = 0
  for (let after = 0; !isStopped();) {
    const batch = await db.asOwner((own) => keepBatch(own, { today, bound, after }))
    if (batch === null) break
    written += batch.written
    after = batch.after
  }
  return written
}

/** Writes all lines of a seller that has none yet; false if there is no such seller. */
async function fillSeller(db: Database): Promise<boolean> {
  const next = await db.owner
    .selectFrom('seller_names')
    .select('seller_id')
    .where('market_filled_at', 'is', null)
    .orderBy('seller_id')
    .limit(1)
    .executeTakeFirst()
  if (!next) return false
  const sellerId = next.seller_id
  const { rows } = await sql<{ day: Date }>`
    select distinct day_of(placed_at) as day from orders where seller_id = ${sellerId} order by 1`.execute(db.owner)
  for (let start = 0; start < rows.length; start += daysAtOnce) {
    const days = rows.slice(start, start + daysAtOnce).map(({ day }) => day)
    await db.asOwnerFor(sellerId, (tx) => writeMarketLines(tx, { sellerId, days }))
  }
  await updateOfSeller(db.owner, 'seller_names', sellerId)
    .set({ market_filled_at: sql`now()` })
    .execute()
  return true
}

interface Batch {
  today: Date
  bound: Bound
  after: number
}

async function keepBatch(
  db: SellerDb,
  { today, bound, after }: Batch,
): Promise<{ written: number; after: number } | null> {
  const { isFree } = await oneRow(
    db,
    sql<{ isFree: boolean }>`select pg_try_advisory_xact_lock(lock_number('market lots')) as "isFree"`,
  )
  if (!isFree) return null
  await applyBound(db, bound)
  const notes = await db
    .selectFrom('market_due')
    .select(['id', 'product_id', 'currency', 'condition', 'format', 'country', 'day'])
    .where('id', '>', after)
    .where('day', '<', today)
    .orderBy('id')
    .limit(notesAtOnce)
    .execute()
  const last = notes.at(-1)
  if (!last) return null
  const strata = [...new Map(notes.map((note) => [stratumKey(note), note])).values()]
  const [changed, added] = [await sumAgain(db, { notes, bound }), await cutNew(db, { strata, today, bound })]
  await db
    .deleteFrom('market_due')
    .where(
      'id',
      'in',
      notes.map(({ id }) => id),
    )
    .execute()
  return { written: changed + added, after: last.id }
}

/** Lots of another bound are made anew. */
async function applyBound(db: SellerDb, { sales, sellers }: Bound): Promise<void> {
  const known = await db.selectFrom('market_bound').select(['sales', 'sellers']).executeTakeFirst()
  if (known?.sales === sales && known.sellers === sellers) return
  await db.deleteFrom('market_bound').execute()
  await db.insertInto('market_bound').values({ sales, sellers }).execute()
  if (!known) return
  await db.deleteFrom('market_lots').execute()
  await sql`${overAllSellers}
    insert into market_due (product_id, currency, condition, format, country, day)
    select product_id, currency, condition, format, country, max(day) from market_lines where not is_late group by 1, 2, 3, 4, 5`.execute(
    db,
  )
}

const inStrata = (strata: readonly Stratum[]) => sql`
  unnest(${strata.map((each) => each.product_id)}::bigint[], ${strata.map((each) => each.currency)}::text[],
    ${strata.map((each) => each.condition)}::text[], ${strata.map((each) => each.format)}::text[],
    ${strata.map((each) => each.country)}::text[]) s (product_id, currency, condition, format, country)`

const sameStratum = (a: string, b: string) =>
  sql.join(
    ['product_id', 'currency', 'condition', 'format', 'country'].map(
      (name) => sql`${sql.ref(`${a}.${name}`)} = ${sql.ref(`${b}.${name}`)}`,
    ),
    sql` and `,
  )

type FoundLine = Stratum & {
  sellerId: number
  day: Date
  quantity: number
  price: number
  shipping: number
  counts: boolean
}

const lineColumns = sql`i.product_id, i.currency, i.condition, i.format, i.country, i.seller_id as "sellerId", i.day, i.quantity,
  i.price_minor as price, i.shipping_minor as shipping, i.counts`

const asLine = ({ sellerId, day, ...line }: FoundLine): MarketLine => ({
  ...line,
  seller: sellerId,
  day: day.getTime(),
})

/** Cuts lots from the lines after the last lot of each stratum. */
async function cutNew(
  db: SellerDb,
  { strata, today, bound }: { strata: readonly Stratum[]; today: Date; bound: Bound },
): Promise<number> {
  const { rows } = await sql<FoundLine>`${overAllSellers}
    select ${lineColumns}
    from (
      select s.*, coalesce((select max(l.last_day) from market_lots l where ${sameStratum('l', 's')}), '-infinity') as cut
      from ${inStrata(strata)}
    ) s
    join market_lines i on ${sameStratum('i', 's')} and not i.is_late and i.day > s.cut and i.day < ${today}
    order by i.day, i.seller_id, i.id`.execute(db)
  const byStratum = Map.groupBy(rows, stratumKey)
  const lots = strata.flatMap((stratum) =>
    cutLots((byStratum.get(stratumKey(stratum)) ?? []).map(asLine), bound).map((lot) => ({ stratum, ...lot })),
  )
  return writeLots(db, lots)
}

interface LotToWrite extends LotSums {
  stratum: Stratum
  firstDay: number
  lastDay: number
}

/** Sums the lots in which the noted days lie. */
async function sumAgain(
  db: SellerDb,
  { notes, bound }: { notes: readonly (Stratum & { day: Date })[]; bound: Bound },
): Promise<number> {
  const { rows } = await sql<FoundLine & { first: Date; last: Date }>`${overAllSellers}
    with touched as materialized (
      select distinct l.product_id, l.currency, l.condition, l.format, l.country, l.first_day, l.last_day
      from market_lots l
      join unnest(${notes.map((each) => each.product_id)}::bigint[], ${notes.map((each) => each.currency)}::text[],
        ${notes.map((each) => each.condition)}::text[], ${notes.map((each) => each.format)}::text[],
        ${notes.map((each) => each.country)}::text[], ${notes.map(({ day }) => day)}::timestamptz[])
        s (product_id, currency, condition, format, country, day) on ${sameStratum('l', 's')} and s.day between l.first_day and l.last_day
    )
    select ${lineColumns}, t.first_day as first, t.last_day as last
    from touched t
    join market_lines i on ${sameStratum('i', 't')} and not i.is_late and i.day between t.first_day and t.last_day`.execute(
    db,
  )
  const byLot = Map.groupBy(rows, (row) => `${stratumKey(row)} ${row.last.getTime()}`)
  const lots = [...byLot.values()].flatMap(([first, ...others]) =>
    first
      ? [
          {
            stratum: first,
            firstDay: first.first.getTime(),
            lastDay: first.last.getTime(),
            ...sumLot([first, ...others].map(asLine), bound),
          },
        ]
      : [],
  )
  return writeLots(db, lots)
}

async function writeLots(db: SellerDb, lots: readonly LotToWrite[]): Promise<number> {
  const rows = lots.map((lot) => ({
    product_id: lot.stratum.product_id,
    currency: lot.stratum.currency,
    condition: lot.stratum.condition,
    format: lot.stratum.format,
    country: lot.stratum.country,
    first_day: new Date(lot.firstDay),
    last_day: new Date(lot.lastDay),
    is_shown: lot.isShown,
    sales: lot.sales,
    units: lot.units,
    sellers: lot.sellers,
    price_sum: lot.priceSum,
    revenue_minor: lot.revenue,
    free: lot.free,
    prices: lot.prices,
    shippings: lot.shippings,
  }))
  const sums = ['is_shown', 'sales', 'units', 'sellers', 'price_sum', 'revenue_minor', 'free', 'prices', 'shippings']
  const set = sql.join(sums.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`))
  await insertRows(db, 'market_lots', rows, {
    ending: sql`on conflict (product_id, currency, condition, format, country, last_day) do update set ${set}`,
  })
  return rows.length
}
