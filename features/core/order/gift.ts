import type { Texts } from '#texts/texts.ts'

/** Gift text for pages and print: instruction for the packer, and the message. */
export interface GiftWords {
  title: string
  message: string | null
}

interface Gift {
  message: string | null
  /** Null if the order is not a gift. */
  hidesPrices: boolean | null
}

/** Text key: whether the gift shows prices. */
export const giftKey = (hidesPrices: boolean) => (hidesPrices ? 'orders.gift.noPrices' : 'orders.gift')

/** Text of a gift; null if the order is none. */
export function giftWords({ message, hidesPrices }: Gift, { t }: Texts): GiftWords | null {
  return hidesPrices === null ? null : { title: t(giftKey(hidesPrices)), message }
}
