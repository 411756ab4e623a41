import { updateOfSeller } from '#db/change-of-seller.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { insertRows } from '#db/insert-rows.ts'
import { readRows } from '#features/machinery/grid/list-rows-db.server.ts'
import { inventoryList } from '#features/selling/inventory/inventory-list.server.ts'
import { readItemsAt } from '#features/selling/stock-locations/stock-locations-db.server.ts'
import { readComing } from '#features/selling/purchases/purchases-db.server.ts'
import type { CountedCodes } from './counted-codes.ts'
import { findCodes } from './find-codes-db.server.ts'
import { readKept, takeNew, writeKept, type KeptCode, type SentCount } from './sent-counts.ts'
import type { CountKey } from './stock-counts-db.server.ts'

export const mostCounted = 5_000
const mostKept = 1_000
export const mostOfItem = 1_000_000

/** Codes to add; or, for `number`, how many were counted of a SKU; or a kept code that is of a SKU, or none. */
export type CountChange =
  | { kind: 'codes'; codes: CountedCodes }
  | { kind: 'correct'; number: string; counted: number }
  | { kind: 'assign'; code: string; sku: string; counted: number }
  | { kind: 'drop'; code: string }

export type SentChange = SentCount & { change: CountChange }

/** What became of a change: the SKUs that it counted, whether some were counted before, and whether it was taken before. */
export interface TakenChange {
  sent: SentChange
  outcome: 'taken' | 'unknown' | 'full'
  items: readonly number[]
  isAgain: boolean
  isRepeated: boolean
}

export type TakenChanges = { ok: true; taken: TakenChange[] } | { ok: false; reason: 'not-found' }

/** Begins a count, or what receives an order; `location` is null if there is one place. Repeated, it begins none. */
export async function beginCount(
  db: SellerDb,
  {
    sellerId,
    id,
    ...begun
  }: CountKey & { location: number | null; purchase?: number | null; countedBy: string; now: Date },
): Promise<void> {
  await insertRows(
    db,
    'stock_counts',
    [
      {
        seller_id: sellerId,
        id,
        counted_by: begun.countedBy,
        made_at: begun.now,
        added_key: '',
        location_id: begun.location,
        purchase_id: begun.purchase ?? null,
      },
    ],
    { ending: sql`on conflict (seller_id, id) do nothing` },
  )
}

/**
 * Takes changes of a count in order, each once. What is on hand when a SKU is first counted is expected of it. A SKU that was
 * applied before is counted anew.
 */
export async function takeChanges(db: SellerDb, key: CountKey, sent: readonly SentChange[]): Promise<TakenChanges> {
  const { sellerId, id } = key
  const count = await selectOfSeller(db, 'stock_counts', sellerId)
    .select(['added_key', 'unknown_codes', 'location_id', 'purchase_id'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!count) return { ok: false, reason: 'not-found' }
  const { fresh, remembered } = takeNew(count.added_key, sent)
  const on: Open = { db, key, location: count.location_id, purchase: count.purchase_id, kept: new Map() }
  for (const stored of count.unknown_codes.map(readKept)) on.kept.set(stored.code, stored)
  const taken: TakenChange[] = []
  for (const each of sent) {
    const isRepeated = !fresh.includes(each)
    const outcome = isRepeated ? await takenBefore(on, each.change) : await takeChange(on, each.change)
    taken.push({ sent: each, isRepeated, ...outcome })
  }
  if (fresh.length === 0) return { ok: true, taken }
  await updateOfSeller(db, 'stock_counts', sellerId)
    .set({ added_key: remembered, unknown_codes: [...on.kept.values()].slice(-mostKept).map(writeKept) })
    .where('id', '=', id)
    .execute()
  return { ok: true, taken }
}

interface Open {
  db: SellerDb
  key: CountKey
  location: number | null
  /** The order that it receives. */
  purchase: number | null
  /** By code, the latest last. */
  kept: Map<string, KeptCode>
}

type Taken = Omit<TakenChange, 'sent' | 'isRepeated'>

const nothing: Taken = { outcome: 'unknown', items: [], isAgain: false }

async function takeChange(on: Open, change: CountChange): Promise<Taken> {
  switch (change.kind) {
    case 'codes':
      return takeCodes(on, change.codes)
    case 'correct': {
      const item = await itemOfNumber(on, change.number)
      return item === null ? nothing : store(on, new Map([[item, change.counted]]), { adds: false })
    }
    case 'assign': {
      const item = (await findCodes(on.db, on.key.sellerId, [change.sku])).get(change.sku)
      if (item === undefined) return nothing
      const stored = await store(on, new Map([[item, change.counted]]), { adds: true })
      const number = stored.outcome === 'taken' ? await numberOfItem(on, item) : null
      if (number !== null) on.kept.set(change.code, { code: change.code, counted: null, item: number })
      return stored
    }
    case 'drop':
      on.kept.delete(change.code)
      return { ...nothing, outcome: 'taken' }
  }
}

/** What a change came to whose answer was lost. */
async function takenBefore(on: Open, change: CountChange): Promise<Taken> {
  if (change.kind === 'codes') {
    const { counted, unknown } = await resolve(on, change.codes)
    return { outcome: unknown.length > 0 ? 'unknown' : 'taken', items: [...counted.keys()], isAgain: false }
  }
  const item = change.kind === 'correct' ? await itemOfNumber(on, change.number) : null
  return { outcome: 'taken', items: item === null ? [] : [item], isAgain: false }
}

/** Divides codes into how many there are of SKUs, and those that are none. */
async function resolve(on: Open, { counted: all, unread }: CountedCodes) {
  const found = await findCodes(on.db, on.key.sellerId, [...all.keys()])
  const counted = new Map<number, number>()
  const unknown: KeptCode[] = unread.map((code) => ({ code, counted: null, item: null }))
  for (const [code, n] of all) {
    const before = on.kept.get(code)
    const assigned = before?.item ? await itemOfNumber(on, before.item) : null
    const item = found.get(code) ?? assigned
    if (item === null) unknown.push({ code, counted: Math.min(n + (before?.counted ?? 0), mostOfItem), item: null })
    else counted.set(item, (counted.get(item) ?? 0) + n)
  }
  return { counted, unknown }
}

async function takeCodes(on: Open, codes: CountedCodes): Promise<Taken> {
  const { counted, unknown } = await resolve(on, codes)
  const stored = counted.size === 0 ? nothing : await store(on, counted, { adds: true })
  if (stored.outcome === 'full') return stored
  for (const code of unknown) on.kept.set(code.code, code)
  return { ...stored, outcome: unknown.length > 0 ? 'unknown' : 'taken' }
}

/** Stores how many were counted, or were counted besides if it `adds`. */
async function store(
  { db, key: { sellerId, id }, location, purchase }: Open,
  counted: ReadonlyMap<number, number>,
  { adds }: { adds: boolean },
): Promise<Taken> {
  const items = [...counted.keys()]
  const known = await selectOfSeller(db, 'stock_count_rows', sellerId)
    .select('item_id')
    .where('count_id', '=', id)
    .execute()
  const before = new Set(known.map(({ item_id }) => item_id))
  if (new Set([...before, ...items]).size > mostCounted) return { outcome: 'full', items: [], isAgain: false }
  const present = await readRows(db, inventoryList, sellerId, items)
  const there = await readExpected(db, { sellerId, location, purchase, present })
  const rows = present.map((row) => ({
    seller_id: sellerId,
    count_id: id,
    item_id: row.id,
    expected: there ? (there.get(row.id) ?? 0) : row.on_hand,
    counted: Math.min(counted.get(row.id) ?? 0, mostOfItem),
  }))
  await insertRows(db, 'stock_count_rows', rows, {
    ending: sql`on conflict (seller_id, count_id, item_id) do update set
      counted = case when ${adds}::boolean and stock_count_rows.state = 'OPEN'
        then least(${mostOfItem}::integer, stock_count_rows.counted + excluded.counted) else excluded.counted end,
      expected = case when stock_count_rows.state = 'OPEN' then stock_count_rows.expected else excluded.expected end,
      state = 'OPEN', found = null`,
  })
  return { outcome: 'taken', items, isAgain: items.some((item) => before.has(item)) }
}

/** What is expected of SKUs: what still comes of the order, or is at the location; null: what is on hand. */
function readExpected(
  db: SellerDb,
  {
    sellerId,
    location,
    purchase,
    present,
  }: Pick<Open, 'location' | 'purchase'> & { sellerId: number; present: Present },
): Promise<Map<number, number> | null> {
  if (purchase !== null) return readComing(db, { sellerId, purchase, items: present })
  return location === null ? Promise.resolve(null) : readItemsAt(db, { sellerId, location, items: present })
}

type Present = readonly { id: number; sku: string; on_hand: number }[]

async function itemOfNumber({ db, key: { sellerId } }: Open, number: string): Promise<number | null> {
  const query = db.selectFrom('stock_items').select('id').where('seller_id', '=', sellerId)
  return (await query.where('stock_number', '=', number).executeTakeFirst())?.id ?? null
}

async function numberOfItem({ db, key: { sellerId } }: Open, item: number): Promise<string | null> {
  const query = db.selectFrom('stock_items').select('stock_number').where('seller_id', '=', sellerId)
  return (await query.where('id', '=', item).executeTakeFirst())?.stock_number ?? null
}
