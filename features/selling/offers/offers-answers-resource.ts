import { sql } from 'kysely'
import { redirect } from '#web/router/router.ts'
import { parseOfferKey, type OfferKey } from '#features/core/offer/offer.ts'
import { chosenIds } from '#features/machinery/grid/list-ids-db.server.ts'
import { openChosen } from '#features/machinery/grid/list-routes.server.ts'
import { withUndo } from '#features/machinery/undo/undo.ts'
import { textsIn } from '#lib/form-fields.ts'
import { gridHref } from '#lib/grid-query.ts'
import { brand } from '#lib/brand.ts'
import { sellerAction } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { answerOffers } from './answer-offers-db.server.ts'
import { offersList } from './offers-list.server.ts'

/** Most offers that are answered at once. */
const mostAtOnce = 1_000

/** Accepts or declines the selected offers (`step` in the URL), as far as they await the seller, and redirects to the list. */
export const action = sellerAction('listings.edit', async (visit) => {
  const { form, hub, member, seller, url, write } = visit
  const step = (['accept', 'decline'] as const).find((each) => each === url.searchParams.get('step'))
  const sent = textsIn(form).filter(([name]) => name !== 'srt')
  if (!step) throw refuse('malformed')
  const match = openChosen(
    offersList,
    { path: paths.offers, params: new URLSearchParams(sent), parse: parseOfferKey },
    visit,
  )
  const { undo } = await write(async (db) => {
    const { rows } = await sql<{ key: string }>`
      select offer_key as key from buyer_offers
      where seller_id = ${seller.id} and turn = 'SELLER' and id in (${await chosenIds(db, offersList, match)}) order by id
      limit ${mostAtOnce}`.execute(db)
    return answerOffers(db, {
      sellerId: seller.id,
      member,
      keys: rows.map(({ key }) => brand<OfferKey>(key)),
      step,
      now: hub.now(),
      limits: hub.config.policyPack.offers,
    })
  })
  return redirect(withUndo(gridHref(paths.offers, match.query, match.definition), undo), { status: 303 })
})
