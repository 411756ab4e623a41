import { chosenColumns } from '#features/machinery/file-runs/chosen-columns-db.server.ts'
import { textOf } from '#lib/form-fields.ts'
import type { SellerActionArgs } from '#web/guard.server.ts'
import { checkRows } from './check-rows.server.ts'
import { headerName } from '#lib/header-name.ts'
import { columnKinds } from './meanings.ts'
import { noAnswers } from './validate-rows.ts'
import { readTrackingFile, type ReadFile, type TrackingFile } from './read-tracking-file.ts'
import { keepUpload, trackingKind } from './uploads-db.server.ts'

/** Result of receiving a file. */
type Received =
  | { ok: true; id: string }
  | { ok: false; reason: (ReadFile & { ok: false })['reason']; /** What was pasted stays. */ pasted: string }

/** Parses an uploaded or pasted file, checks its rows and stores them. Changes no orders. */
export async function receiveFile({
  form,
  hub,
  seller,
  member,
  texts,
  read: own,
  write,
}: SellerActionArgs): Promise<Received> {
  const pasted = textOf(form, 'pasted')
  const chosen = form.get('file')
  const file = chosen instanceof File && chosen.size > 0 ? chosen : null
  const bytes = file ? new Uint8Array(await file.arrayBuffer()) : new TextEncoder().encode(pasted)
  const of = { sellerId: seller.id, kind: trackingKind, meanings: columnKinds } as const
  const remembered = await own((db) => chosenColumns(db, of))
  const read = await readTrackingFile(bytes, { isKnown: (fields) => remembered.has(headerName(fields)) })
  if (!read.ok) return { ok: false, reason: read.reason, pasted }
  const now = hub.now()
  const { rows } = read.file
  const before = remembered.get(headerName(read.file.header))
  const facts = {
    ...fileFacts(read.file),
    ...noAnswers,
    dayOrder: before?.dayOrder ?? null,
    chosenAt: before?.chosenAt.toISOString() ?? null,
  }
  const checking = { sellerId: seller.id, facts, rows, carriers: hub.config.carriers, zone: seller.timeZone, now }
  const id = await write(async (db) => {
    const checked = await checkRows(db, { ...checking, columns: before?.columns ?? null })
    return keepUpload(db, {
      sellerId: seller.id,
      member,
      fileName: file?.name || texts.t('tracking.pasted'),
      ...checked,
      bytes,
      rows,
      now,
    })
  })
  return { ok: true, id }
}

/** Facts found in the file itself. */
export const fileFacts = ({ rows: _rows, ...facts }: TrackingFile) => facts
