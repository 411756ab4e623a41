import type { RuleFacts } from '#features/core/shipping/shop-rule.ts'
import type { LabelLine, LabelOrder } from './label-order-db.server.ts'
import type { ParcelUnits } from './label.ts'

interface FactsOf {
  contents: readonly ParcelUnits[]
  grams: number | null
  tags: readonly string[]
  /** The shop's. */
  currency: string
}

/** What rules look at in a parcel of an order. */
export function parcelFacts(order: LabelOrder, { contents, grams, tags, currency }: FactsOf): RuleFacts {
  const lines = contents.flatMap(({ line, units }): [LabelLine, number][] => {
    const known = order.lines.find((each) => each.line === line)
    return known ? [[known, units]] : []
  })
  const minor = lines.reduce((sum, [{ unitMinor }, units]) => sum + unitMinor * units, 0)
  return {
    country: order.address.country,
    grams,
    minor: order.currency === currency ? minor : null,
    skus: lines.flatMap(([{ sku }]) => sku ?? []),
    tags,
  }
}
