import {
  chosenColumns,
  forgetColumns,
  rememberColumns,
  rememberedColumns,
  type Choices,
} from '#features/machinery/file-runs/chosen-columns-db.server.ts'
import { beginAtOnce } from '#features/machinery/file-runs/begin-at-once.server.ts'
import { createRun, queueRun } from '#features/machinery/file-runs/file-runs-db.server.ts'
import { storedParts } from '#features/machinery/file-runs/run-parts-db.server.ts'
import type { SentFile } from '#features/machinery/file-runs/sent-file.ts'
import { keepUploadedFile, uploadedSample } from '#features/machinery/file-runs/uploaded-file.server.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { headerName } from '#lib/header-name.ts'
import type { TableFile } from '#lib/table-file.ts'
import { isOneOf } from '#lib/is-one-of.ts'
import type { SellerActionArgs } from '#web/guard.server.ts'
import { permissions } from '#web/roles.ts'
import {
  columnKindsFor,
  type ColumnsOf,
  type OpenedRecords,
  type RecordKind,
  type UnreadableRecords,
} from './record-kind.ts'
import type { Answers, RecordColumns, RecordPlan, RecordUpload } from './record-plan.ts'
import { recordWorker } from './record-worker.server.ts'

type Received = { ok: true; id: string } | { ok: false; reason: UnreadableRecords }

/** Stores a file and begins to check its rows. Changes nothing else. */
export async function receiveRecords(args: SellerActionArgs, kind: RecordKind, file: SentFile): Promise<Received> {
  const received = await storeRecords({ ...args, locale: args.texts.locale }, kind, file)
  if (received.ok) await beginAtOnce(args, { id: received.id, worker: recordWorker(kind) })
  return received
}

interface Storing extends Sent, Pick<SellerActionArgs, 'write'> {
  member: { id: string; name: string }
  locale: string
}

/** Stores a file whose rows are to be checked. */
export async function storeRecords(args: Storing, kind: RecordKind, { name, bytes }: SentFile): Promise<Received> {
  const { hub, seller, member, locale, write } = args
  const opened = await readForm(args, kind, bytes)
  if (!opened.ok) return opened
  const plan: RecordPlan = {
    ...opened.form,
    check: crypto.randomUUID(),
    isChecked: false,
    isUndo: false,
    locale,
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
  return { ok: true, id }
}

type ReadForm = Pick<RecordPlan, 'dialect' | 'columns' | 'evidence' | 'choices' | 'isChosen' | 'encodings'> &
  ReturnType<typeof formOf>

/** The form of a file as one of a kind, with the meaning of its columns and its first records. */
export async function readForm(
  args: Sent,
  kind: RecordKind,
  bytes: Uint8Array,
): Promise<{ ok: true; form: ReadForm; sample: TableFile['sample'] } | { ok: false; reason: UnreadableRecords }> {
  const opened = await openFile(args, kind, bytes)
  if (!opened.ok) return opened
  const { file, dialect, encodings } = opened
  const found = await columnsOf(args, kind, file)
  return {
    ok: true,
    form: { dialect, ...formOf(file), ...(encodings ? { encodings } : {}), ...found },
    sample: file.sample,
  }
}

export interface Sent extends Pick<SellerActionArgs, 'hub' | 'read'> {
  seller: { id: number; currency: string }
}

async function openFile(
  { read, seller }: Sent,
  kind: RecordKind,
  bytes: Uint8Array,
  encoding?: RecordPlan['form']['encoding'],
): Promise<OpenedRecords> {
  const of = { sellerId: seller.id, kind: kind.run, meanings: kind.columnKinds }
  const remembered = await read((db) => chosenColumns(db, of))
  return kind.open(bytes, { isKnown: (fields) => remembered.has(headerName(fields)), encoding })
}

const formOf = ({ form, header, skipped, count }: (OpenedRecords & { ok: true })['file']) => ({
  form,
  header,
  skipped,
  lines: count,
})

/** What a seller says of a file; what is missing stays. */
interface Said {
  columns?: RecordColumns
  /** Answers for files with this header, and those for this one. */
  remembered?: Answers
  answers?: Answers
}

/** Checks a file again as the seller says, or as it is found if `said` is null. */
export async function recheckRecords(
  args: SellerActionArgs,
  kind: RecordKind,
  { upload, said }: { upload: RecordUpload; said: Said | null },
): Promise<void> {
  const { hub, seller, read, write } = args
  const { id, plan } = upload
  const { columns, remembered, answers } = said ?? {}
  const opened = await reopened(args, kind, upload, answers?.['encoding'])
  const form = opened?.ok ? { ...formOf(opened.file), dialect: opened.dialect } : {}
  // The seller is sure of the one that they chose.
  const encodings = opened?.ok && plan.encodings ? { encodings: { ...plan.encodings, isSure: true } } : {}
  const { header, choices } = { ...plan, ...form }
  const of = { sellerId: seller.id, kind: kind.run, header }
  const isNew = columns !== undefined || Object.keys(remembered ?? {}).length > 0
  const chosen = { columns: columns ?? plan.columns, choices: withAnswers(choices, remembered), now: hub.now() }
  if (said === null) await write((db) => forgetColumns(db, of))
  else if (isNew) await write((db) => rememberColumns(db, { ...of, ...chosen }))
  const sample = opened?.ok ? opened.file.sample : await uploadedSample(read, upload)
  const next: RecordPlan = {
    ...plan,
    ...form,
    ...encodings,
    ...(await columnsOf(args, kind, { header, sample })),
    answers: { ...plan.answers, ...answers },
    check: crypto.randomUUID(),
    isChecked: false,
  }
  const buyers = kind.mayNameBuyers(next) ? ({ hasBuyers: true } as const) : {}
  const queued = { sellerId: seller.id, id, event: 'QUEUE', plan: next, totalRows: next.lines, now: hub.now() } as const
  if (await write((db) => queueRun(db, { ...queued, ...buyers })))
    await beginAtOnce(args, { id, worker: recordWorker(kind) })
}

const withAnswers = (choices: Choices, answers: Answers = {}): Choices => ({
  ...choices,
  answers: { ...choices.answers, ...answers },
})

/** Opens a stored file again in another encoding that it may have; null if there is none, or it is no longer kept. */
async function reopened(
  args: Sent,
  kind: RecordKind,
  { sellerId, id, plan }: RecordUpload,
  wanted: string | undefined,
): Promise<OpenedRecords | null> {
  if (!isOneOf(plan.encodings?.all ?? [], wanted) || wanted === plan.form.encoding) return null
  const parts: Uint8Array[] = []
  for await (const part of storedParts(args.read, { sellerId, id, file: 'INPUT' })) parts.push(part)
  const bytes = Buffer.concat(parts)
  return bytes.length === 0 ? null : openFile(args, kind, bytes, wanted)
}

/** The columns that the seller chose for files with this header, else those that names and values show. */
async function columnsOf(
  { hub, read, seller }: Sent,
  kind: RecordKind,
  { header, sample }: Pick<ColumnsOf, 'header' | 'sample'>,
): Promise<Pick<RecordPlan, 'columns' | 'evidence' | 'choices' | 'isChosen'>> {
  const of = { sellerId: seller.id, kind: kind.run, header }
  const { meanings, chosen } = await read(async (db) => {
    const offered = await columnKindsFor(kind, db, seller.id)
    return { meanings: offered, chosen: await rememberedColumns(db, { ...of, meanings: offered }) }
  })
  const found = await kind.findColumns({ hub, read }, { seller, header, sample, chosen: chosen?.columns ?? null })
  const columns = Object.fromEntries(Object.entries(found.columns).filter(([name]) => meanings.includes(name)))
  return { ...found, columns, choices: chosen?.choices ?? {}, isChosen: chosen !== null }
}
