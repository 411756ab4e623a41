import { sellerLoader } from '#app/guard.server.ts'
import { addressDetail } from '#features/accounts/roles.ts'
import { exportFileName } from '#features/grid/export-file.ts'
import { csvDownload, exportStream } from '#features/grid/export-stream.server.ts'
import { parseGridQuery } from '#lib/grid-query.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { ordersFile } from './orders-export.ts'
import { exportBatches } from './orders-export-db.server.ts'
import { ordersDefinitionFor, resolveOrders, selectedNumbers } from './orders-query.ts'

/** The orders that the same query shows in the list, or those selected there, as CSV: a row for each line item. */
export const loader = sellerLoader('hub.view', async ({ hub, read, requestId, seller, url, texts: reader }) => {
  const now = hub.now()
  const texts = textsFor(reader.locale, seller.timeZone)
  const detail = addressDetail(seller.role)
  const { query } = parseGridQuery(url.searchParams, ordersDefinitionFor(detail))
  const match = { ...resolveOrders(query, now, seller.timeZone), numbers: selectedNumbers(url.searchParams) }
  const body = exportStream({
    read,
    batches: (db) => exportBatches(db, seller.id, match),
    file: ordersFile(detail, texts),
    onError: (error) => hub.log.error({ err: error, requestId }, 'an export of orders failed'),
  })
  return csvDownload(body, exportFileName(texts.t('orders.export.file'), now, texts))
})
