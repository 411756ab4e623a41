import {
  forgetColumns,
  rememberColumns,
  rememberedColumns,
  type Choices,
} from '#features/machinery/file-runs/chosen-columns-db.server.ts'
import { beginAtOnce } from '#features/machinery/file-runs/begin-at-once.server.ts'
import { createRun, queueRun } from '#features/machinery/file-runs/file-runs-db.server.ts'
import type { SentFile } from '#features/machinery/file-runs/sent-file.ts'
import { keepUploadedFile, uploadedSample } from '#features/machinery/file-runs/uploaded-file.server.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import type { SellerActionArgs } from '#web/guard.server.ts'
import { permissions } from '#web/roles.ts'
import type { ColumnsOf, RecordKind, UnreadableRecords } from './record-kind.ts'
import type { RecordColumns, RecordPlan, RecordUpload } from './record-plan.ts'
import { recordWorker } from './record-worker.server.ts'

/** Stores a file and begins to check its rows. Changes nothing else. `isMovedIn` if it comes from another marketplace. */
export async function receiveRecords(
  args: SellerActionArgs,
  kind: RecordKind,
  { name, bytes, isMovedIn = false }: SentFile & { isMovedIn?: boolean },
): Promise<{ ok: true; id: string } | { ok: false; reason: UnreadableRecords }> {
  const { hub, seller, member, texts, write } = args
  const opened = await kind.open(bytes)
  if (!opened.ok) return opened
  const { file, dialect } = opened
  const plan: RecordPlan = {
    dialect,
    form: file.form,
    header: file.header,
    skipped: file.skipped,
    ...(await columnsOf(args, kind, { sellerId: seller.id, header: file.header, sample: file.sample, isMovedIn })),
    isMovedIn,
    lines: file.count,
    check: crypto.randomUUID(),
    isChecked: false,
    isUndo: false,
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
      hasBuyers: kind.mayNameBuyers(plan),
      member,
      now: hub.now(),
    })
    const stored = assertDefined(made, 'no schedule makes it')
    await keepUploadedFile(db, { sellerId: seller.id, id: stored }, bytes)
    return stored
  })
  await beginAtOnce(args, { id, worker: recordWorker(kind) })
  return { ok: true, id }
}

/** Checks a file again as the seller chose, or as it is found without a choice. */
export async function recheckRecords(
  args: SellerActionArgs,
  kind: RecordKind,
  { upload, chosen }: { upload: RecordUpload; chosen: { columns: RecordColumns; choices: Choices } | null },
): Promise<void> {
  const { hub, seller, read, write } = args
  const { id, plan } = upload
  const { header, isMovedIn } = plan
  const of = { sellerId: seller.id, kind: kind.run, header }
  await write((db) => (chosen ? rememberColumns(db, { ...of, ...chosen, now: hub.now() }) : forgetColumns(db, of)))
  const sample = await uploadedSample(read, upload)
  const columns = await columnsOf(args, kind, { sellerId: seller.id, header, sample, isMovedIn })
  const next: RecordPlan = { ...plan, ...columns, check: crypto.randomUUID(), isChecked: false }
  const queued = { sellerId: seller.id, id, event: 'QUEUE', plan: next, totalRows: plan.lines, now: hub.now() } as const
  const buyers = kind.mayNameBuyers(next) ? ({ hasBuyers: true } as const) : {}
  if (await write((db) => queueRun(db, { ...queued, ...buyers })))
    await beginAtOnce(args, { id, worker: recordWorker(kind) })
}

/** The columns that the seller chose for files with this header, else those that names and values show. */
async function columnsOf(
  { hub, read }: Pick<SellerActionArgs, 'hub' | 'read'>,
  kind: RecordKind,
  file: ColumnsOf,
): Promise<Pick<RecordPlan, 'columns' | 'choices' | 'isChosen'>> {
  const of = { sellerId: file.sellerId, kind: kind.run, header: file.header, meanings: kind.columnKinds }
  const chosen = await read((db) => rememberedColumns(db, of))
  return chosen
    ? { columns: chosen.columns, choices: chosen.choices, isChosen: true }
    : { columns: await kind.findColumns({ hub, read }, file), choices: {}, isChosen: false }
}
