import { createRun, queueRun } from '#features/machinery/file-runs/file-runs-db.server.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { openTable, sampleColumns, type TableFile, type UnreadableTable } from '#lib/table-file.ts'
import type { SellerActionArgs } from '#web/guard.server.ts'
import { permissions } from '#web/roles.ts'
import { beginAtOnce } from '#features/machinery/file-runs/begin-at-once.server.ts'
import {
  forgetColumns,
  rememberColumns,
  rememberedColumns,
  type Choices,
} from '#features/machinery/file-runs/chosen-columns-db.server.ts'
import { namesBuyers } from '#features/machinery/file-runs/personal-columns.ts'
import type { SentFile } from '#features/machinery/file-runs/sent-file.ts'
import { keepUploadedFile, uploadedSample } from '#features/machinery/file-runs/uploaded-file.server.ts'
import { recordWorker } from './apply-records.server.ts'
import type { RecordColumns, RecordKind } from './record-kind.ts'
import { recordKinds } from './record-kinds.server.ts'
import type { RecordPlan, RecordUpload } from './record-plan.server.ts'

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
    dialect: kind.dialectOf(file),
    form: file.form,
    header: file.header,
    skipped: file.skipped,
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
      hasBuyers: kind.hasBuyers || namesBuyers(plan.header),
      member,
      now: hub.now(),
    })
    const run = assertDefined(made, 'no schedule makes it')
    await keepUploadedFile(db, { sellerId: seller.id, id: run }, bytes)
    return run
  })
  await beginAtOnce(args, { id, worker: recordWorker(kind) })
  return { ok: true, id }
}

/** Checks a file again as the seller chose, or as it is found without a choice. */
export async function recheckRecords(
  args: SellerActionArgs,
  { upload, chosen }: { upload: RecordUpload; chosen: { columns: RecordColumns; choices: Choices } | null },
): Promise<void> {
  const { hub, seller, read, write } = args
  const { id, plan } = upload
  const kind = recordKinds[upload.kind]
  const sample = await uploadedSample(read, upload)
  if (sample.length === 0) return
  const of = { sellerId: seller.id, kind: kind.run, header: plan.header }
  await write((db) => (chosen ? rememberColumns(db, { ...of, ...chosen, now: hub.now() }) : forgetColumns(db, of)))
  const columns = await columnsOf(args, kind, { header: plan.header, sample })
  const next: RecordPlan = { ...plan, ...columns, check: crypto.randomUUID(), isChecked: false }
  const queued = { sellerId: seller.id, id, event: 'QUEUE', plan: next, totalRows: plan.lines, now: hub.now() } as const
  if (await write((db) => queueRun(db, queued))) await beginAtOnce(args, { id, worker: recordWorker(kind) })
}

/** The columns that the seller chose for files with this header, else those that names and values show. */
async function columnsOf(
  { seller, read }: Pick<SellerActionArgs, 'seller' | 'read'>,
  kind: RecordKind,
  file: Pick<TableFile, 'header' | 'sample'>,
): Promise<Pick<RecordPlan, 'columns' | 'choices' | 'isChosen'>> {
  const of = { sellerId: seller.id, kind: kind.run, header: file.header, meanings: kind.columnKinds }
  const chosen = await read((db) => rememberedColumns(db, of))
  return chosen
    ? { columns: chosen.columns, choices: chosen.choices, isChosen: true }
    : { columns: kind.findColumns(sampleColumns(file)), choices: {}, isChosen: false }
}
