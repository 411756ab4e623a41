// Costs of goods, by moving average or first in, first out. All amounts are in minor units of one currency.

export type CostMethod = 'AVERAGE' | 'FIFO'

export interface UnitCost {
  unitCostMinor: number
  /** Units bought at it; null: from then on each unit costs this, and earlier purchases no longer count. */
  quantity: number | null
  since: Date
}

/** Units of a line that left with a parcel, or came back with a return and are sold again. */
export interface MovedUnits {
  by: 'PARCEL' | 'RETURN'
  lineItemId: number
  quantity: number
  at: Date
}

/** Units and what they cost together: bought ones that are still there, or those of a line that are with the buyer. */
interface Layer {
  units: number
  minor: number
}

export interface Stock {
  unitCostMinor: number
  units: number
  minor: number
}

/**
 * Works out what moved units cost. Both lists are in the order of time; a cost applies to units of the same moment.
 * Units shipped before the first cost have that cost; units beyond those that were bought have the latest. Returned
 * units have the cost with which their line left. Returns a cost for each of `moved`, null for a return of units whose
 * cost is not known, and what was left `before` each of these times, in order; null if no cost is known at all.
 */
export function costsOfGoods(
  method: CostMethod,
  costs: readonly UnitCost[],
  moved: readonly MovedUnits[],
  before: readonly Date[] = [],
): { costs: (number | null)[]; stock: Stock; past: Stock[] } | null {
  const [first] = costs
  if (!first) return null
  let latest = first
  let layers: Layer[] = []
  let next = 0
  const gone = new Map<number, Layer>()
  const enterUntil = (at: Date) => {
    for (let cost = costs[next]; cost && cost.since <= at; cost = costs[(next += 1)]) {
      latest = cost
      const { quantity, unitCostMinor } = cost
      layers = quantity === null ? [] : withMore(method, layers, { units: quantity, minor: quantity * unitCostMinor })
    }
  }
  const leave = ({ lineItemId, quantity }: MovedUnits) => {
    const cost = take(layers, quantity, latest.unitCostMinor)
    const { units, minor } = gone.get(lineItemId) ?? { units: 0, minor: 0 }
    gone.set(lineItemId, { units: units + quantity, minor: minor + cost })
    return cost
  }
  const comeBack = ({ lineItemId, quantity, at }: MovedUnits) => {
    const line = gone.get(lineItemId)
    const units = Math.min(quantity, line?.units ?? 0)
    if (!line || units === 0) return null
    const minor = partOf(line, units)
    gone.set(lineItemId, { units: line.units - units, minor: line.minor - minor })
    // Without purchases no units are counted.
    const isCounted = latest.quantity !== null && latest.since <= at
    if (isCounted) layers = withMore(method, layers, { units, minor })
    return minor
  }
  const past: Stock[] = []
  const pass = (until: Date) => {
    for (let time = before[past.length]; time && time <= until; time = before[past.length]) {
      enterUntil(new Date(time.getTime() - 1))
      past.push(stockOf(layers, latest))
    }
    enterUntil(until)
  }
  const found = moved.map((each) => {
    pass(each.at)
    return each.by === 'PARCEL' ? leave(each) : comeBack(each)
  })
  pass(new Date(8.64e15))
  return { costs: found, stock: stockOf(layers, latest), past }
}

function stockOf(layers: readonly Layer[], { unitCostMinor }: UnitCost): Stock {
  const sum = (of: (layer: Layer) => number) => layers.reduce((total, layer) => total + of(layer), 0)
  return { unitCostMinor, units: sum(({ units }) => units), minor: sum(({ minor }) => minor) }
}

/** What units on hand cost: those that were bought at their price, further ones at the latest. */
export const worthOf = (onHand: number, { units, minor, unitCostMinor }: Stock): number =>
  onHand < units ? partOf({ units, minor }, onHand) : minor + (onHand - units) * unitCostMinor

function withMore(method: CostMethod, layers: readonly Layer[], more: Layer): Layer[] {
  const [only] = layers
  if (method === 'FIFO' || !only) return [...layers, more]
  return [{ units: only.units + more.units, minor: only.minor + more.minor }]
}

/** Takes units from the oldest layers, whose amounts they leave exactly, and returns their cost. */
function take(layers: Layer[], quantity: number, latest: number): number {
  let wanted = quantity
  let cost = 0
  for (let [layer] = layers; layer && wanted > 0; [layer] = layers) {
    const units = Math.min(wanted, layer.units)
    const minor = partOf(layer, units)
    cost += minor
    wanted -= units
    if (units === layer.units) layers.shift()
    else Object.assign(layer, { units: layer.units - units, minor: layer.minor - minor })
  }
  return cost + wanted * latest
}

/** Cost of some units of a layer, rounded half up; the rest stays with the layer, so that nothing is lost. */
function partOf({ units, minor }: Layer, taken: number): number {
  const [whole, part] = [BigInt(units), BigInt(taken)]
  return Number((BigInt(minor) * part * 2n + whole) / (whole * 2n))
}
