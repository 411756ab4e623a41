import { sellerLoader } from '#app/guard.server.ts'
import { cursorBatches } from '#features/grid/export-db.server.ts'
import { exportFileName } from '#features/grid/export-file.ts'
import { csvDownload, exportStream } from '#features/grid/export-stream.server.ts'
import { parseGridQuery } from '#lib/grid-query.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { tabOfPath } from './listing.ts'
import { matchingListingIds, readListings } from './listings-db.server.ts'
import { listingsFile } from './listings-export.ts'
import { listingsDefinition, resolveListings, selectedItems } from './listings-query.ts'

/** The listings that the same query shows in a tab, or those selected there, as CSV. */
export const loader = sellerLoader('hub.view', async ({ hub, read, requestId, seller, url, texts: reader }) => {
  const now = hub.now()
  const texts = textsFor(reader.locale, seller.timeZone)
  const tab = tabOfPath(url.pathname)
  const { query } = parseGridQuery(url.searchParams, listingsDefinition(tab))
  const match = { ...resolveListings(tab, query, now, seller.timeZone), numbers: selectedItems(url.searchParams) }
  const body = exportStream({
    read,
    batches: (db) => cursorBatches(db, matchingListingIds(seller.id, match), (ids) => readListings(db, seller.id, ids)),
    file: listingsFile(texts),
    onError: (error) => hub.log.error({ err: error, requestId }, 'an export of listings failed'),
  })
  return csvDownload(body, exportFileName(texts.t('listings.export.file'), now, texts))
})
