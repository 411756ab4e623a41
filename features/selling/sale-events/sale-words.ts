import { stateAt, type SaleState } from '#features/core/sale-event/sale-event.ts'
import { tiersOf } from '#features/core/sale-event/checkout-discount.ts'
import type { Row } from '#db/schema.ts'
import type { StatusTone } from '#shui/status/status.tsx'
import type { Texts } from '#texts/texts.ts'

const tones: Record<SaleState, StatusTone> = {
  DRAFT: 'neutral',
  SCHEDULED: 'neutral',
  RUNNING: 'good',
  PAUSED: 'warn',
  ENDED: 'neutral',
}

interface Timed {
  state: SaleState
  starts_at: Date
  ends_at: Date
}

/** The state of a sale now. */
export function saleStatus({ state, ...sale }: Timed, now: Date, { t }: Texts): { tone: StatusTone; text: string } {
  const present = stateAt(state, { startsAt: sale.starts_at, endsAt: sale.ends_at }, now)
  return { tone: tones[present], text: t(`saleEvents.state.${present}`) }
}

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
