import { readKit, type KitPart } from '#features/core/listing/kit.ts'
import { fullHeader } from '#lib/match-columns.ts'

/** Why a bundle of another shop is no kit: its buyers choose, or it names a product by an id of that shop. */
type BundleRule = 'notParts' | 'partsChosen' | 'partsById'

/** Whether a column is that of WooCommerce Product Bundles, which leaves a product alone where it is empty. */
export const isBundleColumn = (header: string): boolean => fullHeader(header) === 'bundled items json encoded'

/** Reads the parts of a kit: as sellers write them, or as WooCommerce Product Bundles exports them. */
export function readParts(text: string): readonly KitPart[] | BundleRule {
  if (!/^[[{]/.test(text)) return readKit(text) ?? 'notParts'
  const items = parsed(text)
  if (!items?.length) return 'notParts'
  const units = new Map<string, number>()
  for (const item of items) {
    const part = readItem(item)
    if (typeof part === 'string') return part
    units.set(part.sku, (units.get(part.sku) ?? 0) + part.units)
  }
  return [...units].map(([sku, each]) => ({ sku, units: each }))
}

/** Items by their id, or a list of them where the ids count from 0. */
function parsed(text: string): readonly unknown[] | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? Object.values(value) : null
  } catch {
    return null
  }
}

function readItem(item: unknown): KitPart | BundleRule {
  const sku = fieldOf(item, 'product_id')
  const details = typeof item === 'object' && item !== null && 'meta_data' in item ? item.meta_data : {}
  const least = fieldOf(details, 'quantity_min') || '1'
  // An empty one is without limit.
  const most = hasField(details, 'quantity_max') ? fieldOf(details, 'quantity_max') : least
  if (sku === '' || !/^\d{1,4}$/.test(least)) return 'notParts'
  if (/^id:\d+$/.test(sku)) return 'partsById'
  const isFixed = most === least && least !== '0' && fieldOf(details, 'optional') !== 'yes'
  return isFixed ? { sku, units: Number(least) } : 'partsChosen'
}

const hasField = (of: unknown, name: string): of is Record<string, unknown> =>
  typeof of === 'object' && of !== null && Object.hasOwn(of, name)

/** A text or number of an item as text; empty if it has none. */
function fieldOf(of: unknown, name: string): string {
  const value = hasField(of, name) ? of[name] : null
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
}
