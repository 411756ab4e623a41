import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { lockStockItems, type LockedItem } from '#features/selling/inventory/stock-items-db.server.ts'
import type { CountedCodes } from '#features/selling/stock-count/counted-codes.ts'
import { findCodes } from '#features/selling/stock-count/find-codes-db.server.ts'
import { listLocations, readItemsAt } from '#features/selling/stock-locations/stock-locations-db.server.ts'
import type { StockLocation } from '#features/selling/stock-locations/stock-location.ts'
import type { MoveLine } from './move-line.ts'

export const mostLines = 1_000

interface Wanted {
  sellerId: number
  from: number
  to: number
  codes: CountedCodes
}

export interface CheckedMove {
  from: StockLocation
  to: StockLocation
  lines: MoveLine[]
  /** Codes that name no SKU, or several. */
  unknown: string[]
}

type CheckOutcome =
  | { ok: true; move: CheckedMove }
  | { ok: false; reason: 'too-many' | 'unknown-location' | 'same-location' }

/** Checks a list of codes against what is at its location. Locks its SKUs, so that it can be moved then. */
export async function checkMove(db: SellerDb, { sellerId, from, to, codes }: Wanted): Promise<CheckOutcome> {
  if (from === to) return { ok: false, reason: 'same-location' }
  const found = await findCodes(db, sellerId, [...codes.counted.keys()])
  const wanted = new Map<number, number>()
  for (const [code, n] of codes.counted) {
    const id = found.get(code)
    if (id !== undefined) wanted.set(id, (wanted.get(id) ?? 0) + n)
  }
  if (wanted.size > mostLines) return { ok: false, reason: 'too-many' }
  const items = await lockStockItems(db, sellerId, [...wanted.keys()])
  const places = await lockPlaces(db, sellerId, { from, to })
  if (!places) return { ok: false, reason: 'unknown-location' }
  const lines = await readLines(db, { sellerId, from: places.from, items, wanted })
  const unknown = [...codes.unread, ...[...codes.counted.keys()].filter((code) => !found.has(code))]
  return { ok: true, move: { ...places, lines, unknown } }
}

/** Locks two locations, so that neither is removed; null unless both are there. */
export async function lockPlaces(
  db: SellerDb,
  sellerId: number,
  { from, to }: { from: number; to: number },
): Promise<{ from: StockLocation; to: StockLocation } | null> {
  await sql`
    select from stock_locations where seller_id = ${sellerId} and id in (${from}, ${to}) order by id for share`.execute(
    db,
  )
  const locations = await listLocations(db, sellerId)
  const [source, target] = [from, to].map((wanted) => locations.find(({ id }) => id === wanted))
  return source && target ? { from: source, to: target } : null
}

export async function readLines(
  db: SellerDb,
  {
    sellerId,
    from,
    items,
    wanted,
  }: {
    sellerId: number
    from: StockLocation
    items: readonly LockedItem[]
    /** Items by the id of the SKU's row. */
    wanted: ReadonlyMap<number, number>
  },
): Promise<MoveLine[]> {
  const there = await readItemsAt(db, { sellerId, location: from.id, items })
  return items.flatMap(({ id, sku, is_held: isHeld }) => {
    const n = wanted.get(id)
    return n === undefined ? [] : [{ id, sku, isHeld, there: there.get(id) ?? 0, items: n }]
  })
}
