import { randomBytes } from 'node:crypto'
import { isStockOfShop } from '#features/core/listing/stock-owner-db.server.ts'
import { takeStock } from '#features/selling/listing-files/stock-of-places.ts'
import { listLocations } from '#features/selling/stock-locations/stock-locations-db.server.ts'
import type { SellerActionArgs } from '#web/guard.server.ts'
import { readCountFile } from './count-file.server.ts'
import { addCodes, readCounts } from './stock-counts-db.server.ts'

export type RefusedCount = 'noText' | 'empty' | 'location' | 'places' | 'ofShop' | 'tooManyCounted' | 'gone'

interface CountFile {
  bytes: Uint8Array
  /** A count that goes on; null for a new one. */
  count: string | null
  /** Location of the shop, by its id. */
  location: string | null
  /** Place named in the file. */
  place: string | null
}

/** Adds a file of counted stock to a count, which compares it with the books; changes no stock. */
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
  const key = randomBytes(8).toString('hex')
  const id = count ?? key
  const of = { sellerId, id, isNew: count === null, location: chosen?.id ?? null, key }
  const added = await write((db) => addCodes(db, { ...of, codes, countedBy: member.name, now: hub.now() }))
  if (added.ok) return { ok: true, id }
  return { ok: false, reason: added.reason === 'not-found' ? 'gone' : 'tooManyCounted' }
}
