import { formatGridQuery, gridHref } from '#lib/grid-query.ts'
import { refusalWords } from '#features/core/listing/listing-words.ts'
import type { Texts } from '#texts/texts.ts'
import { paths } from '#web/paths.ts'
import { maxPreviewed, type BulkRequest, type BulkPreview } from './bulk-request.server.ts'
import type { ListingPreview } from './listing-actions-db.server.ts'
import { isExact } from './listing-undo.ts'
import type { ListingRow } from './listings-list-row.server.ts'

export type BulkModel = ReturnType<typeof bulkModel>
export type BulkItem = ReturnType<typeof itemsOf>[number]

/**
 * The confirmation of a bulk step. Texts are in the shop's zone; `place` is the sealed start position, so that listings
 * created meanwhile are not included.
 */
export function bulkModel(request: BulkRequest, { previews, named }: BulkPreview, place: string, texts: Texts) {
  const { step, match } = request
  const { now, query, definition } = match
  const { tab } = match.place
  const { t } = texts
  const possible = previews.filter(({ ok }) => ok)
  const forGood = possible.filter((row) => !isExact(step, row)).length
  const refused = Map.groupBy(
    previews.flatMap((each) => (each.ok ? [] : [each.reason])),
    (reason) => reason,
  )
  return {
    step,
    title: t(`listings.step.${step}`),
    name: `${t(`listings.step.${step}`)}: ${t(`listings.name.${tab}`)}`,
    what: t(`listings.confirm.${step}`, { n: possible.length }),
    notes: [
      ...(step === 'end' && forGood > 0 ? [t('listings.bulk.auctions', { n: forGood })] : []),
      ...[...refused].map(([reason, all]) =>
        t('listings.bulk.cannot', { n: all.length, why: t(`listings.refusal.${reason}`) }),
      ),
      ...(previews.length === maxPreviewed ? [t('listings.bulk.more', { n: maxPreviewed })] : []),
      ...(tab === 'drafts' && (step === 'publish' || step === 'schedule') ? [t('listings.bulk.drafts')] : []),
    ],
    items: itemsOf(named, previews, texts),
    possible: possible.length,
    isDanger: step === 'end' || step === 'discard',
    // More than were checked if there were too many.
    total: previews.length,
    place,
    asksStart: step === 'schedule' ? t('listings.bulk.startHint', { zone: texts.zoneName(now) }) : null,
    address: bulkAddress(request),
    partsHref: bulkAddress(request, paths.listingsSteps),
    path: paths.listings[tab],
    backHref: gridHref(paths.listings[tab], query, definition),
    from: `${tab}?${formatGridQuery(query, definition)}`,
  }
}

/** URL of the confirmation page, or the same query for other endpoints. */
export function bulkAddress(
  { step, match: { place, query, definition, keys, leftOut = [] } }: BulkRequest,
  at = paths.listingsBulk,
): string {
  const { pathname, searchParams } = new URL(gridHref(at[place.tab], query, definition), 'http://hub')
  const rows = keys
    ? [['keys', keys.join()]]
    : [['all', '1'], ...(leftOut.length > 0 ? [['except', leftOut.join()]] : [])]
  return `${pathname}?${new URLSearchParams([['step', step], ...rows, ...searchParams])}`
}

function itemsOf(named: readonly ListingRow[], previews: readonly ListingPreview[], texts: Texts) {
  const byNumber = new Map(previews.map((each) => [each.itemNumber, each]))
  return named.map((row) => {
    const each = byNumber.get(row.item_number)
    return {
      key: row.item_number,
      title: row.title || texts.t('listings.untitled'),
      price: row.price_minor === 0 ? '' : texts.money({ minor: row.price_minor, currency: row.currency }),
      image: row.image_url,
      refusal: !each || each.ok ? null : refusalWords(each.reason, texts),
    }
  })
}
