import { ShopRefusal } from '../kit/index.ts'
import type { MedusaVariant } from './fields.ts'

export interface StockLevelChange {
  item: string
  location: string
  stocked: number
}

/**
 * Stock levels for which `available` units are available. The first locations absorb the difference, and none falls
 * below its reservations.
 */
export function levelsFor(
  { manage_inventory, inventory_items }: Pick<MedusaVariant, 'manage_inventory' | 'inventory_items'>,
  available: number,
): StockLevelChange[] {
  const [only] = inventory_items
  if (!manage_inventory || !only)
    throw new ShopRefusal('Medusa does not count the units of this variant.', { code: 'not-counted' })
  if (inventory_items.length > 1)
    throw new ShopRefusal('The variant consists of several inventory items.', { code: 'several-items' })
  const { id, location_levels } = only.inventory
  // Medusa returns lists in any order.
  const levels = location_levels.toSorted((a, b) => (a.location_id < b.location_id ? -1 : 1))
  if (levels.length === 0) throw new ShopRefusal('The inventory item is at no location.', { code: 'no-location' })
  const there = levels.reduce((sum, level) => sum + level.stocked_quantity - level.reserved_quantity, 0)
  let difference = available * only.required_quantity - there
  const changes: StockLevelChange[] = []
  for (const { location_id: location, stocked_quantity, reserved_quantity } of levels) {
    if (difference === 0) break
    const stocked = Math.max(stocked_quantity + difference, Math.min(stocked_quantity, reserved_quantity))
    difference -= stocked - stocked_quantity
    if (stocked !== stocked_quantity) changes.push({ item: id, location, stocked })
  }
  return changes
}
