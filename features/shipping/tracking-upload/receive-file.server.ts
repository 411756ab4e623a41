import { beginAtOnce } from '#features/machinery/file-runs/begin-at-once.server.ts'
import { chosenColumns } from '#features/machinery/file-runs/chosen-columns-db.server.ts'
import { takeSentFile, type RefusedFile } from '#features/machinery/file-runs/sent-file.ts'
import { textOf } from '#lib/form-fields.ts'
import { headerName } from '#lib/header-name.ts'
import type { UnreadableTable } from '#lib/table-file.ts'
import type { SellerActionArgs } from '#web/guard.server.ts'
import { trackingUploads } from './apply-upload.server.ts'
import { matchFile } from './match-file.server.ts'
import { columnKinds, dialectOf } from './meanings.ts'
import { noAnswers } from './validate-rows.ts'
import { openTrackingFile } from './read-tracking-file.ts'
import { keepUpload, trackingKind } from './uploads-db.server.ts'

type Received =
  | { ok: true; id: string }
  /** What was pasted stays. */
  | ({ pasted: string } & ({ ok: false; reason: UnreadableTable } | RefusedFile))

/** Stores an uploaded or pasted file and begins to check its rows. Changes no orders. */
export async function receiveFile(args: SellerActionArgs): Promise<Received> {
  const { form, hub, seller, member, texts, read, write } = args
  const pasted = textOf(form, 'pasted')
  const sent = await takeSentFile(form, { pastedName: texts.t('tracking.pasted'), texts })
  if (!sent.ok) return { ...sent, pasted }
  const { name: fileName, bytes } = sent.file
  const of = { sellerId: seller.id, kind: trackingKind, meanings: columnKinds } as const
  const remembered = await read((db) => chosenColumns(db, of))
  const opened = await openTrackingFile(bytes, { isKnown: (fields) => remembered.has(headerName(fields)) })
  if (!opened.ok) return { ok: false, reason: opened.reason, pasted }
  const { header } = opened.file
  const before = remembered.get(headerName(header))
  const matching = { header, rows: opened.sample, carriers: hub.config.carriers, chosen: before?.columns ?? null }
  const id = await write(async (db) => {
    const match = await matchFile(db, { sellerId: seller.id, ...matching })
    return keepUpload(db, {
      sellerId: seller.id,
      member,
      fileName,
      form: {
        ...opened.file,
        ...noAnswers,
        ...match,
        dialect: dialectOf(header),
        dayOrder: before?.dayOrder ?? null,
        columnOrder: null,
        chosenAt: before?.chosenAt.toISOString() ?? null,
      },
      bytes,
      rows: opened.count,
      now: hub.now(),
    })
  })
  await beginAtOnce(args, { id, worker: trackingUploads })
  return { ok: true, id }
}
