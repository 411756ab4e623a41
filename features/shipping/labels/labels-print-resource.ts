import { selectOfSeller } from '#db/select-of-seller.ts'
import type { SellerDb } from '#db/client.ts'
import { firstIds } from '#features/machinery/grid/list-ids-db.server.ts'
import { openChosen } from '#features/machinery/grid/list-routes.server.ts'
import { maxPrinted } from '#features/shipping/printing/print-rules.ts'
import { startRun } from '#features/shipping/printing/print-runs-db.server.ts'
import { attachment } from '#lib/attachment.ts'
import { redirect } from '#web/router/router.ts'
import { sellerAction, sellerLoader, type SellerArgs } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { labelFilesPage } from './label-files-page.server.tsx'
import { labelsList } from './labels-list.server.ts'
import {
  inPickingOrder,
  joinLabelFiles,
  mostInFile,
  ordersOfLabels,
  printParts,
  readLabelFiles,
  readLabelTypes,
} from './print-labels.server.ts'

/**
 * The chosen labels that are bought as one file, as often as wanted: PDF is shown, ZPL is saved. Labels that do not fit
 * in one file are offered as several.
 */
export const loader = sellerLoader('labels.buy', async (visit) => {
  const { read, seller, url } = visit
  const { parts, asked, file } = await read(async (db) => {
    const all = printParts(await readLabelTypes(db, seller.id, await chosenKeys(db, visit)))
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

/** Begins a print run of the slips of the chosen labels' orders, each followed by its labels. */
export const action = sellerAction('labels.buy', async (visit) => {
  const { hub, member, seller, write } = visit
  const run = await write(async (db) => {
    const orderIds = await ordersOfLabels(db, seller.id, (await chosenKeys(db, visit)).slice(0, mostInFile))
    if (orderIds.length === 0) throw refuse('not-found')
    const now = hub.now()
    return startRun(db, { sellerId: seller.id, document: 'slip', orderIds, printedBy: member.name, now, label: null })
  })
  return redirect(paths.printRun(run, { open: '1', labels: '1' }), { status: 303 })
})

/** Keys of the chosen labels, in the order in which they are printed. */
async function chosenKeys(db: SellerDb, visit: SellerArgs): Promise<string[]> {
  const { seller, url } = visit
  const chosen = openChosen(labelsList, { path: paths.labels, params: url.searchParams, parse: (text) => text }, visit)
  const { keys, ...match } = chosen
  const of = keys ?? (await keysOf(db, seller.id, await firstIds(db, labelsList, { ...match, keys: null }, maxPrinted)))
  return url.searchParams.get('order') === 'pick' ? inPickingOrder(db, seller.id, of) : of
}

const keysOf = async (db: SellerDb, sellerId: number, ids: readonly number[]): Promise<string[]> => {
  if (ids.length === 0) return []
  const rows = await selectOfSeller(db, 'labels', sellerId).select(['id', 'label_key']).where('id', 'in', ids).execute()
  return ids.flatMap((id) => rows.find((row) => row.id === id)?.label_key ?? [])
}
