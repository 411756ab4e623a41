import type { KitPartLine } from './packed-orders-db.server.ts'
import type { PackedLine } from './parcels.ts'

/** A product to pick for all orders that need it. */
export interface PickLine {
  bin: string | null
  sku: string | null
  title: string
  variation: string | null
  /** Sum over `orders`. */
  units: number
  orders: { number: string; units: number }[]
}

type OpenLine = PackedLine &
  Omit<PickLine, 'units' | 'orders'> & { orderNumber: string; parts?: readonly KitPartLine[] | null }

/** Natural order: A-2 before A-10. */
const natural = new Intl.Collator('en', { numeric: true })
const compare = (a: string | null, b: string | null) => {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return natural.compare(a, b)
}

/** Walking order: by bin, SKU, title; what has no bin comes last. */
export const byWalk = (a: Picked, b: Picked): number =>
  compare(a.bin, b.bin) || compare(a.sku, b.sku) || compare(a.title, b.title)

type Picked = Pick<PickLine, 'bin' | 'sku' | 'title'>

/** Same SKU, same product, whatever the listing's title; without a SKU, title and variation identify it. */
const productOf = ({ bin, sku, title, variation }: OpenLine) =>
  JSON.stringify(sku === null ? [bin, null, title, variation] : [bin, sku])

/**
 * Products to pick, in walking order: by bin, SKU, title. Sums the units of each product. Products without a bin come last; shipped and
 * cancelled units are excluded.
 */
export function pickLines(lines: readonly OpenLine[]): PickLine[] {
  const open = lines
    .flatMap(partsOrLine)
    .map((line) => ({ ...line, units: line.quantity - line.cancelled - line.shipped }))
    .filter(({ units }) => units > 0)
    .toSorted((a, b) => compare(a.title, b.title) || compare(a.variation, b.variation))
  return [...Map.groupBy(open, productOf).values()]
    .flatMap((same) => {
      const [first] = same
      if (first === undefined) return []
      const { bin, sku, title, variation } = first
      return { bin, sku, title, variation, units: sumOf(same), orders: byOrder(same) }
    })
    .toSorted(byWalk)
}

/** The parts of a kit, which are picked instead of it. */
const partsOrLine = (line: OpenLine): OpenLine[] =>
  line.parts?.map(({ units, ...part }) => ({
    ...line,
    ...part,
    parts: null,
    quantity: line.quantity * units,
    cancelled: line.cancelled * units,
    shipped: line.shipped * units,
  })) ?? [line]

function byOrder(lines: readonly (OpenLine & { units: number })[]): PickLine['orders'] {
  return [...Map.groupBy(lines, ({ orderNumber }) => orderNumber)]
    .map(([number, own]) => ({ number, units: sumOf(own) }))
    .toSorted((a, b) => natural.compare(a.number, b.number))
}

const sumOf = (lines: readonly { units: number }[]) => lines.reduce((sum, { units }) => sum + units, 0)
