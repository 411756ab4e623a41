import { data, useActionData, useLoaderData, type ShouldRevalidateFunctionArgs } from 'react-router'
import { PageName } from '#web/page-name.tsx'
import { sellerAction, sellerLoader } from '#web/guard.server.ts'
import { textOf } from '#lib/form-fields.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { BulkView } from './bulk-view.tsx'
import { bulkModel } from './bulk-model.server.ts'
import { openPlace, sealPlace } from './bulk-place.server.ts'
import { judgeBulk, readBulk } from './bulk-request.server.ts'
import { readStart, stepPart } from './bulk-steps.server.ts'
import { refuse } from '#web/refusals.ts'

/** What will happen: how many listings can take the step, and why others cannot. Nothing is changed yet. */
export const loader = sellerLoader('listings.edit', async (visit) => {
  const { hub, read, seller, texts: reader } = visit
  const request = readBulk(visit)
  const judged = await read((db) => judgeBulk(db, request))
  const place = await sealPlace(hub.secret, { after: 0, upTo: judged.upTo })
  return { model: bulkModel(request, judged, place, textsFor(reader.locale, seller.timeZone)) }
})

/** Works through the next part of the listings. */
export const action = sellerAction('listings.edit', async (args) => {
  const { hub, seller, form, write } = args
  const { step, match } = readBulk(args)
  const texts = textsFor(args.texts.locale, seller.timeZone)
  const startsAt = step === 'schedule' ? readStart(form, seller.timeZone) : null
  if (step === 'schedule' && (!startsAt || startsAt <= hub.now()))
    return data({ error: texts.t('listings.bulk.startPast'), results: [], next: null, undo: null }, { status: 422 })
  const place = await openPlace(hub.secret, textOf(form, 'place'))
  if (!place) throw refuse('malformed')
  const part = await write((db) => stepPart(db, args, { match, step, startsAt, place }, texts))
  return { ...part, error: null }
})

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
      <PageName name={model.name} />
      <BulkView model={model} first={first ?? null} />
    </>
  )
}
