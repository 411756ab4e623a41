import { createHash } from 'node:crypto'
import type { ItemNumber } from '#features/core/listing/listing.ts'
import { brand } from '#lib/brand.ts'

/**
 * Item number of an item without a listing, derived from its SKU or title, so that its sales are counted together.
 * Numbers of listings never begin with 99.
 */
export function unlistedItem(name: string): ItemNumber {
  const digits = createHash('sha256').update(name).digest().readUIntBE(0, 6) % 10_000_000_000
  return brand<ItemNumber>(`99${String(digits).padStart(10, '0')}`)
}
