// What shipped units cost, by moving average or first in, first out. All amounts are in minor units of one currency.

/** How bought units are assigned to shipped ones. */
export type CostMethod = 'AVERAGE' | 'FIFO'

/** A cost that the seller entered. */
export interface UnitCost {
  unitCostMinor: number
  /** Units bought at it; null: from then on each unit costs this, and earlier purchases no longer count. */
  quantity: number | null
  since: Date
}

/** Units of a line that left with a parcel. */
export interface ShippedUnits {
  quantity: number
  at: Date
}

/** Bought units that are still there. */
interface Layer {
  units: number
  minor: number
}

/** What is left of the units that were bought, and the latest cost. */
export interface Stock {
  unitCostMinor: number
  units: number
  minor: number
}

/**
 * Works out what shipped units cost. Both lists are in the order of time; a cost applies to parcels of the same moment.
 * Units shipped before the first cost have that cost; units beyond those that were bought have the latest. Returns a
 * cost for each of `shipped`; null if no cost is known.
 */
export function costsOfShipped(
  method: CostMethod,
  costs: readonly UnitCost[],
  shipped: readonly ShippedUnits[],
): { costs: number[]; stock: Stock } | null {
  const [first] = costs
  if (!first) return null
  let latest = first.unitCostMinor
  let layers: Layer[] = []
  let next = 0
  const enterUntil = (at: Date) => {
    for (let cost = costs[next]; cost && cost.since <= at; cost = costs[(next += 1)]) {
      latest = cost.unitCostMinor
      layers = entered(method, layers, cost)
    }
  }
  const found = shipped.map(({ quantity, at }) => {
    enterUntil(at)
    return take(layers, quantity, latest)
  })
  enterUntil(new Date(8.64e15))
  const sum = (of: (layer: Layer) => number) => layers.reduce((total, layer) => total + of(layer), 0)
  return {
    costs: found,
    stock: { unitCostMinor: latest, units: sum(({ units }) => units), minor: sum(({ minor }) => minor) },
  }
}

function entered(method: CostMethod, layers: readonly Layer[], { quantity, unitCostMinor }: UnitCost): Layer[] {
  if (quantity === null) return []
  const bought = { units: quantity, minor: quantity * unitCostMinor }
  const [only] = layers
  if (method === 'FIFO' || !only) return [...layers, bought]
  return [{ units: only.units + bought.units, minor: only.minor + bought.minor }]
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
