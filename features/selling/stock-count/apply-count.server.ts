import { randomBytes } from 'node:crypto'
import { updateOfSeller } from '#db/change-of-seller.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { correctStocks } from '#features/selling/inventory/correct-stock-db.server.ts'
import { lockStockItems, type LockedItem } from '#features/selling/inventory/stock-items-db.server.ts'
import { readPurchase } from '#features/selling/purchases/purchases-db.server.ts'
import { pairs } from '#lib/pairs.ts'
import type { Hub } from '#web/hub.ts'
import type { OwnRows } from '#web/own-rows.ts'
import type { Member } from '#web/signed-in.ts'
import type { SellerArgs } from '#web/guard.server.ts'
import { receivePurchase, type ReceivedOutcome } from '#features/selling/purchases/receive-db.server.ts'
import { readCountedItems, readCounts, type CountedItem, type CountKey } from './stock-counts-db.server.ts'

/** Milliseconds that one request applies SKUs; the next one goes on. */
const longest = 20_000
/** SKUs of a transaction, kept short to hold locks briefly. */
const skusOfGroup = 500

interface Applying extends OwnRows {
  hub: Pick<Hub, 'now'>
  member: Pick<Member, 'name'>
  seller: Pick<SellerArgs['seller'], 'currency'>
}

/**
 * Applies the open SKUs of a count in groups. One that changed since it was counted is left as it is. Returns whether it
 * came to the end. Applied again, it goes on with those that are left.
 */
export async function applyCount({ hub, member, seller, read, write }: Applying, key: CountKey): Promise<boolean> {
  const { count, items } = await read(async (db) => ({
    count: (await readCounts(db, key))[0],
    items: await readCountedItems(db, key),
  }))
  const now = hub.now()
  const open = items.filter(({ state }) => state === 'OPEN')
  for (const ids of count?.purchase_id ? groupsOfReceipt(open) : groupsOf(open)) {
    if (hub.now().getTime() - now.getTime() > longest) return false
    const of = { purchase: count?.purchase_id ?? null, shopCurrency: seller.currency }
    const group = { ...of, ids, location: count?.location_id ?? null, by: member.name, now }
    await write((db) => applyGroup(db, key, group))
  }
  await write((db) =>
    updateOfSeller(db, 'stock_counts', key.sellerId).set({ applied_at: now }).where('id', '=', key.id).execute(),
  )
  return true
}

/** Ids of SKUs in groups, each of different listings: variations of a listing take turns. */
function groupsOf(items: readonly CountedItem[]): number[][] {
  const turns: number[][] = []
  const nth = new Map<number, number>()
  for (const { item_id, listing_id } of items) {
    const turn = nth.get(listing_id) ?? 0
    nth.set(listing_id, turn + 1)
    ;(turns[turn] ??= []).push(item_id)
  }
  return turns.flatMap((ids) =>
    Array.from({ length: Math.ceil(ids.length / skusOfGroup) }, (_, group) =>
      ids.slice(group * skusOfGroup, (group + 1) * skusOfGroup),
    ),
  )
}

/** Ids of SKUs of a receipt in groups; those of which none came stay open. */
const groupsOfReceipt = (items: readonly CountedItem[]): number[][] => {
  const ids = items.filter(({ counted }) => counted > 0).map(({ item_id: id }) => id)
  return Array.from({ length: Math.ceil(ids.length / skusOfGroup) }, (_, group) =>
    ids.slice(group * skusOfGroup, (group + 1) * skusOfGroup),
  )
}

interface Group {
  location: number | null
  /** The order that it receives. */
  purchase: number | null
  shopCurrency: string
  ids: readonly number[]
  by: string
  now: Date
}

async function applyGroup(db: SellerDb, key: CountKey, group: Group): Promise<void> {
  const { purchase, ids } = group
  const { sellerId, id } = key
  // Before the items, in the order in which receipts of other counts lock.
  if (purchase !== null) await readPurchase(db, { sellerId, id: purchase }, { locked: true })
  const locked = new Map((await lockStockItems(db, sellerId, ids)).map((item) => [item.id, item]))
  // Without those that were applied or removed meanwhile.
  const rows = await selectOfSeller(db, 'stock_count_rows', sellerId)
    .select(['item_id', 'expected', 'counted'])
    .where('count_id', '=', id)
    .where('item_id', 'in', ids)
    .where('state', '=', 'OPEN')
    .orderBy('item_id')
    .forNoKeyUpdate()
    .execute()
  const outcomes =
    purchase === null
      ? await applyCounted(db, key, { group, rows, locked })
      : await receive(db, sellerId, { group, rows, purchase })
  await storeResults(
    db,
    key,
    rows.flatMap(({ item_id }) => {
      const outcome = outcomes.get(item_id) ?? null
      if (outcome && !outcome.ok && outcome.reason === 'stock-of-shop') return []
      return [{ item_id, ...resultOf(outcome) }]
    }),
  )
}

type CountedRows = readonly Pick<CountedItem, 'item_id' | 'expected' | 'counted'>[]

/** Stores what was counted as what is on hand. */
async function applyCounted(
  db: SellerDb,
  { sellerId, id }: CountKey,
  { group, rows, locked }: { group: Group; rows: CountedRows; locked: ReadonlyMap<number, LockedItem> },
): Promise<Map<number, ReceivedOutcome>> {
  const { location, by, now } = group
  const corrections = rows.flatMap(({ item_id, expected: seen, counted: onHand }) => {
    const item = locked.get(item_id)
    return item ? [{ item, seen, onHand }] : []
  })
  const cause = (sku: string) => ({ kind: 'COUNT', count: id, by, sku }) as const
  const outcomes = await correctStocks(db, { sellerId, location, corrections, cause, by, now })
  return new Map(pairs(corrections, outcomes).map(([{ item }, outcome]) => [item.id, outcome]))
}

/** Receives what was counted: rows that are no longer open were received before. */
function receive(
  db: SellerDb,
  sellerId: number,
  { group, rows, purchase }: { group: Group; rows: CountedRows; purchase: number },
): Promise<Map<number, ReceivedOutcome>> {
  const { location, shopCurrency, by, now } = group
  const units = new Map(rows.map(({ item_id, counted }) => [item_id, counted]))
  const key = randomBytes(8).toString('hex')
  return receivePurchase(db, { sellerId, id: purchase, key, units, location, shopCurrency, by, now })
}

type Result = Pick<CountedItem, 'item_id' | 'state' | 'found'>

async function storeResults(db: SellerDb, { sellerId, id }: CountKey, results: readonly Result[]): Promise<void> {
  const ids = results.map(({ item_id }) => item_id)
  // `any` repeats the join condition: without statistics PostgreSQL would scan all rows of the count.
  await sql`
    update stock_count_rows r set state = n.state, found = n.found
    from unnest(${ids}::bigint[], ${results.map(({ state }) => state)}::text[],
      ${results.map(({ found }) => found)}::integer[]) n (item_id, state, found)
    where r.seller_id = ${sellerId} and r.count_id = ${id} and r.item_id = n.item_id and r.item_id = any (${ids}::bigint[])`.execute(
    db,
  )
}

/** What is stored of an outcome; null if the listing is gone. Nothing is at a location that was removed. */
function resultOf(outcome: Exclude<ReceivedOutcome, { reason: 'stock-of-shop' }> | null): Omit<Result, 'item_id'> {
  if (outcome?.ok) return { state: 'DONE', found: null }
  if (outcome?.reason === 'below-reserved') return { state: 'RESERVED', found: outcome.reserved }
  if (outcome?.reason === 'too-many') return { state: 'TOO_MANY', found: outcome.others }
  if (outcome?.reason === 'not-ordered') return { state: 'NOT_ORDERED', found: 0 }
  if (outcome?.reason === 'too-much') return { state: 'NOT_ORDERED', found: outcome.most }
  return { state: 'CHANGED', found: outcome?.reason === 'changed-since' ? outcome.now : null }
}
