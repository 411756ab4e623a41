import type { Row } from '#db/schema.ts'
import type { StatusTone } from '#shui/status/status.tsx'
import { isNear } from '#texts/moment-words.ts'
import type { Texts } from '#texts/texts.ts'
import type { TransactionState } from './transaction.ts'

export interface PlaceWords {
  tone: StatusTone
  text: string
  /** "available Tue 24 Nov"; null if no date or reason belongs to it. */
  second: string | null
}

export interface MoneyPlace {
  state: TransactionState
  net_minor: number
  available_at: Date
  hold_reason: Row<'holds'>['reason'] | null
  payout_initiated_at: Date | null
  payout_settled_at: Date | null
}

const tones: Record<TransactionState, StatusTone> = {
  PROCESSING: 'neutral',
  AVAILABLE: 'neutral',
  ON_HOLD: 'warn',
  IN_PAYOUT: 'neutral',
  PAID_OUT: 'good',
}

export function placeWords(row: MoneyPlace, { now, texts }: { now: Date; texts: Texts }): PlaceWords {
  const { state } = row
  const taken = state === 'AVAILABLE' && row.net_minor < 0
  const text = texts.t(taken ? 'payments.state.taken' : `payments.state.${state}`)
  return { tone: tones[state], text, second: secondOf(row, now, texts) }
}

function secondOf(row: MoneyPlace, now: Date, texts: Texts): string | null {
  const { t } = texts
  switch (row.state) {
    case 'PROCESSING':
      return row.available_at > now ? t('payments.state.from', { day: dayWords(row.available_at, now, texts) }) : null
    case 'AVAILABLE':
      return null
    case 'ON_HOLD':
      return row.hold_reason && t(`payments.hold.${row.hold_reason}`)
    case 'IN_PAYOUT':
      return (
        row.payout_initiated_at && t('payments.state.since', { day: dayWords(row.payout_initiated_at, now, texts) })
      )
    case 'PAID_OUT':
      return row.payout_settled_at && t('payments.state.on', { day: dayWords(row.payout_settled_at, now, texts) })
  }
}

/** A day, with its year if it is not near: "Tue 24 Nov", "24 Nov 2025". */
export const dayWords = (at: Date, now: Date, texts: Texts): string =>
  texts.moment(at, isNear(at, now) ? 'day' : 'date')

/** Subject of a transaction: its description, or the items of its order; null if it has neither. */
export function aboutWords(
  {
    description,
    title,
    line_count: lines,
  }: { description: string | null; title: string | null; line_count: number | null },
  { t }: Pick<Texts, 't'>,
): string | null {
  if (description !== null || title === null) return description
  return lines !== null && lines > 1 ? t('payments.about.more', { title, n: lines - 1 }) : title
}
