import { selectOfSeller } from '#db/select-of-seller.ts'
import type { SellerDb } from '#db/client.ts'
import { firstIds } from '#features/machinery/grid/list-ids-db.server.ts'
import { openChosen } from '#features/machinery/grid/list-routes.server.ts'
import { paths } from '#web/paths.ts'
import { labelsList } from './labels-list.server.ts'
import { maxRows } from '#features/shipping/ship-many/sheet.ts'
import { attachment } from '#lib/attachment.ts'
import { sellerLoader } from '#web/guard.server.ts'
import { refuse } from '#web/refusals.ts'
import { inPickingOrder, joinLabelFiles, readLabelFiles } from './print-labels.server.ts'

/** The bought labels of orders, or with these keys, as one file, as often as wanted: PDF is shown, ZPL is saved. */
export const loader = sellerLoader('labels.buy', async (visit) => {
  const { read, seller, url } = visit
  const chosen = openChosen(labelsList, { path: paths.labels, params: url.searchParams, parse: (text) => text }, visit)
  const { keys, ...match } = chosen
  const files = await read(async (db) => {
    const of = keys ?? (await keysOf(db, seller.id, await firstIds(db, labelsList, { ...match, keys: null }, maxRows)))
    const printed = of.slice(0, maxRows)
    const isPicked = url.searchParams.get('order') === 'pick'
    return readLabelFiles(db, seller.id, isPicked ? await inPickingOrder(db, seller.id, printed) : printed)
  })
  const file = await joinLabelFiles(files)
  if (!file) throw refuse('not-found')
  const isPdf = file.type === 'application/pdf'
  return new Response(new Uint8Array(file.content), {
    headers: {
      'Content-Type': file.type,
      'Content-Disposition': isPdf ? 'inline; filename="labels.pdf"' : attachment('labels.zpl'),
      'Cache-Control': 'private, no-store',
    },
  })
})

const keysOf = async (db: SellerDb, sellerId: number, ids: readonly number[]): Promise<string[]> =>
  ids.length === 0
    ? []
    : (await selectOfSeller(db, 'labels', sellerId).select('label_key').where('id', 'in', ids).execute()).map(
        (row) => row.label_key,
      )
