import { sellerLoader } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { answerExport } from '#features/grid/export-answer.server.ts'
import { cursorBatches } from '#features/grid/export-db.server.ts'
import { exportFileName } from '#features/grid/export-file.ts'
import { readSelection } from '#features/grid/selection.ts'
import { parseGridQuery } from '#lib/grid-query.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { parseItemNumber, tabOfPath } from '#features/listing/listing.ts'
import { matchingListingIds, readListings } from './listings-db.server.ts'
import { listingsFile } from './listings-export.ts'
import { listingsDefinition, resolveListings } from './listings-query.ts'

/** The listings that the same query shows in a tab, or those selected there, as CSV. */
export const loader = sellerLoader('hub.view', async (visit) => {
  const { hub, seller, url, texts: reader } = visit
  const now = hub.now()
  const texts = textsFor(reader.locale, seller.timeZone)
  const tab = tabOfPath(url.pathname)
  const { query } = parseGridQuery(url.searchParams, listingsDefinition(tab))
  const match = {
    ...resolveListings(tab, query, now, seller.timeZone),
    numbers: readSelection(url.searchParams, parseItemNumber),
  }
  return answerExport(visit, {
    batches: (db) => cursorBatches(db, matchingListingIds(seller.id, match), (ids) => readListings(db, seller.id, ids)),
    file: listingsFile(texts),
    fileName: exportFileName(texts.t('listings.export.file'), now, texts),
    list: paths.listings[tab] + url.search,
  })
})
