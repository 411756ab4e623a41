import type { Texts } from '#texts/texts.ts'

/** A gift as it is shown and printed: what it asks of whoever packs, and the giver's message. */
export interface GiftWords {
  title: string
  message: string | null
}

interface Gift {
  message: string | null
  /** Null: it is no gift. */
  hidesPrices: boolean | null
}

/** The text that says whether a gift shows prices. */
export const giftKey = (hidesPrices: boolean) => (hidesPrices ? 'orders.gift.noPrices' : 'orders.gift')

/** The words of a gift; null where the order is none. */
export function giftWords({ message, hidesPrices }: Gift, { t }: Texts): GiftWords | null {
  return hidesPrices === null ? null : { title: t(giftKey(hidesPrices)), message }
}
