import { selectOfSeller } from '#db/select-of-seller.ts'
import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'
import { factsOf, listingStep } from './listing-states.ts'
import { lockStock } from './lock-stock-db.server.ts'
import type { ItemNumber, ListingFactsRow } from './listing.ts'

type Counted = Pick<Row<'listings'>, 'on_hand' | 'reserved' | 'buffer' | 'quantity_available' | 'shop_counts'>

export type CountOutcome =
  | { ok: true; row: Counted }
  | { ok: false; reason: 'unknown' | 'not-possible-now' }
  /** What it has follows from its parts; its buffer can be set. */
  | { ok: false; reason: 'is-kit' }
  | { ok: false; reason: 'below-reserved'; reserved: number }

interface Count {
  sellerId: number
  item: ItemNumber
  /** Units on hand, or those to sell beside the reserved ones and the buffer. */
  units: { onHand: number } | { available: number }
  /** Units held back as buffer; null keeps the current value. */
  buffer: number | null
  now: Date
  /** Called with the locked row; throws if the count is based on an outdated one. */
  before: (row: Counted) => void
}

/**
 * Stores a stock count, which must cover reserved units. A listing without available units is hidden, and returns with
 * stock.
 */
export async function countStock(
  db: SellerDb,
  { sellerId, item, units, buffer, now, before }: Count,
): Promise<CountOutcome> {
  const named = selectOfSeller(db, 'listings', sellerId).select('id').where('item_number', '=', item)
  await lockStock(
    db,
    sellerId,
    (await named.execute()).map(({ id }) => id),
  )
  const { rows } = await sql<Row<'listings'> & { has_variations: boolean }>`
    select l.*, exists (select from listing_variations where seller_id = ${sellerId} and listing_id = l.id) as has_variations
    from listings l where l.seller_id = ${sellerId} and l.item_number = ${item} and l.state <> 'DRAFT' for no key update`.execute(
    db,
  )
  const [row] = rows
  if (!row) return { ok: false, reason: 'unknown' }
  before(row)
  if (row.state === 'ENDED' || row.has_variations) return { ok: false, reason: 'not-possible-now' }
  const kept = buffer ?? row.buffer
  const onHand = 'onHand' in units ? units.onHand : units.available + row.reserved + kept
  if (row.is_kit && onHand !== row.on_hand) return { ok: false, reason: 'is-kit' }
  if (onHand < row.reserved) return { ok: false, reason: 'below-reserved', reserved: row.reserved }
  if (onHand === row.on_hand && kept === row.buffer) return { ok: true, row }
  await storeOnHand(db, { sellerId, counts: [{ row, onHand, buffer: kept }], now })
  // Read afterwards: added stock covers oversold orders.
  const stored = await selectOfSeller(db, 'listings', sellerId)
    .select(['on_hand', 'reserved', 'buffer', 'quantity_available', 'shop_counts'])
    .where('id', '=', row.id)
    .executeTakeFirstOrThrow()
  return { ok: true, row: stored }
}

interface StoredCount {
  row: ListingFactsRow & Pick<Row<'listings'>, 'id' | 'reserved'>
  onHand: number
  buffer: number
}

export async function storeOnHand(
  db: SellerDb,
  { sellerId, counts, now }: { sellerId: number; counts: readonly StoredCount[]; now: Date },
): Promise<void> {
  const rows = counts.map(({ row, onHand, buffer }) => {
    const available = Math.max(0, onHand - row.reserved - buffer)
    const after = { ...row, quantity_available: available }
    const step = listingStep(row.state, available > 0 ? 'restock' : 'sellOut', factsOf(after, now))
    // An auction does not end because nothing is left to sell.
    const state = step.ok && step.next !== 'ENDED' ? step.next : row.state
    return { id: row.id, on_hand: onHand, buffer, state }
  })
  await sql`
    update listings l set on_hand = n.on_hand, buffer = n.buffer, state = n.state, version = l.version + 1,
      out_of_stock_since = case when n.state = 'OUT_OF_STOCK' then coalesce(l.out_of_stock_since, ${now}) end
    from json_populate_recordset(null::listings, ${JSON.stringify(rows)}::json) n
    where l.seller_id = ${sellerId} and l.id = n.id`.execute(db)
}
