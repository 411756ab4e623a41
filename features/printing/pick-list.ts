import type { PackedLine } from './parcels.ts'

/** A thing to fetch for an order. */
export interface PickLine {
  bin: string | null
  sku: string | null
  title: string
  variation: string | null
  units: number
  orderNumber: string
}

/** People read A-2 before A-10. */
const natural = new Intl.Collator('en', { numeric: true })
const compare = (a: string | null, b: string | null) => {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return natural.compare(a, b)
}

/**
 * What is to be fetched, one way through the stock room: by bin, then SKU, then order. What has no bin comes last, what
 * has left or is cancelled not at all.
 */
export function pickLines(lines: readonly (PackedLine & Omit<PickLine, 'units'>)[]): PickLine[] {
  return lines
    .map(({ id: _id, quantity, cancelled, shipped, ...line }) => ({ ...line, units: quantity - cancelled - shipped }))
    .filter(({ units }) => units > 0)
    .toSorted(
      (a, b) =>
        compare(a.bin, b.bin) ||
        compare(a.sku, b.sku) ||
        compare(a.title, b.title) ||
        compare(a.orderNumber, b.orderNumber),
    )
}
