import { csvDownload } from '#features/machinery/grid/export-stream.server.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { sellerLoader } from '#web/guard.server.ts'
import { refuse } from '#web/refusals.ts'
import { mayDo } from '#web/roles.ts'
import { parsePurchaseNumber } from '#features/selling/purchases/purchase.ts'
import { purchaseCsv } from './purchase-file.server.ts'
import { readWholePurchase } from '#features/selling/purchases/purchases-db.server.ts'

/** File of an order for its supplier; prices for members who see the shop's money. */
export const loader = sellerLoader('hub.view', async ({ read, seller, texts, url }) => {
  const number = parsePurchaseNumber(url.searchParams.get('order'))
  const found = number && (await read((db) => readWholePurchase(db, seller.id, number)))
  if (!found) throw refuse('not-found')
  const seesMoney = mayDo(seller.role, 'money.view')
  return csvDownload(purchaseCsv({ ...found, seesMoney }, textsFor(texts.locale, seller.timeZone)), `${number}.csv`)
})
