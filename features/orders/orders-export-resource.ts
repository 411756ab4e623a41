import { sellerLoader } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { addressDetail } from '#web/roles.ts'
import { answerExport } from '#features/grid/export-answer.server.ts'
import { exportFileName } from '#features/grid/export-file.ts'
import { readSelection } from '#features/grid/selection.ts'
import { parseGridQuery } from '#lib/grid-query.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { parseOrderNumber } from './order.ts'
import { ordersFile } from './orders-export.ts'
import { exportBatches } from './orders-export-db.server.ts'
import { ordersDefinitionFor, resolveOrders } from './orders-query.ts'

/** The orders that the same query shows in the list, or those selected there, as CSV: a row for each line item. */
export const loader = sellerLoader('hub.view', async (visit) => {
  const { hub, seller, url, texts: reader } = visit
  const now = hub.now()
  const texts = textsFor(reader.locale, seller.timeZone)
  const detail = addressDetail(seller.role)
  const { query } = parseGridQuery(url.searchParams, ordersDefinitionFor(detail))
  const match = {
    ...resolveOrders(query, now, seller.timeZone, detail),
    numbers: readSelection(url.searchParams, parseOrderNumber),
  }
  return answerExport(visit, {
    batches: (db) => exportBatches(db, seller.id, match),
    file: ordersFile(detail, texts),
    fileName: exportFileName(texts.t('orders.export.file'), now, texts),
    list: paths.orders + url.search,
  })
})
