import { allocate, currencyDecimals } from '#lib/money.ts'

export interface CostedLine {
  position: number
  ordered: number
  received: number
  /** Of a unit, in minor units of the order's currency; null if unknown. */
  priceMinor: number | null
  /** Of a unit; null if unknown. */
  grams: number | null
}

export interface ReceivedUnits {
  receipt: string
  position: number
  units: number
}

interface Purchase {
  lines: readonly CostedLine[]
  /** In the order of time, without those that were taken back. */
  received: readonly ReceivedUnits[]
  freightMinor: number
  freightBy: 'VALUE' | 'WEIGHT'
  /** No more is expected: freight is that of the units that came. */
  isClosed: boolean
  currency: string
  /** The shop's currency, and millionths of it for one of the order's; null if they are the same. */
  shopCurrency: string
  rateMicros: number | null
}

export interface LandedUnits extends ReceivedUnits {
  /** Price and freight of the units together, in minor units of the shop's currency. */
  minor: number
}

/**
 * What received units cost with their share of the freight, by the value or the weight of the units ordered, or received
 * once an order is closed. All shares together are the freight to the cent. Lines without a price cost nothing known and
 * share none.
 */
export function landedCosts(purchase: Purchase): LandedUnits[] {
  const { received, freightMinor, freightBy, isClosed } = purchase
  const lines = purchase.lines.flatMap((line) =>
    line.priceMinor === null
      ? []
      : [
          {
            ...line,
            priceMinor: line.priceMinor,
            units: isClosed ? line.received : Math.max(line.ordered, line.received),
          },
        ],
  )
  const weights = lines.map(
    ({ units, priceMinor, grams }) => units * (freightBy === 'VALUE' ? priceMinor : (grams ?? 0)),
  )
  const isWeighed = weights.some((weight) => weight > 0)
  const shares = allocate(freightMinor, isWeighed ? weights : lines.map(({ units }) => units))
  const byPosition = new Map(
    lines.map((line, index) => [
      line.position,
      {
        units: line.units,
        minor: inShopCurrency(line.units * line.priceMinor + (shares[index] ?? 0), purchase),
        taken: 0,
      },
    ]),
  )
  return received.flatMap((each) => {
    const line = byPosition.get(each.position)
    if (!line || line.units === 0) return []
    const before = partOf(line, line.taken)
    line.taken += each.units
    return [{ ...each, minor: partOf(line, line.taken) - before }]
  })
}

const partOf = ({ units, minor }: { units: number; minor: number }, taken: number): number =>
  Number((BigInt(minor) * BigInt(taken)) / BigInt(units))

/** Rounded half up. */
function inShopCurrency(minor: number, { currency, shopCurrency, rateMicros }: Purchase): number {
  if (rateMicros === null) return minor
  const shift = currencyDecimals(shopCurrency) - currencyDecimals(currency)
  const above = BigInt(minor) * BigInt(rateMicros) * 10n ** BigInt(Math.max(0, shift))
  const below = 1_000_000n * 10n ** BigInt(Math.max(0, -shift))
  return Number((above * 2n + below) / (below * 2n))
}

/** Units at costs that are whole minor units and together exactly the sum: at most two costs, a cent apart. */
export function wholeUnitCosts(units: number, minor: number): { units: number; unitCostMinor: number }[] {
  const low = Math.floor(minor / units)
  const more = minor - low * units
  return [
    { units: units - more, unitCostMinor: low },
    { units: more, unitCostMinor: low + 1 },
  ].filter((part) => part.units > 0)
}
