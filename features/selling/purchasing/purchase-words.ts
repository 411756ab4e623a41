import { dateAt } from '#lib/zoned-time.ts'
import type { StatusTone } from '#shui/status/status.tsx'
import type { Texts } from '#texts/texts.ts'
import type { PurchaseState } from '#features/selling/purchases/purchase.ts'

const tones: Record<PurchaseState, StatusTone> = {
  DRAFT: 'neutral',
  ORDERED: 'warn',
  PARTLY_RECEIVED: 'warn',
  RECEIVED: 'good',
  CANCELLED: 'neutral',
}

export const purchaseStatus = (state: PurchaseState, { t }: Texts): { tone: StatusTone; text: string } => ({
  tone: tones[state],
  text: t(`purchases.state.${state}`),
})

/** A day such as `2026-12-01` in the reader's words; null for none. */
export const expectedText = (day: string | null, texts: Pick<Texts, 'moment' | 'timeZone'>): string | null =>
  day === null ? null : texts.moment(noonOf(day), 'day')

/** Noon of a day in UTC, which is the same day in nearly all zones. */
function noonOf(day: string): Date {
  return new Date(`${day}T12:00:00Z`)
}

/** Whether a text is a day that a purchase may be expected on: not before today. */
export const isExpectable = (day: string, now: Date, zone: string): boolean =>
  /^20\d\d-\d\d-\d\d$/.test(day) && !Number.isNaN(noonOf(day).getTime()) && day >= dateAt(now, zone)
