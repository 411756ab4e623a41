import { selectOfSeller } from '#db/select-of-seller.ts'
import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { insertRows } from '#db/insert-rows.ts'
import type { Row } from '#db/schema.ts'
import { lockStockItems } from '#features/selling/inventory/stock-items-db.server.ts'
import { lineProblem, type MoveLine } from './move-line.ts'
import { lockPlaces, readLines, type CheckedMove } from './check-move-db.server.ts'

interface Storing {
  sellerId: number
  /** The form that moves them. */
  key: string
  /** The member's name. */
  by: string
  now: Date
}

/** Whether a form moved its items before, or a move was taken back before. */
export async function isStored(
  db: SellerDb,
  { sellerId, key, undoes }: Pick<Storing, 'sellerId' | 'key'> & { undoes?: string },
): Promise<boolean> {
  const known = await selectOfSeller(db, 'stock_moves', sellerId)
    .select('id')
    .where((is) => is.or([is('id', '=', key), ...(undoes === undefined ? [] : [is('undoes', '=', undoes)])]))
    .executeTakeFirst()
  return known !== undefined
}

/** Moves the items of a checked move whose lines have no problem. */
export const storeMove = (db: SellerDb, storing: Storing, { from, to, lines }: CheckedMove): Promise<void> =>
  store(db, storing, {
    from: from.id,
    to: to.id,
    undoes: null,
    lines: lines.map((line) => ({ ...line, undoes: null })),
  })

interface StoredMove {
  from: number
  to: number
  undoes: string | null
  lines: readonly (Pick<MoveLine, 'sku' | 'items'> & { undoes: string | null })[]
}

async function store(
  db: SellerDb,
  { sellerId, key, by, now }: Storing,
  { from, to, undoes, lines }: StoredMove,
): Promise<void> {
  const quantity = lines.reduce((sum, { items }) => sum + items, 0)
  await db
    .insertInto('stock_moves')
    .values({
      seller_id: sellerId,
      id: key,
      from_location: from,
      to_location: to,
      skus: lines.length,
      quantity,
      moved_by: by,
      moved_at: now,
      undoes,
    })
    .execute()
  const rows = lines.map((line) => ({
    seller_id: sellerId,
    sku: line.sku,
    from_location: from,
    to_location: to,
    quantity: line.items,
    kind: 'MOVED',
    moved_by: by,
    undoes: line.undoes,
    move_id: key,
  }))
  await insertRows(db, 'stock_transfers', rows)
}

export type UndoOutcome =
  | { ok: true }
  | { ok: false; reason: 'unknown-location' }
  /** This SKU cannot be moved back, so none was. */
  | { ok: false; reason: 'line'; line: MoveLine; from: string }

/** Moves all items of a move back that are not back yet, or none. Repeated, it changes nothing. */
export async function takeStockMoveBack(
  db: SellerDb,
  { undoes, ...storing }: Storing & { undoes: string },
): Promise<UndoOutcome> {
  const { sellerId, key } = storing
  const move = await selectOfSeller(db, 'stock_moves', sellerId)
    .select(['from_location', 'to_location'])
    .where('id', '=', undoes)
    .where('undoes', 'is', null)
    .executeTakeFirst()
  if (!move) return { ok: false, reason: 'unknown-location' }
  const moved = await readMoved(db, sellerId, undoes)
  const items = await lockStockItems(db, sellerId, [...moved.keys()])
  if (await isStored(db, { sellerId, key, undoes })) return { ok: true }
  const places = await lockPlaces(db, sellerId, { from: move.to_location, to: move.from_location })
  if (!places) return { ok: false, reason: 'unknown-location' }
  // What was moved back alone, up to now.
  const left = await readMoved(db, sellerId, undoes)
  const wanted = new Map([...left].map(([id, { quantity }]) => [id, quantity]))
  const lines = await readLines(db, { sellerId, from: places.from, items, wanted })
  const line = lines.find((each) => lineProblem(each) !== null)
  if (line) return { ok: false, reason: 'line', line, from: places.from.name }
  if (lines.length > 0)
    await store(db, storing, {
      from: places.from.id,
      to: places.to.id,
      undoes,
      lines: lines.map((each) => ({ ...each, undoes: left.get(each.id)?.id ?? null })),
    })
  return { ok: true }
}

/** Transfers of a move that are not taken back, by the id of the SKU's row. */
async function readMoved(
  db: SellerDb,
  sellerId: number,
  move: string,
): Promise<Map<number, { id: string; quantity: number }>> {
  const { rows } = await sql<{ item_id: number; id: string; quantity: number }>`
    select i.id as item_id, m.id, m.quantity from stock_transfers m
    join stock_items i on i.seller_id = ${sellerId} and i.sku = m.sku
    where m.seller_id = ${sellerId} and m.move_id = ${move}
      and not exists (select from stock_transfers b where b.seller_id = ${sellerId} and b.undoes = m.id)`.execute(db)
  return new Map(rows.map(({ item_id: item, ...transfer }) => [item, transfer]))
}

export interface StockMoveRow extends Pick<
  Row<'stock_moves'>,
  'id' | 'skus' | 'quantity' | 'moved_by' | 'moved_at' | 'undoes'
> {
  from_name: string
  to_name: string
  is_undone: boolean
}

const mostMoves = 20

/** Reads the latest moves of several SKUs, newest first. */
export async function readStockMoves(db: SellerDb, sellerId: number): Promise<StockMoveRow[]> {
  const { rows } = await sql<StockMoveRow>`
    select m.id, m.skus, m.quantity, m.moved_by, m.moved_at, m.undoes, f.name as from_name, t.name as to_name,
      not exists (
        select from stock_transfers s where s.seller_id = ${sellerId} and s.move_id = m.id
          and not exists (select from stock_transfers b where b.seller_id = ${sellerId} and b.undoes = s.id)
      ) as is_undone
    from stock_moves m
    join stock_locations f on f.seller_id = ${sellerId} and f.id = m.from_location
    join stock_locations t on t.seller_id = ${sellerId} and t.id = m.to_location
    where m.seller_id = ${sellerId} order by m.moved_at desc, m.id desc limit ${mostMoves}`.execute(db)
  return rows
}
