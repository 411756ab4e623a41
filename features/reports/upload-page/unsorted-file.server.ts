import type { FileRun } from '#features/machinery/file-runs/file-run.ts'
import { cancelRun, findRun } from '#features/machinery/file-runs/file-runs-db.server.ts'
import { removeRun } from '#features/machinery/file-runs/reopen-runs-db.server.ts'
import { storedParts, type RunKey } from '#features/machinery/file-runs/run-parts-db.server.ts'
import { recordUploadOf, type RecordUpload } from '#features/machinery/records/record-plan.ts'
import { countRows, rowsOf } from '#features/machinery/records/records-db.server.ts'
import { readStockPlaces } from '#features/selling/listing-files/stock-places.ts'
import { listLocations } from '#features/selling/stock-locations/stock-locations-db.server.ts'
import { oneOf, textOf } from '#lib/form-fields.ts'
import type { SellerActionArgs, SellerArgs } from '#web/guard.server.ts'
import type { OwnRows } from '#web/own-rows.ts'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { uploadKinds } from '#web/upload-kinds.ts'
import { recordKinds } from '../runs/record-kinds.server.ts'
import type { Fit } from './rank-fits.ts'
import { namesOf, recogniseFile } from './recognise-file.server.ts'
import { keepUnsorted, kindsOf, questions, takeAs, type Hint, type TakenAs } from './take-file.server.ts'
import { kindModel, type KindModel } from './kind-model.ts'

type Reading = Pick<SellerArgs, 'hub' | 'seller' | 'read'>

/** A file whose subject can still be said: nothing of it was applied. Null if there is none for the member. */
async function findUndecided({ hub, seller, read }: Reading, id: string): Promise<FileRun | null> {
  const run = await read((db) => findRun(db, { sellerId: seller.id, id, now: hub.now() }))
  if (run?.direction !== 'UPLOAD' || !run.readers.includes(seller.role)) return null
  if (run.state !== 'CREATED') return null
  const upload = recordUploadOf(run)
  if (!upload) return run.kind === 'unsorted' ? run : null
  // What was applied stays with its file.
  const of = { sellerId: seller.id, ids: [id] }
  const counts = await read((db) => countRows(db, recordKinds[upload.kind], of))
  return rowsOf({ verdicts: ['DONE', 'UNDONE'] }, counts.get(id) ?? []) === 0 ? run : null
}

async function bytesOf(read: OwnRows['read'], key: RunKey): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for await (const part of storedParts(read, { ...key, file: 'INPUT' })) parts.push(part)
  return Buffer.concat(parts)
}

/** What a file is taken for, and what else it can be; null once that is settled. */
export async function readKind(visit: SellerArgs, id: string): Promise<KindModel | null> {
  const { seller, read, texts } = visit
  const run = await findUndecided(visit, id)
  if (!run) return null
  const upload = recordUploadOf(run)
  const file = { id, name: run.fileName, kinds: kindsOf(seller.role) }
  if (upload) return kindModel({ ...file, fits: [fitOfUpload(upload)], chosen: upload.kind, isTaken: true }, texts)
  const bytes = await bytesOf(read, run)
  const { fits } = await recogniseFile(visit, bytes)
  const locations = await read((db) => listLocations(db, seller.id))
  const stock = await readStockPlaces(bytes)
  return kindModel(
    {
      ...file,
      fits,
      chosen: hintOf(run).kind,
      isTaken: false,
      places: stock && (stock.isSeveral || locations.length > 1) ? stock.places : [],
      locations: hintOf(run).count === null ? locations.map(({ id: at, name }) => ({ id: String(at), name })) : [],
    },
    texts,
  )
}

/** Only `takeFile` writes these plans. */
const hintOf = ({ plan }: FileRun): Hint => plan as Hint

function fitOfUpload({ kind, plan: { header, columns } }: RecordUpload): Fit {
  const means = recordKinds[kind].columnKinds.filter((each) => columns[each] !== undefined)
  const places = means.map((each) => columns[each] ?? -1)
  return { kind, means, names: namesOf(header, places), by: 'COLUMNS', isOfOwnOrders: false }
}

/** Takes a stored file as what the seller says. */
export async function takeSaid(visit: SellerActionArgs): Promise<TakenAs> {
  const { form, seller, read, write } = visit
  const id = textOf(form, 'file')
  const kind = oneOf(form, 'kind', uploadKinds)
  const run = await findUndecided(visit, id)
  if (!run) throw refuse('not-found')
  if (!kind) throw refuse('malformed')
  if (run.kind === kind) return { ok: true, href: paths.upload(id) }
  const count = run.kind === 'unsorted' ? hintOf(run).count : null
  const said = { kind, count, location: textOf(form, 'location') || null, place: textOf(form, 'place') || null }
  const file = { name: run.fileName, bytes: await bytesOf(read, run) }
  const answer = await takeAs(visit, file, said)
  const isAsked = !answer.ok && run.kind !== 'unsorted' && questions.includes(answer.reason)
  const taken = isAsked ? await keepUnsorted(visit, file, { kind, count }) : answer
  if (taken.ok) await write((db) => removeRun(db, { sellerId: seller.id, id }))
  return taken
}

export async function discardUnsorted(visit: SellerActionArgs): Promise<void> {
  const { form, hub, seller, write } = visit
  const run = await findUndecided(visit, textOf(form, 'file'))
  if (run?.kind !== 'unsorted') throw refuse('not-found')
  await write((db) => cancelRun(db, { sellerId: seller.id, id: run.id, keepsInput: false, now: hub.now() }))
}
