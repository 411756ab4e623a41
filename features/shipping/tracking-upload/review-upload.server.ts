import { isDeepStrictEqual } from 'node:util'
import type { SellerDb } from '#db/client.ts'
import type { Carrier } from '#features/core/carrier/carrier.ts'
import { forgetColumns, rememberColumns } from '#features/machinery/file-runs/chosen-columns-db.server.ts'
import { queueRun } from '#features/machinery/file-runs/file-runs-db.server.ts'
import { lockRun, recallRun, reopenRun } from '#features/machinery/file-runs/reopen-runs-db.server.ts'
import { readPart } from '#features/machinery/file-runs/run-parts-db.server.ts'
import type { Encoding } from '#lib/text-encodings.ts'
import { recheckCells } from './recheck-cells.server.ts'
import { matchFile } from './match-file.server.ts'
import { openTrackingFile } from './read-tracking-file.ts'
import { isCellKey, type Review } from './review-form.ts'
import { sampleRows } from './tracking-rows-db.server.ts'
import { countRows, trackingKind, uploadOf, type Upload } from './uploads-db.server.ts'

/** Result of corrections. `queued`: all rows are to be checked again. */
export type Reviewed = 'nothing' | 'cells' | 'queued'

export interface Reviewing {
  sellerId: number
  id: string
  carriers: readonly Carrier[]
  zone: string
  now: Date
}

/** Stores corrections. A few cells are checked at once with the rows of their orders; else all rows are queued. */
export async function reviewUpload(db: SellerDb, on: Reviewing, review: Review): Promise<Reviewed> {
  const { cells, ...others } = review
  const upload = await lockUpload(db, on)
  if (!upload) return 'nothing'
  // It is being checked, or was stopped or failed before all rows were.
  if (!upload.isChecked) {
    const { form: plan } = upload
    const columns = review.columns ?? plan.columns
    const typed = [...(plan.typed ?? []), ...cells]
    return queueCheck(db, on, { ...plan, ...answersIn(review, plan), columns, typed })
  }
  if (cells.length === 0 && Object.values(others).every((value) => value === undefined)) return 'nothing'
  const { form } = upload
  const answers = answersIn(review, form)
  const columns = review.columns ?? form.columns
  const areColumnsNew = !isDeepStrictEqual({ ...columns }, { ...form.columns })
  const isDayOrderNew = answers.dayOrder !== form.dayOrder
  const typed = cells.filter(({ key }) => isCellKey(key, form.header.length))
  const reread = await reopen(db, { ...on, upload, encoding: review.encoding })
  const isOther = areColumnsNew || reread !== null || !isDeepStrictEqual(answers, answersOf(form))
  if (!isOther && typed.length === 0) return 'nothing'
  if (!isOther && (await recheckCells(db, { ...on, upload, typed }))) return 'cells'
  const isRemembered = areColumnsNew || isDayOrderNew
  const next = { ...form, ...reread?.file, ...answers, chosenAt: isRemembered ? on.now.toISOString() : form.chosenAt }
  const sample = reread?.sample ?? (await sampleRows(db, on))
  const chosen = reread && !areColumnsNew ? null : columns
  const match = await matchRows(db, on, { header: next.header, rows: sample, chosen })
  if (isRemembered) {
    const of = { sellerId: on.sellerId, kind: trackingKind, header: next.header } as const
    await rememberColumns(db, { ...of, columns, dayOrder: answers.dayOrder, now: on.now })
  }
  return queueCheck(db, on, { ...next, ...match, typed, isUnread: reread !== null })
}

/** Deletes the column choice for the file's header and detects the columns again. */
export async function forgetChoice(db: SellerDb, on: Reviewing): Promise<void> {
  const upload = await lockUpload(db, on)
  if (!upload) return
  const { form } = upload
  const { header } = form
  await forgetColumns(db, { sellerId: on.sellerId, kind: trackingKind, header })
  const match = await matchRows(db, on, { header, rows: await sampleRows(db, on), chosen: null })
  await queueCheck(db, on, { ...form, ...match, dayOrder: null, chosenAt: null })
}

const matchRows = (
  db: SellerDb,
  { sellerId, carriers }: Reviewing,
  of: Pick<Parameters<typeof matchFile>[1], 'header' | 'rows' | 'chosen'>,
) => matchFile(db, { sellerId, carriers, ...of })

async function queueCheck(db: SellerDb, { sellerId, id, now }: Reviewing, plan: Upload['form']): Promise<Reviewed> {
  const { noted: _noted, ...counts } = await countRows(db, sellerId, id)
  const stored = Object.values(counts).reduce((sum, n) => sum + n, 0)
  await reopenRun(db, { sellerId, id })
  await recallRun(db, { sellerId, id })
  const totalRows = plan.isUnread ? Math.max(stored, plan.count) : stored - counts.DONE
  await queueRun(db, { sellerId, id, event: 'QUEUE', plan: { ...plan, isChecked: false }, totalRows, now })
  return 'queued'
}

type Answers = Pick<Upload['form'], 'dayOrder' | 'carrier' | 'keepsNamed' | 'isConfirmed'>

const answersOf = ({ dayOrder, carrier, keepsNamed, isConfirmed }: Upload['form']): Answers => ({
  dayOrder,
  carrier,
  keepsNamed,
  isConfirmed,
})

const answersIn = (review: Review, form: Upload['form']): Answers => ({
  dayOrder: review.dayOrder === undefined ? form.dayOrder : review.dayOrder,
  carrier: review.carrier === undefined ? form.carrier : review.carrier,
  keepsNamed: review.keepsNamed ?? form.keepsNamed,
  isConfirmed: review.isConfirmed ?? form.isConfirmed,
})

/** Locks an upload for corrections; null while it is applied. */
async function lockUpload(
  db: SellerDb,
  { sellerId, id, now }: Pick<Reviewing, 'sellerId' | 'id' | 'now'>,
): Promise<Upload | null> {
  const run = await lockRun(db, {
    sellerId,
    id,
    now,
    kind: trackingKind,
    mayRecall: (open) => !uploadOf(open).isChecked,
  })
  return run && uploadOf(run)
}

/** Opens the file again in another encoding; null if not requested or the file is no longer stored. */
async function reopen(
  db: SellerDb,
  { sellerId, id, upload, encoding }: Reviewing & { upload: Upload; encoding: Encoding | undefined },
) {
  const { form, state } = upload
  if (state !== 'CHECKED' || !encoding || !form.otherEncodings.includes(encoding)) return null
  const content = await readInput(db, { sellerId, id })
  if (content.length === 0) return null
  const opened = await openTrackingFile(content, { encoding })
  if (!opened.ok) return null
  const otherEncodings = [form.encoding, ...form.otherEncodings.filter((other) => other !== encoding)]
  return { file: { ...opened.file, count: opened.count, otherEncodings }, sample: opened.sample }
}

/** The whole file as it was sent; empty if it is no longer stored. */
async function readInput(db: SellerDb, of: Pick<Reviewing, 'sellerId' | 'id'>): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for (;;) {
    const content = await readPart(db, { sellerId: of.sellerId, id: of.id, file: 'INPUT', part: parts.length })
    if (!content) return Buffer.concat(parts)
    parts.push(content)
  }
}
