import { data } from '#web/router/router.ts'
import { textOf } from '#lib/form-fields.ts'
import { readMoment } from '#lib/read-moment.ts'
import type { SellerDb } from '#db/client.ts'
import type { SellerActionArgs } from '#web/guard.server.ts'
import type { Texts } from '#texts/texts.ts'
import { undoToast } from '#features/machinery/undo/undo.ts'
import { findUndo, keepUndo } from '#features/machinery/undo/undos-db.server.ts'
import type { ToastModel } from '#shui/toast/toast.ts'
import { paths, withQuery } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import type { PartAnswer, RowResult } from './bulk-model.ts'
import { stepListings, type StepResult } from './listing-actions-db.server.ts'
import type { CopiesInverse, ListingsInverse } from './listing-undo.ts'
import { rowsAPart, type SellerStep } from './listings-bulk.ts'
import { nextIds } from '#features/machinery/grid/list-ids-db.server.ts'
import { readRows } from '#features/machinery/grid/list-rows-db.server.ts'
import type { Reading } from '#features/machinery/grid/list.ts'
import type { Listings } from './listings-list-row.server.ts'
import { listingsList } from './listings-list.server.ts'
import { refusalWords } from '#features/core/listing/listing-words.ts'
import { decryptBulkCursor, encryptBulkCursor, type BulkCursor } from './bulk-cursor.server.ts'
import { readBulk } from './bulk-request.server.ts'
import { aspectNames } from '#features/core/listing/taxonomy.ts'
import { problemValues } from '#features/selling/listing-form/form/field-label.ts'
import { discardListings } from '#features/selling/listing-form/keep/discarded-drafts-db.server.ts'
import { publishDrafts, type DraftResult } from '#features/selling/listing-form/publish/publish-drafts.server.ts'

/** Performs the step in the URL on the next batch, starting at the form's position. */
export async function takePart(args: SellerActionArgs) {
  const { hub, seller, form, write } = args
  const { step, match } = readBulk(args)
  const texts = textsFor(args.texts.locale, seller.timeZone)
  const startsAt = step === 'schedule' ? readStart(form, seller.timeZone) : null
  const start = step === 'schedule' ? { date: textOf(form, 'startDate'), time: textOf(form, 'startTime') } : null
  if (step === 'schedule' && (!startsAt || startsAt <= hub.now())) {
    const error = texts.t('listings.bulk.startPast')
    return data<PartAnswer>(
      { error, results: [], next: textOf(form, 'place') || null, start, undo: null },
      { status: 422 },
    )
  }
  const place = await decryptBulkCursor(hub.secret, textOf(form, 'place'))
  if (!place) throw refuse('malformed')
  const part = await write((db) => stepPart(db, args, { match, step, startsAt, place }, texts))
  return data<PartAnswer>({ ...part, start, error: null })
}

type DonePart = Omit<PartAnswer, 'error' | 'start'>

interface Part {
  match: Reading<Listings>
  step: SellerStep
  startsAt: Date | null
  place: BulkCursor
}

/** Processes the next batch of matching listings in one transaction. */
export async function stepPart(
  db: SellerDb,
  args: SellerActionArgs,
  { match, step, startsAt, place }: Part,
  texts: Texts,
): Promise<DonePart> {
  const { hub, seller } = args
  const ids = await nextIds(db, listingsList, match, { ...place, limit: rowsAPart })
  const after = ids[rowsAPart - 1]
  const next = after === undefined ? null : await encryptBulkCursor(hub.secret, { ...place, after })
  if (step === 'discard') return { ...(await discardPart(db, args, ids, texts)), next }
  if (match.place.tab === 'drafts' && step !== 'sellSimilar') {
    const itemNumbers = (await readRows(db, listingsList, seller.id, ids)).map((listing) => listing.item_number)
    const drafts = await publishDrafts(db, args, { itemNumbers, startsAt: step === 'schedule' ? startsAt : null })
    return { results: drafts.map((result) => draftWords(result, step, args)), next, undo: null }
  }
  const done = step === 'sellSimilar' ? await doneBefore(db, args, place) : null
  if (done) return { results: await copiedWords(db, seller.id, ids, texts), next, undo: done }
  const order = { sellerId: seller.id, ids, event: step, now: hub.now(), ...(startsAt ? { startsAt } : {}) }
  const stepped = await stepListings(db, order)
  const results = stepped.map((result) => ({
    itemNumber: result.itemNumber,
    title: result.title,
    ok: result.ok,
    text: result.ok ? texts.t(`listings.done.${step}`) : refusalWords(result.reason, texts),
  }))
  return { results, next, undo: await keepPart(db, args, { step, stepped, place }) }
}

/** Discards drafts with their forms; listings no longer drafts are kept. */
async function discardPart(
  db: SellerDb,
  { hub, seller, member }: SellerActionArgs,
  ids: readonly number[],
  texts: Texts,
): Promise<Omit<DonePart, 'next'>> {
  const { t } = texts
  const { discarded, inverse } = await discardListings(db, seller.id, ids)
  const n = discarded.length
  const whose = { sellerId: seller.id, memberId: member.id, now: hub.now() }
  const undo = n > 0 ? await keepUndo(db, { ...whose, kind: 'drafts', step: 'discard', said: { n }, inverse }) : null
  return {
    results: discarded.map(({ itemNumber, title }) => ({
      itemNumber,
      title,
      ok: true,
      text: t('listings.done.discard'),
    })),
    undo: undo === null ? null : { id: undo, n },
  }
}

/**
 * The batch already copied for this idempotency key, after a lost response or double click. Other steps are naturally
 * idempotent.
 */
async function doneBefore(
  db: SellerDb,
  { hub, seller, member }: SellerActionArgs,
  { requestId }: BulkCursor,
): Promise<PartAnswer['undo']> {
  if (requestId === undefined) return null
  const kept = await findUndo(db, { sellerId: seller.id, memberId: member.id, ids: [requestId], now: hub.now() })
  return kept && { id: kept.id, n: Number(kept.said.n) }
}

async function copiedWords(db: SellerDb, sellerId: number, ids: readonly number[], { t }: Texts): Promise<RowResult[]> {
  return (await readRows(db, listingsList, sellerId, ids)).map(({ item_number: itemNumber, title }) => ({
    itemNumber,
    title,
    ok: true,
    text: t('listings.done.sellSimilar'),
  }))
}

async function keepPart(
  db: SellerDb,
  { hub, seller, member }: SellerActionArgs,
  { step, stepped, place: { requestId } }: { step: SellerStep; stepped: readonly StepResult[]; place: BulkCursor },
): Promise<PartAnswer['undo']> {
  if (step === 'publish') return null
  const done = stepped.filter((result) => result.ok)
  const before = done.flatMap((result) => result.before ?? [])
  const drafts = done.flatMap((result) => result.copied ?? [])
  const n = before.length + drafts.length
  if (n === 0) return null
  const whose = { sellerId: seller.id, memberId: member.id, now: hub.now(), step, said: { n } }
  const listings: ListingsInverse = { before }
  const copies: CopiesInverse = { drafts }
  const inverse =
    before.length > 0 ? { kind: 'listings' as const, inverse: listings } : { kind: 'copies' as const, inverse: copies }
  const id = step === 'sellSimilar' && requestId !== undefined ? { id: requestId } : {}
  return { id: await keepUndo(db, { ...whose, ...inverse, ...id }), n }
}

/** The message after a step. What cannot be undone exactly can be relisted. */
export function doneToast(
  { results, undo }: Pick<PartAnswer, 'results' | 'undo'>,
  step: SellerStep,
  texts: Texts,
): ToastModel {
  const done = results.filter(({ ok }) => ok)
  const skipped = results.length - done.length
  const lasting = step === 'end' && undo && done.length > undo.n ? done.length - undo.n : 0
  const note = [
    ...(skipped > 0 ? [texts.t('listings.bulk.skipped', { n: skipped })] : []),
    ...(lasting > 0 ? [texts.t('listings.bulk.lasting', { n: lasting })] : []),
  ].join(', ')
  if (done.length === 0) return { text: texts.t('listings.bulk.none'), note: results[0]?.text ?? null, tone: 'bad' }
  const toast = undoToast({ ids: undo ? [undo.id] : [], step, said: { n: done.length }, note }, texts)
  if (step !== 'end' || undo) return toast
  const keys = done.map(({ itemNumber }) => itemNumber).join(',')
  return {
    ...toast,
    act: {
      label: texts.t('listings.bulk.relist'),
      url: withQuery(paths.listingsSteps.ended, { step: 'relist' }),
      fields: [['keys', keys]],
    },
  }
}

function draftWords(result: DraftResult, step: SellerStep, { hub, texts }: SellerActionArgs): RowResult {
  const { t } = texts
  const names = aspectNames(hub.config.taxonomy, texts.locale)
  const { itemNumber, title } = result
  if (result.ok) return { itemNumber, title, ok: true, text: t(`listings.done.${step}`) }
  const problems = result.problems.map((problem) =>
    t(`listingForm.problem.${problem.problem}`, { field: problem.field, ...problemValues(problem, names) }),
  )
  return { itemNumber, title, ok: false, text: problems.join(' ') || refusalWords('incomplete', texts) }
}

/** The start time in the form, in the shop's zone; null if empty. */
export function readStart(form: FormData, zone: string): Date | null {
  return readMoment(textOf(form, 'startDate'), textOf(form, 'startTime') || '00:00', zone)
}
