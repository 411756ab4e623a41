import type { Texts } from '#texts/texts.ts'
import { giftWraps, type OrderExtra } from './extra.ts'

interface Gift {
  message: string | null
  /** Null if the order is not a gift. */
  hidesPrices: boolean | null
  extras: readonly OrderExtra[] | null
}

export const giftKey = (hidesPrices: boolean) => (hidesPrices ? 'orders.gift.noPrices' : 'word.gift')

/** Text of an order that is a gift or wrapped as one; null otherwise. */
export function giftWords({ message, hidesPrices, extras }: Gift, { t, list }: Texts) {
  const wraps = giftWraps(extras)
  const titles = [
    ...(hidesPrices === null ? [] : [t(giftKey(hidesPrices))]),
    ...(wraps.length > 0 ? [t('order.giftWrapped', { wrap: list(wraps) })] : []),
  ]
  return titles.length > 0 ? { title: titles.join('. '), message } : null
}
