import { stateAt, type SaleState } from '#features/core/sale-event/sale-event.ts'
import type { PriceCut } from '#features/core/sale-event/sale-price.ts'
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

/** `20 % off`, or the price of all. */
export const cutWords = (
  { percent, priceMinor, currency }: Omit<PriceCut, 'ending'>,
  { t, percent: ratio, money }: Texts,
): string =>
  percent === null
    ? t('saleEvents.cut.price', { price: money({ minor: priceMinor ?? 0, currency }) })
    : t('saleEvents.cut.percent', { percent: ratio(percent / 100, 0) })
