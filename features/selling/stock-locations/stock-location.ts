export interface StockLocation {
  id: number
  name: string
  /** Sales are taken from it, and what is at no other location is there. */
  isDefault: boolean
}

export interface LocationStock extends StockLocation {
  items: number
}

export const parseLocation = (text: string): number | null => (/^[1-9]\d{0,2}$/.test(text) ? Number(text) : null)

export const mostLocations = 20

/** The longest name of a location, as in the database. */
export const longestLocationName = 40

/**
 * Divides what is on hand of a SKU over its locations: items at the others are stored, the rest is at the default one.
 * Empty unless there are several.
 */
export function divideStock(onHand: number, locations: readonly LocationStock[]): LocationStock[] {
  if (locations.length < 2) return []
  const elsewhere = locations.reduce((sum, { isDefault, items }) => (isDefault ? sum : sum + items), 0)
  return locations.map((each) => (each.isDefault ? { ...each, items: onHand - elsewhere } : each))
}

export interface StockMove {
  from: number
  to: number
  items: number
}

export type MoveProblem =
  | { reason: 'same-location' | 'unknown-location' }
  | { reason: 'too-few'; name: string; items: number }

export function moveProblem(stock: readonly LocationStock[], { from, to, items }: StockMove): MoveProblem | null {
  const source = stock.find(({ id }) => id === from)
  if (!source || !stock.some(({ id }) => id === to)) return { reason: 'unknown-location' }
  if (from === to) return { reason: 'same-location' }
  return items > source.items ? { reason: 'too-few', name: source.name, items: source.items } : null
}
