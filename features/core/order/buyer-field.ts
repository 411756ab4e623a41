import { csvText, type CsvCell } from '#lib/csv.ts'
import type { TextKey } from '#texts/texts.ts'
import { isRemovedBuyer } from './removed-buyer.ts'

/** A buyer's user name in a file; of one whose data is erased, that the buyer was removed. */
export const buyerField = (
  { buyer_username: username }: { buyer_username: string },
  { word }: { word: (key: TextKey) => CsvCell },
): CsvCell => (isRemovedBuyer(username) ? word('order.buyerRemoved') : csvText(username))
