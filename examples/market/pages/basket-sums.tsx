import type { BasketGroup } from '../orders/basket.ts'
import { Sums } from './sums.tsx'
import { priceOf } from './words.ts'

export function BasketSums({ group }: { group: BasketGroup }) {
  const { goodsMinor, discounts, postageMinor, totalMinor, currency } = group
  return (
    <Sums
      rows={[
        ['Goods', priceOf(goodsMinor, currency)],
        ...discounts.map(({ label, minor }): [string, string] => [label, priceOf(-minor, currency)]),
        ['Postage', postageMinor > 0 ? priceOf(postageMinor, currency) : 'free'],
        ['Total', priceOf(totalMinor, currency)],
      ]}
    />
  )
}
