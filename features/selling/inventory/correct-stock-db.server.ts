import { selectOfSeller } from '#db/select-of-seller.ts'
import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { storeOnHand } from '#features/core/listing/count-stock-db.server.ts'
import { nameStockCauses } from '#features/core/listing/stock-cause-db.server.ts'
import type { StockCause } from '#features/core/listing/stock-cause.ts'
import { noteCounted, readCountedPlaces } from '#features/selling/stock-locations/move-stock-db.server.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { pairs } from '#lib/pairs.ts'
import { mostItems } from './stock-item.ts'
import type { LockedItem } from './stock-items-db.server.ts'

export type CorrectOutcome =
  | { ok: true }
  | { ok: false; reason: 'changed-since'; now: number }
  | { ok: false; reason: 'below-reserved'; reserved: number }
  /** All locations together would have more than can be on hand: so many are at the others. */
  | { ok: false; reason: 'too-many'; others: number }
  /** The marketplace's shop counts the stock. */
  | { ok: false; reason: 'stock-of-shop' }
  /** What a kit has follows from its parts. */
  | { ok: false; reason: 'is-kit' }
  /** The location was removed. */
  | { ok: false; reason: 'no-location' }

type MemberCause = Extract<StockCause, { by: string }>

/** What is on hand of a locked SKU at a location. */
interface Correction {
  item: LockedItem
  /** What was on hand there when it was counted. */
  seen: number
  onHand: number
}

interface Corrections {
  sellerId: number
  /** Where it was counted; null if there is one place. */
  location: number | null
  /** SKUs of different listings: a movement of a listing names one SKU. */
  corrections: readonly Correction[]
  cause: (sku: string) => MemberCause
  /** The member's name. */
  by: string
  now: Date
}

/** Stores what is on hand of one SKU, as `correctStocks` does. */
export async function correctStock(
  db: SellerDb,
  {
    item,
    seen,
    onHand,
    cause,
    ...of
  }: Omit<Corrections, 'corrections' | 'cause' | 'by'> & Correction & { cause: MemberCause },
): Promise<CorrectOutcome> {
  const [outcome] = await correctStocks(db, {
    ...of,
    corrections: [{ item, seen, onHand }],
    cause: () => cause,
    by: cause.by,
  })
  return assertDefined(outcome, 'each correction has an outcome')
}

/**
 * Stores what is on hand of SKUs at a location, where that is still what was seen. All locations together must cover
 * reserved items. A listing of which some are available again is back on sale; an ended one stays ended. Repeated, it
 * changes nothing.
 */
export async function correctStocks(
  db: SellerDb,
  { sellerId, location, corrections, cause, by, now }: Corrections,
): Promise<CorrectOutcome[]> {
  const items = corrections.map(({ item }) => item)
  const places = await readCountedPlaces(db, { sellerId, items, location })
  const planned = pairs(corrections, places).map(([correction, place]) => ({
    ...correction,
    place,
    change: place ? correction.onHand - place.items : 0,
    outcome: outcomeOf(correction, place),
  }))
  const changed = planned.filter(({ outcome, change }) => outcome.ok && change !== 0)
  if (changed.length > 0) {
    const causes = changed.map(({ item, place }) => {
      const own = cause(item.sku)
      return [item.listing_id, place?.name ? { ...own, at: place.name } : own] as const
    })
    await nameStockCauses(db, new Map(causes))
    await storeChanged(db, { sellerId, location, changed, by, now })
  }
  return planned.map(({ outcome }) => outcome)
}

function outcomeOf({ item, seen, onHand: counted }: Correction, place: { items: number } | null): CorrectOutcome {
  if (!place) return { ok: false, reason: 'no-location' }
  const change = counted - place.items
  if (change === 0) return { ok: true }
  if (item.is_kit) return { ok: false, reason: 'is-kit' }
  if (item.is_stock_of_shop) return { ok: false, reason: 'stock-of-shop' }
  if (seen !== place.items) return { ok: false, reason: 'changed-since', now: place.items }
  const onHand = item.on_hand + change
  if (onHand < item.reserved) return { ok: false, reason: 'below-reserved', reserved: item.reserved }
  if (change > 0 && onHand > mostItems) return { ok: false, reason: 'too-many', others: onHand - counted }
  return { ok: true }
}

interface Changed extends Pick<Corrections, 'sellerId' | 'location' | 'by' | 'now'> {
  changed: readonly { item: LockedItem; change: number }[]
}

async function storeChanged(db: SellerDb, { sellerId, location, changed, by, now }: Changed): Promise<void> {
  const fewer = changed.filter(({ change }) => change < 0)
  const more = changed.filter(({ change }) => change > 0)
  await noteCounted(db, { sellerId, location, by, changes: fewer })
  const rows = await selectOfSeller(db, 'listings', sellerId)
    .select(['id', 'state', 'format', 'quantity_available', 'starts_at', 'ends_at', 'out_of_stock_since'])
    .select(['on_hand', 'reserved', 'buffer'])
    .where(
      'id',
      'in',
      changed.map(({ item }) => item.listing_id),
    )
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  const counts = changed.map(({ item, change }) => {
    const row = assertDefined(byId.get(item.listing_id), 'the listing is locked')
    const onHand = item.position === null ? item.on_hand + change : Math.max(row.reserved, row.on_hand + change)
    return { row, onHand, buffer: row.buffer }
  })
  await storeOnHand(db, { sellerId, counts, now })
  await storeVariations(db, sellerId, changed)
  await noteCounted(db, { sellerId, location, by, changes: more })
}

async function storeVariations(db: SellerDb, sellerId: number, changed: Changed['changed']): Promise<void> {
  const rows = changed
    .filter(({ item }) => item.position !== null)
    .map(({ item: { listing_id, position, on_hand, reserved }, change }) => ({
      listing_id,
      position,
      quantity: on_hand + change - reserved,
    }))
  if (rows.length === 0) return
  await sql`
    update listing_variations v set quantity = n.quantity
    from json_populate_recordset(null::listing_variations, ${JSON.stringify(rows)}::json) n
    where v.seller_id = ${sellerId} and v.listing_id = n.listing_id and v.position = n.position`.execute(db)
}
