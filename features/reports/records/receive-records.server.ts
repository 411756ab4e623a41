import { createRun, queueRun } from '#features/machinery/file-runs/file-runs-db.server.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { openTable, sampleColumns, type TableFile, type UnreadableTable } from '#lib/table-file.ts'
import type { SellerActionArgs } from '#web/guard.server.ts'
import { permissions } from '#web/roles.ts'
import { checkAtOnce } from '../uploads/check-at-once.server.ts'
import { keepUploadedFile } from '../uploads/uploaded-file.server.ts'
import { recordWorker } from './apply-records.server.ts'
import { openInput } from './record-file.server.ts'
import type { RecordColumns, RecordKind } from './record-kind.ts'
import { recordKinds } from './record-kinds.server.ts'
import { chooseColumns, chosenColumns, type RecordPlan, type RecordUpload } from './record-plan.server.ts'

/** A file as it was sent. */
interface SentFile {
  name: string
  bytes: Uint8Array
}

/** Stores a file of records and begins to check it. Takes nothing in. */
export async function receiveRecords(
  args: SellerActionArgs,
  kind: RecordKind,
  { name, bytes }: SentFile,
): Promise<{ ok: true; id: string } | { ok: false; reason: UnreadableTable }> {
  const { hub, seller, member, texts, write } = args
  const opened = await openTable(bytes, kind.named)
  if (!opened.ok) return opened
  const { file } = opened
  const plan: RecordPlan = {
    dialect: kind.dialectOf(file.header),
    header: file.header,
    ...(await columnsOf(args, kind, file)),
    lines: file.count,
    check: crypto.randomUUID(),
    isChecked: false,
    locale: texts.locale,
  }
  const id = await write(async (db) => {
    const made = await createRun(db, {
      sellerId: seller.id,
      direction: 'UPLOAD',
      kind: kind.run,
      state: 'QUEUED',
      fileName: name,
      format: 'CSV',
      plan,
      totalRows: plan.lines,
      readers: [...permissions[kind.access]],
      hasBuyers: kind.hasBuyers,
      member,
      now: hub.now(),
    })
    const run = assertDefined(made, 'no schedule makes it')
    await keepUploadedFile(db, { sellerId: seller.id, id: run }, bytes)
    return run
  })
  await checkAtOnce(args, { id, worker: recordWorker(kind) })
  return { ok: true, id }
}

/** Checks a file again, with other columns: the chosen ones, or those that are found without a choice. */
export async function recheckRecords(
  args: SellerActionArgs,
  { upload, chosen }: { upload: RecordUpload; chosen: RecordColumns | null },
): Promise<void> {
  const { hub, seller, read, write } = args
  const key = { sellerId: seller.id, id: upload.id }
  const kind = recordKinds[upload.kind]
  const file = await openInput(read, key, kind.named)
  if (!file) return
  await write((db) => chooseColumns(db, { sellerId: seller.id, header: file.header, columns: chosen, now: hub.now() }))
  const columns = await columnsOf(args, kind, file)
  const plan: RecordPlan = { ...upload.plan, ...columns, check: crypto.randomUUID(), isChecked: false }
  const queued = { ...key, event: 'QUEUE', plan, totalRows: plan.lines, now: hub.now() } as const
  if (await write((db) => queueRun(db, queued))) await checkAtOnce(args, { id: upload.id, worker: recordWorker(kind) })
}

/** The columns that the seller chose for files with this header, else those that names and values show. */
async function columnsOf(
  { seller, read }: Pick<SellerActionArgs, 'seller' | 'read'>,
  kind: RecordKind,
  file: TableFile,
): Promise<Pick<RecordPlan, 'columns' | 'isChosen'>> {
  const chosen = await read((db) => chosenColumns(db, { sellerId: seller.id, header: file.header }))
  return chosen
    ? { columns: chosen, isChosen: true }
    : { columns: kind.findColumns(sampleColumns(file)), isChosen: false }
}
