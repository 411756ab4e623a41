import type { Goods, SkuKey } from './goods-db.server.ts'
import { costsOfGoods, type CostMethod, type Stock, type UnitCost } from './unit-costs.ts'

/** Goods whose cost is other than it is posted. */
export interface ChangedGoods {
  goods: Goods
  /** Null if nothing is to be posted any more. */
  costMinor: number | null
}

/** Changed costs of a SKU, and its remaining units; null if it has no cost. */
export interface SkuOutcome {
  key: SkuKey
  changed: ChangedGoods[]
  stock: Stock | null
}

/** Works out a SKU's goods anew. Costs and goods are in the order of time. */
export function reckonSku(
  key: SkuKey,
  { method, costs, goods }: { method: CostMethod; costs: readonly UnitCost[]; goods: readonly Goods[] },
): SkuOutcome {
  const here = goods.filter(({ isGone }) => !isGone)
  const reckoned = costsOfGoods(method, costs, here)
  const wanted = new Map(here.map((each, index) => [each, reckoned?.costs[index] ?? null]))
  const changed = goods
    .map((each) => ({ goods: each, costMinor: wanted.get(each) ?? null }))
    .filter(({ goods: { posted }, costMinor }) => (posted?.costMinor ?? null) !== costMinor)
  return { key, changed, stock: reckoned?.stock ?? null }
}
