import type { SellerDb } from '#db/client.ts'
import type { SellerActionArgs } from '#web/guard.server.ts'
import type { Texts } from '#texts/texts.ts'
import { stepListings } from './listing-actions-db.server.ts'
import { rowsAPart, type SellerStep } from './listings-bulk.ts'
import { nextIds, readRows } from '#features/grid/list-db.server.ts'
import type { Reading } from '#features/grid/list.ts'
import { listingsList, type Listings } from './listings-list.server.ts'
import { refusalWords } from '#features/listing/listing-words.ts'
import { sealPlace, type BulkPlace } from './bulk-place.server.ts'
import { publishDrafts, type DraftResult } from '#features/listing-form/publish/publish-drafts.server.ts'

/** What became of one listing, in words. */
export interface RowResult {
  itemNumber: string
  title: string
  ok: boolean
  text: string
}

/** What became of a part of the listings, and the sealed place at which the next part begins; null where there is none. */
export interface PartAnswer {
  results: RowResult[]
  next: string | null
}

interface Part {
  match: Reading<Listings>
  step: SellerStep
  startsAt: Date | null
  place: BulkPlace
}

/** Works through the next listings that match, in one transaction. */
export async function stepPart(
  db: SellerDb,
  args: SellerActionArgs,
  { match, step, startsAt, place }: Part,
  texts: Texts,
): Promise<PartAnswer> {
  const { hub, seller } = args
  const ids = await nextIds(db, listingsList, match, { ...place, limit: rowsAPart })
  const next = ids.length === rowsAPart ? await sealPlace(hub.secret, { ...place, after: ids.at(-1)! }) : null
  if (match.place.tab === 'drafts' && step !== 'sellSimilar') {
    const itemNumbers = (await readRows(db, listingsList, seller.id, ids)).map((listing) => listing.item_number)
    const drafts = await publishDrafts(db, args, { itemNumbers, startsAt: step === 'schedule' ? startsAt : null })
    return { results: drafts.map((result) => draftWords(result, step, texts)), next }
  }
  const order = { sellerId: seller.id, ids, event: step, now: hub.now(), ...(startsAt ? { startsAt } : {}) }
  const results = (await stepListings(db, order)).map((result) => ({
    itemNumber: result.itemNumber,
    title: result.title,
    ok: result.ok,
    text: result.ok ? texts.t(`listings.done.${step}`) : refusalWords(result.reason, texts),
  }))
  return { results, next }
}

function draftWords(result: DraftResult, step: SellerStep, texts: Texts): RowResult {
  const { t } = texts
  const { itemNumber, title } = result
  if (result.ok) return { itemNumber, title, ok: true, text: t(`listings.done.${step}`) }
  const problems = result.problems.map(({ problem, values, field }) =>
    t(`listingForm.problem.${problem}`, { field, ...values }),
  )
  return { itemNumber, title, ok: false, text: problems.join(' ') || refusalWords('incomplete', texts) }
}
