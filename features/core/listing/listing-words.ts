import { timeLeft } from '#texts/time-left.ts'
import type { StatusTone } from '#shui/status/status.tsx'
import type { Texts } from '#texts/texts.ts'
import type { Row } from '#db/schema.ts'
import type { ListingRefusal } from './listing-states.ts'
import type { Deadlines } from '#features/core/policy-pack/policy-pack.ts'
import type { ListingState } from './listing.ts'
import { day } from '#lib/duration.ts'

const tones: Record<ListingState, StatusTone> = {
  DRAFT: 'neutral',
  SCHEDULED: 'neutral',
  ACTIVE: 'good',
  OUT_OF_STOCK: 'warn',
  ON_HOLD: 'warn',
  ENDED: 'neutral',
}

/**
 * Text for a listing's state: why it ended, how long it has been out of stock, or when it ends because of that; whether
 * a time away pauses it.
 */
export function stateWords(
  row: Pick<Row<'listings'>, 'state' | 'end_reason' | 'out_of_stock_since'>,
  { now, deadlines, isPaused = false }: { now: Date; deadlines: Deadlines; isPaused?: boolean },
  { t }: Texts,
): { tone: StatusTone; text: string; second: string | null } {
  if (isPaused) return { tone: 'warn', text: t('timeAway.paused'), second: null }
  const words = { tone: tones[row.state], text: t(`listings.state.${row.state}`), second: null }
  if (row.end_reason) return { ...words, second: t(`listings.ended.${row.end_reason}`) }
  if (row.state !== 'OUT_OF_STOCK' || !row.out_of_stock_since) return words
  const empty = now.getTime() - row.out_of_stock_since.getTime()
  const left = deadlines.outOfStockAutoEnd - empty
  if (left <= deadlines.outOfStockWarning)
    return { ...words, tone: 'bad', second: t('listings.emptyEnds', { n: Math.max(0, Math.floor(left / day)) }) }
  const n = Math.max(0, Math.floor(empty / day))
  return n === 0 ? words : { ...words, second: t('listings.emptyFor', { n }) }
}

/** Short text for a refused step: "Out of stock". */
export function refusalWords(reason: ListingRefusal | 'sku-taken', { t }: Texts): string {
  const words = t(`listings.refusal.${reason}`)
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

/** Time until a listing ends: "3 d", "Tomorrow"; "Until sold" without an end. */
export function timeLeftWords(endsAt: Date | null, now: Date, texts: Texts): string {
  if (!endsAt) return texts.t('listings.left.none')
  const { late, unit, count } = timeLeft(endsAt, now, texts.timeZone)
  return late ? texts.t('listings.left.over') : texts.t('listings.left', { unit, n: count })
}
