import type { SellerDb } from '#db/client.ts'
import { firstIds, lastId, nextIds } from '#features/machinery/grid/list-ids-db.server.ts'
import { readRows } from '#features/machinery/grid/list-rows-db.server.ts'
import { openChosen } from '#features/machinery/grid/list-routes.server.ts'
import { parseItemNumber } from '#features/core/listing/listing.ts'
import { refuse } from '#web/refusals.ts'
import type { SellerArgs } from '#web/guard.server.ts'
import { previewListings, type ListingPreview } from './listing-actions-db.server.ts'
import { isExact } from './listing-undo.ts'
import { readStep, rowsAPart, type SellerStep } from './listings-bulk.ts'
import type { ListingRow } from './listings-list-row.server.ts'
import { listingsList } from './listings-list.server.ts'
import { minute } from '#lib/duration.ts'

/** Maximum rows checked before a step; further ones are checked as they are processed. */
export const maxPreviewed = 2_000

export const maxListed = 20

export type BulkRequest = ReturnType<typeof readBulk>

/** Parses `step`, and `keys` or `all` matching the other parameters. */
export function readBulk(visit: SellerArgs, searchParams = visit.url.searchParams) {
  const except = searchParams.getAll('except').flatMap((left) => left.split(','))
  // Unlimited: a dropped exclusion would be included in the step.
  const leftOut = except.flatMap((left) => parseItemNumber(left) ?? [])
  const asked = { path: visit.url.pathname, params: searchParams, parse: parseItemNumber }
  const match = { ...openChosen(listingsList, asked, visit), ...(leftOut.length > 0 ? { leftOut } : {}) }
  const step = readStep(match.place.tab, searchParams.get('step'))
  if (!step) throw refuse('malformed')
  return { step, match }
}

export interface BulkPreview {
  previews: readonly ListingPreview[]
  /** The largest current id: listings created during the step are not included. */
  upTo: number
  /** The first rows in list order. */
  named: readonly ListingRow[]
}

/** Checks at most `maxPreviewed` listings, changing none. */
export async function previewBulk(db: SellerDb, { step, match }: BulkRequest): Promise<BulkPreview> {
  const { sellerId, now } = match
  const upTo = await lastId(db, listingsList, sellerId)
  const ids = await nextIds(db, listingsList, match, { after: 0, upTo, limit: maxPreviewed })
  // The start is not known yet; any future time will do.
  const startsAt = new Date(now.getTime() + minute)
  const order = { sellerId, ids, event: step, now, ...(step === 'schedule' ? { startsAt } : {}) }
  const previews = await previewListings(db, order)
  const keys = previews.map(({ itemNumber }) => itemNumber)
  const named = await firstIds(db, listingsList, { ...match, keys }, maxListed)
  return { previews, upTo, named: await readRows(db, listingsList, sellerId, named) }
}

/** Whether no confirmation is needed: it fits one batch and can be undone (decision 21). */
export function isImmediate(step: SellerStep, previews: readonly ListingPreview[]): boolean {
  const possible = previews.filter(({ ok }) => ok)
  const needsAnswer = step === 'schedule'
  return (
    !needsAnswer && possible.length > 0 && previews.length <= rowsAPart && possible.every((row) => isExact(step, row))
  )
}
