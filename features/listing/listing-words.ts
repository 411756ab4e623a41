import { timeLeft } from '#texts/time-left.ts'
import type { StatusTone } from '#shui/status/status.tsx'
import type { Texts } from '#texts/texts.ts'
import type { Row } from '#db/schema.ts'
import type { ListingRefusal } from './listing-states.ts'
import { outOfStockEndsAfterDays, type ListingState } from './listing.ts'
import { day } from '#lib/duration.ts'

const tones: Record<ListingState, StatusTone> = {
  DRAFT: 'neutral',
  SCHEDULED: 'neutral',
  ACTIVE: 'good',
  OUT_OF_STOCK: 'warn',
  ON_HOLD: 'warn',
  ENDED: 'neutral',
}

/** Days before it ends by itself from which on a listing without stock is urgent. */
const warnsBeforeDays = 15

/** Where a listing stands, in words: why it ended, or for how long it has been out of stock. */
export function stateWords(
  row: Pick<Row<'listings'>, 'state' | 'end_reason' | 'out_of_stock_since'>,
  now: Date,
  { t }: Texts,
): { tone: StatusTone; text: string; second: string | null } {
  const words = { tone: tones[row.state], text: t(`listings.state.${row.state}`), second: null }
  if (row.end_reason) return { ...words, second: t(`listings.ended.${row.end_reason}`) }
  if (row.state !== 'OUT_OF_STOCK' || !row.out_of_stock_since) return words
  const n = Math.max(0, Math.floor((now.getTime() - row.out_of_stock_since.getTime()) / day))
  const tone = n >= outOfStockEndsAfterDays - warnsBeforeDays ? 'bad' : words.tone
  return n === 0 ? words : { ...words, tone, second: t('listings.emptyFor', { n }) }
}

/** Why a step is not possible, as a line of its own: "Out of stock". */
export function refusalWords(reason: ListingRefusal | 'sku-taken', { t }: Texts): string {
  const words = t(`listings.refusal.${reason}`)
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

/** The time until a listing ends: "3 d", "Tomorrow"; "Until sold" without an end. */
export function timeLeftWords(endsAt: Date | null, now: Date, texts: Texts): string {
  if (!endsAt) return texts.t('listings.left.none')
  const { late, unit, count } = timeLeft(endsAt, now, texts.timeZone)
  return late ? texts.t('listings.left.over') : texts.t('listings.left', { unit, n: count })
}
