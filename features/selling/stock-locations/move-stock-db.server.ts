import { selectOfSeller } from '#db/select-of-seller.ts'
import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { insertRows } from '#db/insert-rows.ts'
import type { Row } from '#db/schema.ts'
import { readDefaultLocation, readDividedStock, readItemsAt } from './stock-locations-db.server.ts'
import { moveProblem, type MoveProblem, type StockMove } from './stock-location.ts'

interface DividedItem {
  id: number
  sku: string
  on_hand: number
  /** Whether its listing or variation still has the SKU. */
  is_held: boolean
}

interface Moving extends StockMove {
  sellerId: number
  item: DividedItem
  /** Names the form: sent again, it moves nothing. */
  key: string
  /** The member's name. */
  by: string
  /** The transfer that is taken back. */
  undoes?: string
}

export type MoveOutcome = { ok: true } | ({ ok: false } & MoveProblem)

/** Moves items of a locked SKU from one location to another. Repeated with the same key, it changes nothing. */
export async function moveStock(
  db: SellerDb,
  { sellerId, item, key, by, undoes, ...move }: Moving,
): Promise<MoveOutcome> {
  const known = await selectOfSeller(db, 'stock_transfers', sellerId)
    .select('id')
    .where((is) => is.or([is('id', '=', key), ...(undoes === undefined ? [] : [is('undoes', '=', undoes)])]))
    .executeTakeFirst()
  if (known) return { ok: true }
  // Neither is removed meanwhile.
  await sql`
    select from stock_locations where seller_id = ${sellerId} and id in (${move.from}, ${move.to}) order by id for share`.execute(
    db,
  )
  const stock = item.is_held ? await readDividedStock(db, { sellerId, sku: item.sku, onHand: item.on_hand }) : []
  const problem = moveProblem(stock, move)
  if (problem) return { ok: false, ...problem }
  await db
    .insertInto('stock_transfers')
    .values({
      seller_id: sellerId,
      id: key,
      sku: item.sku,
      from_location: move.from,
      to_location: move.to,
      quantity: move.items,
      kind: 'MOVED',
      moved_by: by,
      undoes: undoes ?? null,
    })
    .execute()
  return { ok: true }
}

/** Moves items of a locked SKU back. Repeated, it changes nothing. */
export async function takeMoveBack(
  db: SellerDb,
  { undoes, ...moving }: Omit<Moving, keyof StockMove | 'undoes'> & { undoes: string },
): Promise<MoveOutcome> {
  const move = await selectOfSeller(db, 'stock_transfers', moving.sellerId)
    .select(['from_location', 'to_location', 'quantity'])
    .where('id', '=', undoes)
    .where('sku', '=', moving.item.sku)
    .where('kind', '=', 'MOVED')
    .executeTakeFirst()
  if (!move) return { ok: false, reason: 'unknown-location' }
  const back = { from: move.to_location, to: move.from_location, items: move.quantity }
  return moveStock(db, { ...moving, ...back, undoes })
}

interface CountedPlace {
  items: number
  /** Null if it is the only place. */
  name: string | null
}

/**
 * Reads what is on hand of each of these locked SKUs at a location, or at all of them; null where the location is
 * unknown. What no listing has any more is at none.
 */
export async function readCountedPlaces(
  db: SellerDb,
  { sellerId, items, location }: { sellerId: number; items: readonly DividedItem[]; location: number | null },
): Promise<(CountedPlace | null)[]> {
  const held = items.filter(({ is_held }) => is_held)
  const isOne = location === null || held.length === 0
  const row = isOne ? undefined : await presentLocation(db, sellerId, location)
  const there = isOne || !row ? null : await readItemsAt(db, { sellerId, location, items: held })
  return items.map((item) => {
    if (isOne || !item.is_held) return { items: item.on_hand, name: null }
    return row ? { items: there?.get(item.id) ?? 0, name: row.name } : null
  })
}

/** A location that was not removed, and is not until the transaction ends. */
const presentLocation = (db: SellerDb, sellerId: number, id: number) =>
  selectOfSeller(db, 'stock_locations', sellerId)
    .select('name')
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .forShare()
    .executeTakeFirst()

/**
 * Notes that a location has more or fewer items than before, in place of the default one. Fewer: before they are taken
 * from what is on hand; more: afterwards.
 */
export async function noteCounted(
  db: SellerDb,
  {
    sellerId,
    location,
    by,
    changes,
  }: Pick<Moving, 'sellerId' | 'by'> & {
    location: number | null
    changes: readonly { item: DividedItem; change: number }[]
  },
): Promise<void> {
  const noted = changes.filter(({ item, change }) => change !== 0 && item.is_held)
  if (location === null || noted.length === 0) return
  const base = await readDefaultLocation(db, sellerId)
  if (base === null || location === base) return
  const rows = noted.map(({ item, change }) => ({
    seller_id: sellerId,
    sku: item.sku,
    from_location: change > 0 ? base : location,
    to_location: change > 0 ? location : base,
    quantity: Math.abs(change),
    kind: 'COUNTED',
    moved_by: by,
  }))
  await insertRows(db, 'stock_transfers', rows)
}

export interface MoveRow extends Pick<
  Row<'stock_transfers'>,
  'id' | 'kind' | 'quantity' | 'moved_by' | 'moved_at' | 'undoes'
> {
  from_name: string
  to_name: string
  is_undone: boolean
}

const mostMoves = 20

/** Reads the latest transfers of a SKU, newest first, without what counts changed. */
export async function readMoves(db: SellerDb, sellerId: number, sku: string): Promise<MoveRow[]> {
  const { rows } = await sql<MoveRow>`
    select m.id, m.kind, m.quantity, m.moved_by, m.moved_at, m.undoes, f.name as from_name, t.name as to_name,
      exists (select from stock_transfers b where b.seller_id = ${sellerId} and b.undoes = m.id) as is_undone
    from stock_transfers m
    join stock_locations f on f.seller_id = ${sellerId} and f.id = m.from_location
    join stock_locations t on t.seller_id = ${sellerId} and t.id = m.to_location
    where m.seller_id = ${sellerId} and m.sku = ${sku} and m.kind <> 'COUNTED'
    order by m.moved_at desc, m.id desc limit ${mostMoves}`.execute(db)
  return rows
}
