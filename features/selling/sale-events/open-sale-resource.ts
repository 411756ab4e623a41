import { sellerAction } from '#web/guard.server.ts'
import { openSale } from './change-sale.server.ts'

/** Bytes: enough for the item numbers of all listings of a sale. */
const limits = { fields: 1_000_000, files: 0 }

/** Makes a draft of a sale of listings that are chosen in their list. */
export const action = sellerAction('listings.edit', openSale, limits)
