import { csvText, type CsvCell } from '#lib/csv.ts'
import type { TextKey } from '#texts/texts.ts'
import { isRemovedBuyer } from './removed-buyer.ts'

/** A buyer's user name for files, or a note that the buyer was removed. */
export const buyerField = (
  { buyer_username: username }: { buyer_username: string },
  { word }: { word: (key: TextKey) => CsvCell },
): CsvCell => (isRemovedBuyer(username) ? word('order.buyerRemoved') : csvText(username))
