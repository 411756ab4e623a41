// Lots: sales of several sellers that others see only together. Pure.

/** How many sales and sellers a lot has at least without its largest seller. */
export interface Bound {
  sales: number
  sellers: number
}

/** A line of an order: `day` is the start of a day of UTC, in milliseconds; amounts are minor units. */
export interface MarketLine {
  seller: number
  day: number
  quantity: number
  /** Of one unit; a discount may leave a fraction. */
  price: number
  shipping: number
  /** Not cancelled. */
  counts: boolean
}

/** Sums of a lot. Prices and shippings have one element a sale, in ascending order. */
export type LotSums = ReturnType<typeof sumLot>

export interface Lot extends LotSums {
  firstDay: number
  lastDay: number
}

/**
 * Cuts lines into lots of whole days, each as short as the bound allows; lines after the last lot wait for more. `lines`
 * are of one product, condition, format and country, in order of their days.
 */
export function cutLots(lines: readonly MarketLine[], bound: Bound): Lot[] {
  const lots: Lot[] = []
  let open: MarketLine[] = []
  for (const [index, line] of lines.entries()) {
    open.push(line)
    if (lines[index + 1]?.day === line.day) continue
    const sums = sumLot(open, bound)
    if (!sums.isShown) continue
    lots.push({ firstDay: open[0]?.day ?? line.day, lastDay: line.day, ...sums })
    open = []
  }
  return lots
}

/** Sums lines. A lot whose lines are cancelled keeps its days, and is hidden once it is too small. */
export function sumLot(lines: readonly MarketLine[], bound: Bound) {
  const counted = lines.filter((line) => line.counts)
  const bySeller = Map.groupBy(counted, ({ seller }) => seller)
  const largest = Math.max(0, ...[...bySeller.values()].map((own) => own.length))
  const sum = (of: (line: MarketLine) => number) => counted.reduce((total, line) => total + of(line), 0)
  return {
    isShown: counted.length > 0 && counted.length - largest >= bound.sales && bySeller.size - 1 >= bound.sellers,
    sales: counted.length,
    units: sum(({ quantity }) => quantity),
    sellers: [...bySeller.keys()].toSorted((a, b) => a - b),
    priceSum: sum(({ price }) => price),
    revenue: sum(({ price, quantity }) => Math.round(price * quantity)),
    free: counted.filter(({ shipping }) => shipping === 0).length,
    prices: counted.map(({ price }) => roundedPrice(price)).toSorted((a, b) => a - b),
    shippings: counted.map(({ shipping }) => roundedPrice(shipping)).toSorted((a, b) => a - b),
  }
}

/** Rounds to one of twenty steps between powers of ten, at most 2.5 % off: £41.37 is £41.50. No one’s price is told exactly. */
export function roundedPrice(minor: number): number {
  if (minor < 20) return Math.round(minor)
  const step = 10 ** Math.floor(Math.log10(minor)) / 20
  return Math.round(Math.round(minor / step) * step)
}
