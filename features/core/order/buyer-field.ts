import type { TextKey } from '#texts/texts.ts'
import { isRemovedBuyer } from './removed-buyer.ts'

/** A buyer's user name for files, or a note that the buyer was removed. */
export const buyerField = <Cell>(
  { buyer_username: username }: { buyer_username: string },
  { word, text }: { word: (key: TextKey) => Cell; text: (text: string) => Cell },
): Cell => (isRemovedBuyer(username) ? word('order.buyerRemoved') : text(username))
