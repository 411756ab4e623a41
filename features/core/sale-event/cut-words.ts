import type { Row } from '#db/schema.ts'
import type { Texts } from '#texts/texts.ts'
import { tiersOf } from './checkout-discount.ts'

export type CutRow = Pick<
  Row<'sale_events'>,
  'kind' | 'percent' | 'price_minor' | 'currency' | 'tier_units' | 'tier_percents' | 'code' | 'least_minor'
>

/** `20% off`, the price of all, `2 or more: 5%`, or `WINTER: £5.00 off orders of £50.00 or more`. */
export function cutWords(row: CutRow, { t, percent: ratio, money }: Texts): string {
  const { kind, percent, price_minor: minor, currency, code, least_minor: least } = row
  const share = (value: number) => ratio(value / 100, 0)
  if (kind === 'VOLUME')
    return tiersOf(row)
      .map((tier) => t('saleEvents.cut.tier', { n: tier.units, percent: share(tier.percent) }))
      .join('; ')
  const amount = money({ minor: minor ?? 0, currency })
  if (kind === 'PRICE')
    return percent === null
      ? t('saleEvents.cut.price', { price: amount })
      : t('saleEvents.cut.percent', { percent: share(percent) })
  const cut = t('saleEvents.cut.percent', { percent: percent === null ? amount : share(percent) })
  const bounded = least === null ? cut : t('saleEvents.cut.least', { cut, price: money({ minor: least, currency }) })
  return code === null ? bounded : t('saleEvents.cut.code', { code, cut: bounded })
}
