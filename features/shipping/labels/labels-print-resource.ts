import { selectOfSeller } from '#db/select-of-seller.ts'
import type { SellerDb } from '#db/client.ts'
import { firstIds } from '#features/machinery/grid/list-ids-db.server.ts'
import { openChosen } from '#features/machinery/grid/list-routes.server.ts'
import { maxPrinted } from '#features/shipping/printing/print-rules.ts'
import { attachment } from '#lib/attachment.ts'
import { sellerLoader } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { labelFilesPage } from './label-files-page.server.tsx'
import { labelsList } from './labels-list.server.ts'
import { inPickingOrder, joinLabelFiles, printParts, readLabelFiles, readLabelTypes } from './print-labels.server.ts'

/**
 * The chosen labels that are bought as one file, as often as wanted: PDF is shown, ZPL is saved. Labels that do not fit
 * in one file are offered as several.
 */
export const loader = sellerLoader('labels.buy', async (visit) => {
  const { read, seller, url } = visit
  const chosen = openChosen(labelsList, { path: paths.labels, params: url.searchParams, parse: (text) => text }, visit)
  const { keys, ...match } = chosen
  const { parts, asked, file } = await read(async (db) => {
    const of =
      keys ?? (await keysOf(db, seller.id, await firstIds(db, labelsList, { ...match, keys: null }, maxPrinted)))
    const isPicked = url.searchParams.get('order') === 'pick'
    const sorted = isPicked ? await inPickingOrder(db, seller.id, of) : of
    const all = printParts(await readLabelTypes(db, seller.id, sorted))
    const nth = Number(url.searchParams.get('file') ?? (all.length === 1 ? 1 : 0))
    const part = all[nth - 1]
    return { parts: all, asked: nth, file: part && (await joinLabelFiles(await readLabelFiles(db, seller.id, part))) }
  })
  if (parts.length > 1 && asked === 0) return labelFilesPage(visit, parts)
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

const keysOf = async (db: SellerDb, sellerId: number, ids: readonly number[]): Promise<string[]> => {
  if (ids.length === 0) return []
  const rows = await selectOfSeller(db, 'labels', sellerId).select(['id', 'label_key']).where('id', 'in', ids).execute()
  return ids.flatMap((id) => rows.find((row) => row.id === id)?.label_key ?? [])
}
