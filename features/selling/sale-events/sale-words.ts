import type { Row } from '#db/schema.ts'
import { stateAt, type SaleState } from '#features/core/sale-event/sale-event.ts'
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

/** `3`, or `3 of 100`; null of what is no coupon. */
export function usesWords(
  { kind, most_uses: most }: Pick<Row<'sale_events'>, 'kind' | 'most_uses'>,
  uses: number,
  { t, number }: Texts,
): string | null {
  if (kind !== 'COUPON') return null
  return most === null ? number(uses) : t('saleEvents.uses.of', { n: uses, most })
}
