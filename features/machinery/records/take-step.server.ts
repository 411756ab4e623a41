import type { SellerDb } from '#db/client.ts'
import { beginAtOnce } from '#features/machinery/file-runs/begin-at-once.server.ts'
import { cancelRun, queueRun } from '#features/machinery/file-runs/file-runs-db.server.ts'
import { openUploads } from '#features/machinery/file-runs/open-runs-db.server.ts'
import { reopenRun, lockRun } from '#features/machinery/file-runs/reopen-runs-db.server.ts'
import type { RunKey } from '#features/machinery/file-runs/run-parts-db.server.ts'
import { readColumns } from '#features/machinery/file-runs/chosen-columns.ts'
import { oneOf, textOf } from '#lib/form-fields.ts'
import { shortened } from '#lib/shortened.ts'
import { data, redirect } from '#web/router/router.ts'
import type { SellerActionArgs } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { mayDo } from '#web/roles.ts'
import { recheckRecords } from './receive-records.server.ts'
import { columnKindsFor, type RecordKind, type RecordQuestion } from './record-kind.ts'
import { answerField } from './record-model.server.ts'
import {
  broughtIn,
  mayApply,
  mayCorrect,
  undoUntil,
  wasApplied,
  type Answers,
  recordUploadOf,
  type RecordUpload,
} from './record-plan.ts'
import { recordWorker } from './record-worker.server.ts'
import { countRows, findRecordUpload, rowsOf } from './records-db.server.ts'
import { askedOf } from './asked.server.ts'
import { placeCells, typedCells, type TypedCell } from '#features/machinery/file-runs/corrected-cells.ts'
import { uploadedRecords } from '#features/machinery/file-runs/uploaded-file.server.ts'
import { isOneOf } from '#lib/is-one-of.ts'

export const recordSteps = ['columns', 'correct', 'answer', 'forget', 'apply', 'cancel', 'undo'] as const
type RecordStep = (typeof recordSteps)[number]

export async function takeRecordStep(visit: SellerActionArgs, step: RecordStep, kinds: readonly RecordKind[]) {
  const { form, hub, seller, read, write, texts } = visit
  const id = textOf(form, 'file')
  const key = { sellerId: seller.id, id, now: hub.now() }
  const upload = await read((db) => findRecordUpload(db, key))
  const kind = kinds.find(({ run }) => run === upload?.kind)
  if (!upload || !kind || !mayDo(seller.role, kind.access)) throw refuse('not-found')
  const { header, columns } = upload.plan
  switch (step) {
    case 'apply':
      if (await write((db) => queueRecords(db, kind, { ...key, check: textOf(form, 'check') })))
        await (kind.appliesAtOnce ? beginAtOnce(visit, { id, worker: recordWorker(kind) }) : hub.wakeFileRuns())
      break
    case 'undo':
      if (await write((db) => queueUndo(db, kind, key))) await hub.wakeFileRuns()
      break
    case 'cancel':
      await write((db) => cancelRun(db, { ...key, keepsInput: wasApplied(upload) }))
      break
    case 'correct':
      if (mayCorrect(kind, upload) && !(await correctCells(visit, kind, upload)))
        return data({ rowsError: texts.t('uploads.tooManyTyped', { n: mostTyped }) }, { status: 422 })
      break
    case 'forget':
      await recheckRecords(visit, kind, { upload, said: null })
      break
    case 'columns': {
      const meanings = await visit.read((db) => columnKindsFor(kind, db, seller.id))
      await recheckRecords(visit, kind, {
        upload,
        said: { columns: readColumns(form, meanings, { columns: header.length, before: columns }) },
      })
      break
    }
    case 'answer': {
      const { questions } = await askedOf(visit, kind, upload)
      const answers = (isRemembered: boolean) =>
        answersOf(
          form,
          questions.filter((question) => question.isRemembered === isRemembered),
        )
      await recheckRecords(visit, kind, { upload, said: { remembered: answers(true), answers: answers(false) } })
    }
  }
  const isDropped = step === 'cancel' && !wasApplied(upload)
  return redirect(isDropped ? paths.uploads : paths.upload(id), { status: 303 })
}

/**
 * Queues a checked file with something new, behind open files that are brought in before it; returns whether it did. With
 * `check`, not one that was checked again since the seller saw it.
 */
export async function queueRecords(
  db: SellerDb,
  kind: RecordKind,
  { sellerId, id, check, now }: RunKey & { check?: string; now: Date },
): Promise<boolean> {
  const upload = await findRecordUpload(db, { sellerId, id, now })
  if (upload?.kind !== kind.run || !mayApply(kind, upload)) return false
  if (check !== undefined && upload.plan.check !== check) return false
  if (kind.missing(upload.plan.columns).length > 0) return false
  const totalRows = await countOf(db, kind, { sellerId, id, verdict: 'CHANGE' })
  if (totalRows === 0) return false
  const before = broughtIn.filter((_, at) => at < broughtIn.findIndex((run) => run === kind.run))
  const waitsFor = await openUploads(db, { sellerId, kinds: before })
  await reopenRun(db, { sellerId, id })
  return queueRun(db, { sellerId, id, event: 'QUEUE', plan: upload.plan, totalRows, waitsFor, now })
}

/** Queues an applied file to be undone, for a day; returns whether it did. */
async function queueUndo(
  db: SellerDb,
  kind: RecordKind,
  { sellerId, id, now }: RunKey & { now: Date },
): Promise<boolean> {
  const upload = await findRecordUpload(db, { sellerId, id, now })
  const until = upload && undoUntil(upload)
  if (!until || until <= now) return false
  const totalRows = await countOf(db, kind, { sellerId, id, verdict: 'DONE' })
  if (!kind.undo || totalRows === 0) return false
  return queueRun(db, { sellerId, id, event: 'UNDO', plan: { ...upload.plan, isUndo: true }, totalRows, now })
}

async function countOf(
  db: SellerDb,
  kind: RecordKind,
  { sellerId, id, verdict }: RunKey & { verdict: 'CHANGE' | 'DONE' },
): Promise<number> {
  const counts = await countRows(db, kind, { sellerId, ids: [id] })
  return rowsOf({ verdicts: [verdict] }, counts.get(id) ?? [])
}

const longestAnswer = 100

/** Reads what a form answers to questions; others stay. */
function answersOf(form: FormData, questions: readonly RecordQuestion[]): Answers {
  const answers = questions.flatMap(({ about, input, options }) => {
    const field = answerField(about)
    const values = options.map(({ value }) => value)
    const text = input === 'TEXT' && form.has(field) ? shortened(textOf(form, field).trim(), longestAnswer) : null
    const answer = text ?? oneOf(form, field, values) ?? (input === 'TICK' ? '' : null)
    return answer === null ? [] : [[about, answer] as const]
  })
  return Object.fromEntries(answers)
}

/** Cells of a file that are typed anew; each row is compared with each of them. */
export const mostTyped = 5_000

/**
 * Stores the typed cells of a form and checks the file again. Changes nothing if it is no longer kept, or is being applied;
 * one that is over waits for the seller again. Returns false, and stores none, if they would be more than a file may have.
 */
async function correctCells(args: SellerActionArgs, kind: RecordKind, upload: RecordUpload): Promise<boolean> {
  const { form, hub, seller, read, write } = args
  const key = { sellerId: seller.id, id: upload.id }
  const isCell = ({ at }: TypedCell) =>
    /^\d+$/.test(at) ? Number(at) < upload.plan.header.length : kind.addsColumns && isOneOf(kind.columnKinds, at)
  const cells = typedCells(form).filter(isCell)
  const placed = cells.length > 0 ? await placeCells(uploadedRecords(read, upload), cells) : []
  if (placed.length === 0) return true
  const done = await write(async (db) => {
    // Another page may have typed other cells meanwhile.
    const run = await lockRun(db, { ...key, kind: kind.run, now: hub.now() })
    const plan = run && recordUploadOf(run)?.plan
    if (!plan) return 'closed'
    const typed = typedLast([...(plan.typed ?? []), ...placed])
    if (typed.length > mostTyped) return 'too-many'
    const next = { ...plan, typed, check: crypto.randomUUID(), isChecked: false }
    await reopenRun(db, key)
    const isQueued = await queueRun(db, { ...key, event: 'QUEUE', plan: next, totalRows: plan.lines, now: hub.now() })
    return isQueued ? 'queued' : 'closed'
  })
  if (done === 'queued') await beginAtOnce(args, { id: upload.id, worker: recordWorker(kind) })
  return done !== 'too-many'
}

/** Each cell as it was typed last. */
function typedLast(cells: readonly TypedCell[]): TypedCell[] {
  const last = new Map<string, TypedCell>()
  for (const cell of cells) {
    const key = `${cell.from}-${cell.to}.${cell.at}`
    last.delete(key)
    last.set(key, cell)
  }
  return [...last.values()]
}
