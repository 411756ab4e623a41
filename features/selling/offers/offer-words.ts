import { discountOf, stateAt, turnAt, turnOf, type OfferRow, type OfferState } from '#features/core/offer/offer.ts'
import type { CounterPriceRefusal } from '#features/core/offer/offer-rules.ts'
import type { MoveOutcome } from '#features/core/offer/offers-db.server.ts'
import type { OfferNet } from '#features/core/offer/offer-net.ts'
import { day } from '#lib/duration.ts'
import type { StatusTone } from '#shui/status/status.tsx'
import { timeLeft } from '#texts/time-left.ts'
import type { TextKey, Texts } from '#texts/texts.ts'

const tones: Record<OfferState, StatusTone> = {
  OPEN: 'neutral',
  COUNTERED_BY_SELLER: 'neutral',
  COUNTERED_BY_BUYER: 'neutral',
  ACCEPTED: 'good',
  DECLINED: 'neutral',
  EXPIRED: 'neutral',
  WITHDRAWN: 'neutral',
  LISTING_ENDED: 'neutral',
  PAID: 'good',
  NOT_PAID: 'bad',
}

type Standing = Pick<OfferRow, 'state' | 'begun_by' | 'due_at' | 'order_id'>

interface ForReader {
  now: Date
  texts: Texts
}

/** Status of an offer; those that await the seller stand out. */
export function offerStatus(row: Standing, { now, texts: { t } }: ForReader): { tone: StatusTone; text: string } {
  const state = stateAt(row, now)
  const isSent = state === 'OPEN' && row.begun_by === 'SELLER'
  const isWaiting = turnAt(row, now) === 'SELLER'
  return { tone: isWaiting ? 'warn' : tones[state], text: t(isSent ? 'offers.state.SENT' : `offers.state.${state}`) }
}

/** Time left to answer or pay; null once it is over. */
export function offerDue(row: Standing, { now, texts }: ForReader): { tone: StatusTone; text: string } | null {
  if (row.due_at === null || stateAt(row, now) !== row.state || row.order_id !== null) return null
  const { unit, count } = timeLeft(row.due_at, now, texts.timeZone)
  const left = texts.t('due.left', { unit, n: count })
  const isOwn = turnOf(row) === 'SELLER'
  const tone = !isOwn ? 'neutral' : row.due_at.getTime() - now.getTime() < day ? 'bad' : 'warn'
  return { tone, text: texts.t(row.state === 'ACCEPTED' ? 'offers.left.pay' : 'offers.left', { left }) }
}

/** Why an offer of several was not answered. */
export type AnswerRefusal = Extract<MoveOutcome, { ok: false }>['reason'] | CounterPriceRefusal

/** Text of a reason; others than these mean that the offer is closed or not the seller's to answer. */
export function refusalText(reason: string): TextKey {
  switch (reason) {
    case 'not-enough-stock':
    case 'changed':
    case 'expired':
    case 'no-room':
    case 'no-cost':
    case 'below-offer':
      return `offers.error.${reason}`
    default:
      return 'offers.error.closed'
  }
}

/** "14 % below". */
export const offerShare = (
  { price_minor: price, list_price_minor: asked }: Pick<OfferRow, 'price_minor' | 'list_price_minor'>,
  { t, percent }: Texts,
): string => t('offers.share', { share: percent(discountOf(asked, price) / 100) })

/** "14 % below £95.00". */
export function offerDiscount(
  {
    price_minor: price,
    list_price_minor: asked,
    currency,
  }: Pick<OfferRow, 'price_minor' | 'list_price_minor' | 'currency'>,
  { t, money, percent }: Texts,
): string {
  const share = percent(discountOf(asked, price) / 100)
  return t('offers.discount', { share, asked: money({ minor: asked, currency }) })
}

/** "£19.40 for you, 23.7 %"; says if the cost of goods is missing. Null if the fees are unknown. */
export function offerNetWords(net: OfferNet | null, currency: string, { t, money, percent }: Texts): string | null {
  if (!net) return null
  const left = money({ minor: net.leftMinor, currency })
  return net.margin === null ? t('offers.net.noCost', { left }) : t('offers.net', { left, margin: percent(net.margin) })
}
