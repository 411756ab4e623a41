import { data, useActionData, useLoaderData, type ShouldRevalidateFunctionArgs } from 'react-router'
import { PageName } from '#web/page-name.tsx'
import { sellerAction, sellerLoader, type SellerArgs } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { textOf } from '#lib/form-fields.ts'
import { readSelection } from '#features/grid/selection.ts'
import { formatGridQuery, gridHref } from '#lib/grid-query.ts'
import { momentOf } from '#lib/zoned-time.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { BulkView, type BulkModel } from './bulk-view.tsx'
import { openPlace, sealPlace } from './bulk-place.server.ts'
import { stepPart } from './bulk-steps.server.ts'
import { judgeListings } from './listing-actions-db.server.ts'
import { parseItemNumber } from '#features/listing/listing.ts'
import { readStep, type SellerStep } from './listings-bulk.ts'
import { refuse } from '#web/refusals.ts'
import { lastId, nextIds } from '#features/grid/list-db.server.ts'
import { openVisited } from '#features/grid/list-routes.server.ts'
import { listingsList } from './listings-list.server.ts'

/** Rows that are judged before anything is done; of more, the rest is judged as it is done. */
const mostJudged = 2_000

/** What the address asks for: which listings of which tab, and what is to be done with them. */
function readBulk(visit: SellerArgs) {
  const { searchParams } = visit.url
  const keys = readSelection(searchParams, parseItemNumber)
  const match = { ...openVisited(listingsList, visit), keys }
  const step = readStep(match.place.tab, searchParams.get('step'))
  if (!step || (keys === null && searchParams.get('all') !== '1')) throw refuse('malformed')
  return { step, match }
}

/** What will happen: how many listings can take the step, and why others cannot. Nothing is changed yet. */
export const loader = sellerLoader('listings.edit', async (visit) => {
  const { hub, read, seller, url, texts: reader } = visit
  const { step, match } = readBulk(visit)
  const { now, query, definition } = match
  const { tab } = match.place
  const texts = textsFor(reader.locale, seller.timeZone)
  const { t } = texts
  // A start is asked for; here any in the future will do.
  const startsAt = new Date(now.getTime() + 60_000)
  const { judged, upTo } = await read(async (db) => {
    const last = await lastId(db, listingsList, seller.id)
    const ids = await nextIds(db, listingsList, match, { after: 0, upTo: last, limit: mostJudged })
    const each = await judgeListings(db, {
      sellerId: seller.id,
      ids,
      event: step,
      now,
      ...(step === 'schedule' ? { startsAt } : {}),
    })
    return { judged: each, upTo: last }
  })
  const refused = Map.groupBy(
    judged.flatMap((each) => (each.ok ? [] : [each.reason])),
    (reason) => reason,
  )
  const possible = judged.filter(({ ok }) => ok).length
  const model: BulkModel = {
    step,
    title: t(`listings.step.${step}`),
    what: t(`listings.confirm.${step}`, { n: possible }),
    notes: [
      ...[...refused].map(([reason, all]) =>
        t('listings.bulk.cannot', { n: all.length, why: t(`listings.refusal.${reason}`) }),
      ),
      ...(judged.length === mostJudged ? [t('listings.bulk.more', { n: mostJudged })] : []),
      ...(tab === 'drafts' && step !== 'sellSimilar' ? [t('listings.bulk.drafts')] : []),
    ],
    button: t('listings.bulk.do', { step: t(`listings.step.${step}`), n: possible }),
    isPossible: possible > 0,
    isDanger: step === 'end',
    total: judged.length,
    place: await sealPlace(hub.secret, { after: 0, upTo }),
    asksStart: step === 'schedule' ? t('listings.bulk.startHint', { zone: texts.zoneName(now) }) : null,
    address: url.pathname + url.search,
    path: paths.listings[tab],
    backHref: gridHref(paths.listings[tab], query, definition),
    from: `${tab}?${formatGridQuery(query, definition)}`,
  }
  return { model }
})

/** Works through the next part of the listings. */
export const action = sellerAction('listings.edit', async (args) => {
  const { hub, seller, form, write } = args
  const { step, match } = readBulk(args)
  const texts = textsFor(args.texts.locale, seller.timeZone)
  const startsAt = step === 'schedule' ? readStart(form, seller.timeZone) : null
  if (step === 'schedule' && (!startsAt || startsAt <= hub.now()))
    return data({ error: texts.t('listings.bulk.startPast'), results: [], next: null }, { status: 422 })
  const place = await openPlace(hub.secret, textOf(form, 'place'))
  if (!place) throw refuse('malformed')
  const part = await write((db) =>
    stepPart(db, args, { match, step: step satisfies SellerStep, startsAt, place }, texts),
  )
  return { ...part, error: null }
})

function readStart(form: FormData, zone: string): Date | null {
  const [date, time] = [textOf(form, 'startDate'), textOf(form, 'startTime') || '00:00']
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || !/^\d{2}:\d{2}$/.test(time)) return null
  return Number.isNaN(Date.parse(`${date}T${time}Z`)) ? null : momentOf(date, time, zone)
}

/** What was asked for stays as it was asked: the answer to a part says what became of it. */
export function shouldRevalidate({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return formMethod === 'POST' ? false : defaultShouldRevalidate
}

/** Says what will happen to the listings chosen, asks whether it may, and tells row by row what became of it. */
export default function ListingsBulkPage() {
  const { model } = useLoaderData<typeof loader>()
  const first = useActionData<typeof action>()
  return (
    <>
      <PageName name={model.title} />
      <BulkView model={model} first={first ?? null} />
    </>
  )
}
