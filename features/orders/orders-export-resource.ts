import { sellerLoader } from '#app/guard.server.ts'
import { addressDetail } from '#features/accounts/roles.ts'
import { parseGridQuery } from '#lib/grid-query.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { ordersFile, ordersFileName } from './orders-export.ts'
import { exportStream } from './orders-export-stream.server.ts'
import { ordersDefinitionFor, resolveOrders, selectedNumbers } from './orders-query.ts'

/** The orders that the same query shows in the list, or those selected there, as CSV: a row for each line item. */
export const loader = sellerLoader('hub.view', async ({ hub, read, requestId, seller, url, texts: reader }) => {
  const now = hub.now()
  const texts = textsFor(reader.locale, seller.timeZone)
  const detail = addressDetail(seller.role)
  const { query } = parseGridQuery(url.searchParams, ordersDefinitionFor(detail))
  const body = exportStream({
    read,
    sellerId: seller.id,
    query: { ...resolveOrders(query, now, seller.timeZone), numbers: selectedNumbers(url.searchParams) },
    file: ordersFile(detail, texts),
    onError: (error) => hub.log.error({ err: error, requestId }, 'an export of orders failed'),
  })
  return new Response(body, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8; header=present',
      'Content-Disposition': `attachment; filename="${ordersFileName(now, texts)}"`,
      'Cache-Control': 'no-store',
    },
  })
})
