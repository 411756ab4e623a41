import { createRun } from '#features/machinery/file-runs/file-runs-db.server.ts'
import { type SentFile, openSentFile, type WorkbookProblem } from '#features/machinery/file-runs/sent-file.ts'
import { keepUploadedFile } from '#features/machinery/file-runs/uploaded-file.server.ts'
import type { UnreadableRecords } from '#features/machinery/records/record-kind.ts'
import { receiveRecords } from '#features/machinery/records/receive-records.server.ts'
import { receiveReport, type RefusedReport } from '#features/payments/reconcile/receive-report.server.ts'
import { takeStock } from '#features/selling/listing-files/stock-of-places.ts'
import { takeCountFile, type RefusedCount } from '#features/selling/stock-count/take-count-file.server.ts'
import { listLocations } from '#features/selling/stock-locations/stock-locations-db.server.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { openTable } from '#lib/table-file.ts'
import type { SellerActionArgs } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { mayDo, roles, type Permission, type Role } from '#web/roles.ts'
import { uploadKinds, type UploadKind } from '#web/upload-kinds.ts'
import { recordKinds } from '../runs/record-kinds.server.ts'
import { mostRecognised, recogniseFile } from './recognise-file.server.ts'
import { filesIn, textOf } from '#lib/form-fields.ts'

/** What the page was opened for. */
export interface Hint {
  kind: UploadKind | null
  /** Id of a count that goes on. */
  count: string | null
}

/** What a file is said to be about, with answers that this needs. */
export interface SaidKind {
  kind: UploadKind
  count: string | null
  /** Location of a count, by its id. */
  location: string | null
  /** Place of a file that has stock at several. */
  place: string | null
}

export type FileRefusal = UnreadableRecords | RefusedReport | RefusedCount | 'ownPlaces' | 'role'

export type TakenAs = { ok: true; href: string } | { ok: false; reason: FileRefusal }

export const accessOf = (kind: UploadKind): Permission =>
  kind === 'report' ? 'money.view' : kind === 'count' ? 'listings.edit' : recordKinds[kind].access

export const kindsOf = (role: Role): UploadKind[] => uploadKinds.filter((kind) => mayDo(role, accessOf(kind)))

/** Takes a file as one of a kind: stores it, and begins to check or compare it. */
export async function takeAs(args: SellerActionArgs, file: SentFile, said: SaidKind): Promise<TakenAs> {
  const { kind, place } = said
  if (!mayDo(args.seller.role, accessOf(kind))) return { ok: false, reason: 'role' }
  if (kind === 'report') {
    const received = await receiveReport(args, file)
    return received.ok ? { ok: true, href: paths.reconciliation(received.id) } : received
  }
  if (kind === 'count') {
    const counted = await takeCountFile(args, { ...said, bytes: file.bytes })
    return counted.ok ? { ok: true, href: paths.stockCount(counted.id, 'added') } : counted
  }
  const locations = (await args.read((db) => listLocations(db, args.seller.id))).map(({ name }) => name)
  const stock = kind === 'listings' ? await takeStock(file.bytes, { place, locations }) : { ok: true as const, ...file }
  if (!stock.ok) return stock
  const received = await receiveRecords(args, recordKinds[kind], { name: file.name, bytes: stock.bytes })
  return received.ok ? { ok: true, href: paths.upload(received.id) } : received
}

/** Refusals that an answer on the page of the file resolves. */
export const questions: readonly FileRefusal[] = ['places', 'location', 'ownPlaces']
/** Kinds of which the file is not kept as it was sent, so that it could not become something else. */
const notKept: readonly UploadKind[] = ['report', 'count']

/** Takes a file as what it is recognised as; asks what it is if that is open. */
export async function takeFile(args: SellerActionArgs, file: SentFile, hint: Hint): Promise<TakenAs> {
  const { role } = args.seller
  const { fits: all, isSure } = await recogniseFile(args, file.bytes)
  // Lines without columns are a count only for who does not expect something else.
  const fits = hint.kind === null ? all : all.filter(({ kind, means }) => kind === hint.kind || means.length > 0)
  const [first] = fits
  if (!first) {
    const opened = await openTable(file.bytes.subarray(0, mostRecognised), () => 0)
    if (!opened.ok && opened.reason !== 'noColumns') return opened
  }
  const isOther = first !== undefined && first.kind !== hint.kind
  const meant =
    hint.kind !== null &&
    (!isOther || (!(isSure && first.by === 'KNOWN') && fits.some(({ kind }) => kind === hint.kind)))
      ? hint.kind
      : isSure && first && hint.kind === null
        ? first.kind
        : null
  if (meant !== null && (meant === hint.kind || !notKept.includes(meant))) {
    const taken = await takeAs(args, file, { ...hint, kind: meant, location: null, place: null })
    if (taken.ok || !questions.includes(taken.reason)) return taken
  }
  const mayBe = (isSure ? fits.slice(0, 1) : fits).map(({ kind }) => kind)
  if (mayBe.length > 0 && !mayBe.some((kind) => mayDo(role, accessOf(kind)))) return { ok: false, reason: 'role' }
  return keepUnsorted(args, file, hint)
}

/** Stores a file until the seller says what it is about. It may name buyers. */
export async function keepUnsorted(
  { hub, seller, member, write }: SellerActionArgs,
  { name, bytes }: SentFile,
  hint: Hint,
): Promise<TakenAs> {
  const key = { sellerId: seller.id, direction: 'UPLOAD', kind: 'unsorted', state: 'CREATED' } as const
  const readers = roles.filter((role) => role === seller.role || mayDo(role, 'orders.refund'))
  const file = { fileName: name, format: 'CSV', plan: hint, readers, hasBuyers: true } as const
  const id = await write(async (db) => {
    const made = await createRun(db, { ...key, ...file, member, now: hub.now() })
    const stored = assertDefined(made, 'no schedule makes it')
    await keepUploadedFile(db, { sellerId: seller.id, id: stored }, bytes)
    return stored
  })
  return { ok: true, href: paths.upload(id) }
}

interface RefusedFile {
  name: string
  reason: FileRefusal | WorkbookProblem | 'many' | 'nothing'
}

const mostFiles = 20

interface TakenFiles {
  /** Pages of the files that were taken. */
  taken: string[]
  refused: RefusedFile[]
}

/** Takes the files of a form, each for itself, or the pasted rows. Applies nothing. */
export async function takeFiles(args: SellerActionArgs, hint: Hint): Promise<TakenFiles> {
  const files = filesIn(args.form, 'file').filter(({ size }) => size > 0)
  args.form.delete('file')
  const pasted = textOf(args.form, 'pasted')
  if (files.length === 0 && pasted !== '') files.push(new File([pasted], args.texts.t('uploads.pastedName')))
  if (files.length === 0) return { taken: [], refused: [{ name: '', reason: 'nothing' }] }
  const refused: RefusedFile[] = []
  const taken: string[] = []
  const all = files.length
  // A file that is stored is not held any more.
  for (let file = files.shift(); file; file = files.shift()) {
    const { name } = file
    const bytes = all - files.length <= mostFiles ? new Uint8Array(await file.arrayBuffer()) : null
    const opened = bytes ? await openSentFile({ name, bytes }) : ({ ok: false, reason: 'many' } as const)
    if (!opened.ok) refused.push({ name, reason: opened.reason })
    for (const each of opened.ok ? await ownSheets(args, opened.files) : []) {
      const answer = await takeFile(args, each, hint)
      if (answer.ok) taken.push(answer.href)
      else refused.push({ name: each.name, reason: answer.reason })
    }
  }
  return { taken, refused }
}

/** Sheets of a workbook without those that only explain the others. */
async function ownSheets(args: SellerActionArgs, sheets: readonly SentFile[]): Promise<readonly SentFile[]> {
  if (sheets.length === 1) return sheets
  const known: SentFile[] = []
  for (const sheet of sheets) if ((await recogniseFile(args, sheet.bytes)).fits.length > 0) known.push(sheet)
  return known.length > 0 ? known : sheets
}
