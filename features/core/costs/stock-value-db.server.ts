import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { insertRows } from '#db/insert-rows.ts'
import { postStock as stockEntry, stockReasons } from '#features/core/ledger/events/stock.ts'
import { writeEntries } from '#features/core/ledger/write-entries-db.server.ts'
import type { SkuKey } from './goods-db.server.ts'
import { stockByDay, type StockDay } from './stock-value.ts'
import type { CostMethod, MovedUnits, UnitCost } from './unit-costs.ts'

/** A SKU whose costs and goods were worked out, under its lock. */
export interface ValuedSku extends SkuKey {
  id: number
  costs: readonly UnitCost[]
  moved: readonly MovedUnits[]
  /** The first day (UTC) that may differ from the books; the empty text is the beginning. */
  from: string
}

interface PostedDay extends StockDay {
  untilDay: string | null
  revision: number
}

interface SkuFacts {
  onHand: { day: string; units: number | null }[]
  posted: { day: string; soldMinor: number; returnedMinor: number }[]
  /** The last day before `from`, and all from then on. */
  books: PostedDay[]
}

/** Posts what the stock of locked SKUs is worth, where the books differ. Idempotent. */
export async function postStockValues(
  db: SellerDb,
  {
    sellerId,
    method,
    asOwner,
    skus,
  }: { sellerId: number; method: CostMethod; asOwner: boolean; skus: readonly ValuedSku[] },
): Promise<void> {
  const facts = await readFacts(db, sellerId, skus)
  const changes = skus.flatMap((sku, index) => {
    const own = facts[index]
    return own ? changesOf(sku, method, own) : []
  })
  if (changes.length === 0) return
  const entries = changes.flatMap(({ sku, row, added }) =>
    stockReasons.some((reason) => added[`${reason}Minor`] !== 0)
      ? stockEntry({ ...added, skuId: sku.id, day: row.day, revision: row.revision, currency: sku.currency })
      : [],
  )
  await writeEntries(db, sellerId, entries, { asOwner })
  await insertRows(
    db,
    'stock_values',
    changes.map(({ sku, row }) => ({
      seller_id: sellerId,
      sku: sku.sku,
      currency: sku.currency,
      day: row.day,
      until_day: row.untilDay,
      units: row.units,
      value_minor: row.valueMinor,
      received_minor: row.receivedMinor,
      sold_minor: row.soldMinor,
      returned_minor: row.returnedMinor,
      counted_minor: row.countedMinor,
      recosted_minor: row.recostedMinor,
      revision: row.revision,
    })),
    {
      ending: sql`on conflict (seller_id, sku, currency, day) do update set until_day = excluded.until_day, units = excluded.units,
        value_minor = excluded.value_minor, received_minor = excluded.received_minor, sold_minor = excluded.sold_minor,
        returned_minor = excluded.returned_minor, counted_minor = excluded.counted_minor,
        recosted_minor = excluded.recosted_minor, revision = excluded.revision`,
    },
  )
  const uncosted = skus.filter(({ costs }) => costs.length === 0)
  if (uncosted.length > 0)
    await sql`
      delete from stock_values v using unnest(${uncosted.map(({ sku }) => sku)}::text[],
        ${uncosted.map(({ currency }) => currency)}::text[]) u (sku, currency)
      where v.seller_id = ${sellerId} and v.sku = u.sku and v.currency = u.currency`.execute(db)
}

const flows = ['receivedMinor', 'soldMinor', 'returnedMinor', 'countedMinor', 'recostedMinor'] as const
const none = { receivedMinor: 0, soldMinor: 0, returnedMinor: 0, countedMinor: 0, recostedMinor: 0 }

/** Days that differ from the books, with what an entry has to add. */
function changesOf(sku: ValuedSku, method: CostMethod, { onHand, posted, books }: SkuFacts) {
  const before = books.findLast(({ day }) => day < sku.from) ?? null
  const known = new Map(books.map((row) => [row.day, row]))
  const reckoned = new Map(stockByDay({ ...sku, method, onHand, posted, before }).map((each) => [each.day, each]))
  const days = [...new Set([...known.keys(), ...reckoned.keys()])].toSorted()
  const wanted: StockDay[] = []
  for (const day of days) {
    const last = wanted.at(-1) ?? { units: 0, valueMinor: 0 }
    const kept = day < sku.from ? known.get(day) : undefined
    // A day on which nothing changed any more keeps its row, and so the number of its postings.
    const row = kept ?? reckoned.get(day) ?? { ...none, units: last.units, valueMinor: last.valueMinor, day }
    const isChanged = row.units !== last.units || flows.some((name) => row[name] !== 0)
    if (isChanged || known.has(day)) wanted.push(row)
  }
  return wanted.flatMap((row, index) => {
    const stood = known.get(row.day)
    const untilDay = wanted[index + 1]?.day ?? null
    const isSame =
      stood &&
      stood.untilDay === untilDay &&
      stood.units === row.units &&
      stood.valueMinor === row.valueMinor &&
      flows.every((name) => stood[name] === row[name])
    if (isSame) return []
    const added = {
      receivedMinor: row.receivedMinor - (stood?.receivedMinor ?? 0),
      countedMinor: row.countedMinor - (stood?.countedMinor ?? 0),
      recostedMinor: row.recostedMinor - (stood?.recostedMinor ?? 0),
    }
    const isPosted = stockReasons.some((reason) => added[`${reason}Minor`] !== 0)
    const revision = (stood?.revision ?? 0) + (isPosted ? 1 : 0)
    return [{ sku, added, row: { ...row, untilDay, revision } }]
  })
}

async function readFacts(db: SellerDb, sellerId: number, skus: readonly ValuedSku[]): Promise<SkuFacts[]> {
  const { rows } = await sql<SkuFacts>`
    select coalesce((
        select json_agg(json_build_object('day', d.day, 'units', d.units) order by d.day) from stock_days d
        where d.seller_id = ${sellerId} and d.sku = u.sku and d.day >= coalesce((
          select max(b.day) from stock_days b where b.seller_id = ${sellerId} and b.sku = u.sku and b.day < u.from_day), '')
      ), '[]') as "onHand", coalesce((
        select json_agg(json_build_object('day', s.day, 'soldMinor', s.sold, 'returnedMinor', s.returned)) from (
          select m.day, sum(m.sold)::bigint as sold, sum(m.returned)::bigint as returned from (
            select day_name(g.shipped_at) as day, -g.cost_minor as sold, 0 as returned from goods_costs g
            where g.seller_id = ${sellerId} and g.sku = u.sku and g.currency = u.currency and g.shipped_at >= u.from_time
              and g.cost_minor is not null
            union all
            select day_name(r.returned_at), 0, r.cost_minor from returned_goods r
            where r.seller_id = ${sellerId} and r.sku = u.sku and r.currency = u.currency and r.returned_at >= u.from_time
              and r.cost_minor is not null
          ) m group by m.day
        ) s
      ), '[]') as posted, coalesce((
        select json_agg(json_build_object('day', v.day, 'untilDay', v.until_day, 'units', v.units, 'valueMinor', v.value_minor,
          'receivedMinor', v.received_minor, 'soldMinor', v.sold_minor, 'returnedMinor', v.returned_minor,
          'countedMinor', v.counted_minor, 'recostedMinor', v.recosted_minor, 'revision', v.revision) order by v.day)
        from stock_values v
        where v.seller_id = ${sellerId} and v.sku = u.sku and v.currency = u.currency and v.day >= coalesce((
          select max(b.day) from stock_values b
          where b.seller_id = ${sellerId} and b.sku = u.sku and b.currency = u.currency and b.day < u.from_day), '')
      ), '[]') as books
    from unnest(${skus.map(({ sku }) => sku)}::text[], ${skus.map(({ currency }) => currency)}::text[],
      ${skus.map(({ from }) => from)}::text[], ${skus.map(({ from }) => new Date(`${from || '1970-01-01'}T00:00:00Z`))}::timestamptz[])
      with ordinality u (sku, currency, from_day, from_time, nth)
    order by u.nth`.execute(db)
  return rows
}
