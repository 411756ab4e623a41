import { createHash, randomBytes } from 'node:crypto'
import { isStockOfShop } from '#features/core/listing/stock-owner-db.server.ts'
import { takeStock } from '#features/selling/listing-files/stock-of-places.ts'
import { listLocations } from '#features/selling/stock-locations/stock-locations-db.server.ts'
import type { SellerActionArgs } from '#web/guard.server.ts'
import { readCountFile } from './count-file.server.ts'
import { readCounts } from './stock-counts-db.server.ts'
import { beginCount, takeChanges } from './take-counts-db.server.ts'

export type RefusedCount =
  | 'noText'
  | 'empty'
  | 'location'
  | 'places'
  | 'ofShop'
  | 'tooManyCounted'
  | 'gone'
  | 'countedBefore'

interface CountFile {
  bytes: Uint8Array
  /** A count that goes on; null for a new one. */
  count: string | null
  /** Location of the shop, by its id. */
  location: string | null
  /** Place named in the file. */
  place: string | null
}

/**
 * Adds a file of counted stock to a count, which compares it with the books; changes no stock. A file that is in the count
 * already is refused, until it was applied.
 */
export async function takeCountFile(
  { hub, seller, member, read, write }: Pick<SellerActionArgs, 'hub' | 'seller' | 'member' | 'read' | 'write'>,
  { bytes, count, location, place }: CountFile,
): Promise<{ ok: true; id: string } | { ok: false; reason: RefusedCount }> {
  const sellerId = seller.id
  const { isOfShop, locations, begun } = await read(async (db) => ({
    isOfShop: await isStockOfShop(db, sellerId),
    locations: await listLocations(db, sellerId),
    begun: count === null ? null : ((await readCounts(db, { sellerId, id: count }))[0] ?? null),
  }))
  if (isOfShop) return { ok: false, reason: 'ofShop' }
  if (count !== null && !begun) return { ok: false, reason: 'gone' }
  const chosen = locations.length > 1 ? locations.find(({ id }) => String(id) === location) : null
  if (!begun && chosen === undefined) return { ok: false, reason: 'location' }
  const taken = await takeStock(bytes, { place, own: begun ? begun.location : (chosen?.name ?? null) })
  if (!taken.ok) return { ok: false, reason: 'places' }
  const codes = await readCountFile(taken.bytes)
  if (!codes) return { ok: false, reason: 'noText' }
  if (codes.counted.size + codes.unread.length === 0) return { ok: false, reason: 'empty' }
  const digest = createHash('sha256').update(taken.bytes).update(String(begun?.applied_at?.getTime()))
  const from = digest.digest('hex').slice(0, 16)
  const key = { sellerId, id: count ?? randomBytes(8).toString('hex') }
  const added = await write(async (db) => {
    const at = chosen?.id ?? null
    if (!begun) await beginCount(db, { ...key, location: at, countedBy: member.name, now: hub.now() })
    return takeChanges(db, key, [{ from, n: 1, change: { kind: 'codes', codes } }])
  })
  if (!added.ok) return { ok: false, reason: 'gone' }
  const [change] = added.taken
  if (change?.isRepeated) return { ok: false, reason: 'countedBefore' }
  return change?.outcome === 'full' ? { ok: false, reason: 'tooManyCounted' } : { ok: true, id: key.id }
}
