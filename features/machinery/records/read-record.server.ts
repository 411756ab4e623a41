import { noteLook } from '#features/machinery/file-runs/note-look.server.ts'
import { readPageNumber } from '#lib/page-number.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import type { SellerArgs } from '#web/guard.server.ts'
import type { OwnRows } from '#web/own-rows.ts'
import { refuse } from '#web/refusals.ts'
import { askedOf } from './asked.server.ts'
import { recordModel, rowsShown, tabOf, type RecordModel } from './record-model.server.ts'
import { columnKindsFor, type RecordKind } from './record-kind.ts'
import { countRows, findRecordUpload } from './records-db.server.ts'

/** Pages of 100,000 rows. */
const mostPages = 1_000

/** Reads an uploaded file of these kinds with a page of its rows; 404 if the seller has none. */
export async function readRecord(
  visit: SellerArgs & Pick<OwnRows, 'write'>,
  id: string,
  kinds: readonly RecordKind[],
): Promise<RecordModel> {
  const { hub, read, seller, url, texts: reader } = visit
  const key = { sellerId: seller.id, id }
  const texts = textsFor(reader.locale, seller.timeZone)
  const found = await read(async (db) => {
    const upload = await findRecordUpload(db, { ...key, now: hub.now() })
    const kind = kinds.find(({ run }) => run === upload?.kind)
    if (!kind || !upload?.readers.includes(seller.role)) return null
    const counts = (await countRows(db, kind, { sellerId: seller.id, ids: [id] })).get(id) ?? []
    const tab = tabOf(kind, url.searchParams.get('show'), counts)
    const page = Math.min(mostPages, readPageNumber(url.searchParams.get('page')))
    const slice = { offset: (page - 1) * rowsShown, limit: rowsShown, currency: seller.currency }
    const rows = await kind.list(db, { ...key, ...slice, ...(kind.tabs[tab] ?? { verdicts: [] }) }, texts)
    const columnKinds = await columnKindsFor(kind, db, seller.id)
    return { kind, columnKinds, upload, counts, tab, page, rows }
  })
  if (!found) throw refuse('not-found')
  const { kind, upload } = found
  await noteLook(visit, [upload])
  const isAsked = upload.state === 'CREATED'
  const asked = isAsked ? await askedOf({ hub, read, texts }, kind, upload) : { samples: [], questions: [] }
  return recordModel({ ...found, ...asked }, { texts, now: hub.now() })
}
