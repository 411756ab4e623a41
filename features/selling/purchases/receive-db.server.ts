import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { insertRows } from '#db/insert-rows.ts'
import type { Row } from '#db/schema.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import { correctStocks, type CorrectOutcome } from '#features/selling/inventory/correct-stock-db.server.ts'
import { lockStockItems, type LockedItem } from '#features/selling/inventory/stock-items-db.server.ts'
import { readCountedPlaces } from '#features/selling/stock-locations/move-stock-db.server.ts'
import { pairs } from '#lib/pairs.ts'
import { takeStep } from '#lib/state-table.ts'
import { mostReceived, purchaseTable } from './purchase.ts'
import { settlePurchase } from './settle-purchase-db.server.ts'
import {
  factsOfPurchase,
  readPurchase,
  readPurchaseLines,
  type PurchaseLine,
  type PurchaseRow,
} from './purchases-db.server.ts'

interface Receiving {
  sellerId: number
  id: number
  /** Names the receipt: sent again, nothing more is received. */
  key: string
  shopCurrency: string
  /** The member's name. */
  by: string
  now: Date
}

export type ReceivedOutcome =
  | CorrectOutcome
  /** The order has no such SKU, or is not ordered. */
  | { ok: false; reason: 'not-ordered' }
  /** More than twice what was ordered; so many may still come. */
  | { ok: false; reason: 'too-much'; most: number }

/**
 * Receives units of SKUs, by the id of the stock item, into the stock at a location; null if there is one place. Stock,
 * costs and the state of the order follow. Members who receive the same order take turns. Returns what became of each
 * SKU; those without an outcome have no stock item any more.
 */
export async function receivePurchase(
  db: SellerDb,
  { units, location, ...receiving }: Receiving & { units: ReadonlyMap<number, number>; location: number | null },
): Promise<Map<number, ReceivedOutcome>> {
  const { sellerId, id, key, by, now } = receiving
  const purchase = await readPurchase(db, { sellerId, id }, { locked: true })
  const items = await lockStockItems(db, sellerId, [...units.keys()])
  const outcomes = new Map<number, ReceivedOutcome>()
  if (await isReceived(db, sellerId, key)) {
    for (const item of items) outcomes.set(item.id, { ok: true })
    return outcomes
  }
  const lines = purchase ? await readPurchaseLines(db, sellerId, id) : []
  const bySku = new Map(lines.map((line) => [line.sku, line]))
  const mayCome = purchase !== null && mayReceive(purchase, lines, receiving.shopCurrency)
  const coming: Moved[] = []
  for (const item of items) {
    const line = bySku.get(item.sku)
    const most = line ? mostReceived(line.ordered_units) - line.received_units : 0
    const n = units.get(item.id) ?? 0
    if (!mayCome || !line) outcomes.set(item.id, { ok: false, reason: 'not-ordered' })
    else if (n > most) outcomes.set(item.id, { ok: false, reason: 'too-much', most })
    else coming.push({ item, line, units: n })
  }
  for (const [moved, outcome] of await moveStock(db, { ...receiving, purchase, location, moved: coming }))
    outcomes.set(moved.item.id, outcome)
  const come = coming.filter(({ item }) => outcomes.get(item.id)?.ok === true)
  if (come.length > 0) await storeReceipt(db, { sellerId, id, key, location, by, now, undoes: null }, come)
  await settlePurchase(db, receiving)
  return outcomes
}

const mayReceive = (purchase: PurchaseRow, lines: readonly PurchaseLine[], shopCurrency: string): boolean =>
  takeStep(purchaseTable, {
    state: purchase.state,
    event: 'receive',
    facts: factsOfPurchase(purchase, lines, shopCurrency),
  }).ok

const isReceived = async (db: SellerDb, sellerId: number, key: string): Promise<boolean> =>
  (await selectOfSeller(db, 'purchase_receipts', sellerId)
    .select('receipt_key')
    .where('receipt_key', '=', key)
    .executeTakeFirst()) !== undefined

interface Moved {
  item: LockedItem
  line: Pick<PurchaseLine, 'position'>
  /** Below zero if taken back. */
  units: number
}

/** Adds units to the stock of locked SKUs. Variations of a listing take turns, since a movement names one SKU. */
async function moveStock(
  db: SellerDb,
  {
    sellerId,
    purchase,
    location,
    by,
    now,
    moved,
  }: Receiving & { purchase: PurchaseRow | null; location: number | null; moved: readonly Moved[] },
): Promise<(readonly [Moved, CorrectOutcome])[]> {
  const turns: Moved[][] = []
  const nth = new Map<number, number>()
  for (const each of moved) {
    const turn = nth.get(each.item.listing_id) ?? 0
    nth.set(each.item.listing_id, turn + 1)
    ;(turns[turn] ??= []).push(each)
  }
  const done: (readonly [Moved, CorrectOutcome])[] = []
  for (const turn of turns) {
    const items = turn.map(({ item }) => item)
    const places = await readCountedPlaces(db, { sellerId, items, location })
    const corrections = pairs(turn, places).map(([{ item, units }, place]) => {
      const seen = place?.items ?? 0
      return { item, seen, onHand: Math.max(0, seen + units) }
    })
    const cause = (sku: string) => ({ kind: 'PURCHASE', purchase: purchase?.po_number ?? '', by, sku }) as const
    const outcomes = await correctStocks(db, { sellerId, location, corrections, cause, by, now })
    done.push(...pairs(turn, outcomes))
  }
  return done
}

async function storeReceipt(db: SellerDb, receipt: StoredReceipt, moved: readonly Moved[]): Promise<void> {
  const { sellerId, id, key, location, by, now, undoes } = receipt
  await db
    .insertInto('purchase_receipts')
    .values({
      seller_id: sellerId,
      receipt_key: key,
      purchase_id: id,
      location_id: location,
      received_by: by,
      received_at: now,
      undoes,
    })
    .execute()
  await insertRows(
    db,
    'purchase_receipt_lines',
    moved.map(({ line, units }) => ({
      seller_id: sellerId,
      receipt_key: key,
      purchase_id: id,
      position: line.position,
      units,
    })),
  )
}

interface StoredReceipt extends Omit<Receiving, 'shopCurrency'> {
  location: number | null
  undoes: string | null
}

export type TakenBackReceipt =
  | { ok: true }
  | { ok: false; reason: 'not-found' }
  | { ok: false; reason: 'sold'; sku: string }

/** Takes a receipt back whole: its units leave stock, unless orders have some of them. Repeated, it changes nothing. */
export async function takeReceiptBack(
  db: SellerDb,
  { undoes, ...receiving }: Receiving & { undoes: string },
): Promise<TakenBackReceipt> {
  const { sellerId, id, key, by, now } = receiving
  const purchase = await readPurchase(db, { sellerId, id }, { locked: true })
  const receipts = await selectOfSeller(db, 'purchase_receipts', sellerId)
    .select(['receipt_key', 'undoes', 'location_id'])
    .where('purchase_id', '=', id)
    .execute()
  const receipt = receipts.find((each) => each.receipt_key === undoes && each.undoes === null)
  if (!purchase || !receipt) return { ok: false, reason: 'not-found' }
  if (receipts.some((each) => each.undoes === undoes)) return { ok: true }
  const { rows } = await sql<{ position: number; sku: string; units: number; item: number | null }>`
    select r.position, l.sku, r.units, i.id as item from purchase_receipt_lines r
    join purchase_lines l on l.seller_id = ${sellerId} and l.purchase_id = r.purchase_id and l.position = r.position
    left join stock_items i on i.seller_id = ${sellerId} and i.sku = l.sku
    where r.seller_id = ${sellerId} and r.receipt_key = ${undoes}`.execute(db)
  const items = await lockStockItems(
    db,
    sellerId,
    rows.flatMap(({ item }) => item ?? []),
  )
  const places = await readCountedPlaces(db, { sellerId, items, location: receipt.location_id })
  const byId = new Map(pairs(items, places).map(([item, place]) => [item.id, { item, place }]))
  const moved: Moved[] = []
  for (const { position, sku, units, item } of rows) {
    const found = byId.get(item ?? 0)
    const isThere = found?.place && found.place.items >= units && found.item.on_hand - units >= found.item.reserved
    if (!found || !isThere || found.item.is_stock_of_shop) return { ok: false, reason: 'sold', sku }
    moved.push({ item: found.item, line: { position }, units: -units })
  }
  await moveStock(db, { ...receiving, purchase, location: receipt.location_id, moved })
  await storeReceipt(db, { sellerId, id, key, location: receipt.location_id, by, now, undoes }, moved)
  await settlePurchase(db, receiving)
  return { ok: true }
}

export interface ReceiptRow extends Pick<
  Row<'purchase_receipts'>,
  'receipt_key' | 'received_by' | 'received_at' | 'undoes'
> {
  units: number
  location: string | null
  is_undone: boolean
}

/** Reads the receipts of an order, the latest first. */
export async function readReceipts(db: SellerDb, sellerId: number, id: number): Promise<ReceiptRow[]> {
  const { rows } = await sql<ReceiptRow>`
    select r.receipt_key, r.received_by, r.received_at, r.undoes, c.name as location,
      (select coalesce(sum(l.units), 0)::integer from purchase_receipt_lines l
        where l.seller_id = ${sellerId} and l.receipt_key = r.receipt_key) as units,
      exists (select from purchase_receipts u where u.seller_id = ${sellerId} and u.undoes = r.receipt_key) as is_undone
    from purchase_receipts r
    left join stock_locations c on c.seller_id = ${sellerId} and c.id = r.location_id
    where r.seller_id = ${sellerId} and r.purchase_id = ${id}
    order by r.received_at desc, r.receipt_key limit 200`.execute(db)
  return rows
}
