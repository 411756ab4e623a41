// Kits: listings and variations that are made of units of other SKUs (decision 133). Pure; also runs in the browser.

export interface KitPart {
  sku: string
  /** Units of one kit. */
  units: number
}

/** Limits as in the database. */
export const kitLimits = { parts: 20, units: 1_000 } as const

/** Parts as sellers read and type them: `1 BOX-1; 2 MUG-4`. */
export const kitText = (parts: readonly KitPart[] = []): string =>
  parts.map(({ sku, units }) => `${units} ${sku}`).join('; ')

/**
 * Reads parts such as `1 BOX-1; 2 MUG-4`, also with commas or line ends between them, or `2 x MUG-4`. Without a number it
 * is one unit. Null if some text is no part; no parts for no text.
 */
export function readKit(text: string): KitPart[] | null {
  const texts = text
    .trim()
    .split(/\s*[;,\n]\s*/)
    .filter(Boolean)
  if (texts.some((part) => /^\d+$/.test(part))) return null
  return texts.map((part) => {
    const [, units = 1, sku = part] = /^(\d{1,4})\s*[x×*]?\s+(.+)/i.exec(part) ?? []
    return { sku, units: Number(units) }
  })
}

/** What is known of a SKU that shall be a part. */
export interface PartFacts {
  isKit: boolean
  isAuction: boolean
  /** Whether the marketplace's shop keeps count of it. */
  isOfShop: boolean
}

/** What shall become a kit. */
export interface KitOwner {
  /** Its SKU; null if it has none. */
  sku: string | null
  isAuction: boolean
  isOfShop: boolean
  sharesStock: boolean
  takesOffers: boolean
  /** Units that orders have reserved of its own stock. */
  reserved: number
  /** Whether a kit is made of its SKU. */
  isPart: boolean
}

export type KitProblem =
  | {
      reason: 'auction' | 'stockOfShop' | 'sharesStock' | 'takesOffers' | 'hasOrders' | 'isPart' | 'tooManyParts'
    }
  | { reason: 'itself' | 'twice' | 'number' | 'unknown' | 'kitOfKits' | 'partAuction' | 'partOfShop'; sku: string }

/** Why a listing or variation cannot be made of these parts; null if it can. No parts are no problem. */
export function kitProblem(
  parts: readonly KitPart[],
  owner: KitOwner,
  facts: ReadonlyMap<string, PartFacts>,
): KitProblem | null {
  if (parts.length === 0) return null
  if (owner.isAuction) return { reason: 'auction' }
  if (owner.isOfShop) return { reason: 'stockOfShop' }
  if (owner.sharesStock) return { reason: 'sharesStock' }
  if (owner.takesOffers) return { reason: 'takesOffers' }
  if (owner.reserved > 0) return { reason: 'hasOrders' }
  if (parts.length > kitLimits.parts) return { reason: 'tooManyParts' }
  const seen = new Set<string>()
  for (const { sku, units } of parts) {
    const part = facts.get(sku)
    if (sku === owner.sku) return { reason: 'itself', sku }
    if (seen.has(sku)) return { reason: 'twice', sku }
    if (!Number.isInteger(units) || units < 1 || units > kitLimits.units) return { reason: 'number', sku }
    if (!part) return { reason: 'unknown', sku }
    if (part.isKit) return { reason: 'kitOfKits', sku }
    if (part.isAuction) return { reason: 'partAuction', sku }
    if (part.isOfShop) return { reason: 'partOfShop', sku }
    seen.add(sku)
  }
  return owner.isPart ? { reason: 'isPart' } : null
}
