import { selectOfSeller } from '#db/select-of-seller.ts'
import { sellerAnswers, type OfferKey } from '#features/core/offer/offer.ts'
import { lockOffer } from '#features/core/offer/offers-db.server.ts'
import { withUndo } from '#features/machinery/undo/undo.ts'
import { backToList } from '#features/machinery/grid/way-back.server.ts'
import { hour } from '#lib/duration.ts'
import { oneOf, textOf } from '#lib/form-fields.ts'
import { readAmount, readUnits } from '#lib/read-amount.ts'
import { redirect } from '#web/router/router.ts'
import { refused, type FieldErrors } from '#web/form-answer.ts'
import type { SellerActionArgs } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { answerOffers, type AnsweredOffers } from './answer-offers-db.server.ts'
import { namedOffer, openedOffers } from './offer-page.server.ts'
import { refusalText } from './offer-words.ts'
import { offersList } from './offers-list.server.ts'
import { typedTerms, type OfferField } from './typed-terms.ts'

/** Answers the offer in the URL and leads to the next one that waits; returns what was typed if it cannot be used. */
export async function answerOffer(visit: SellerActionArgs) {
  const { form, hub, member, seller, texts, write } = visit
  const key = namedOffer(visit)
  const step = oneOf(form, 'step', [...sellerAnswers, 'withdraw'])
  if (!step) throw refuse('malformed')
  const terms = typedTerms(form, texts)
  const values = {
    price: textOf(form, 'price'),
    units: textOf(form, 'units'),
    ...terms.values,
  }
  const { t } = texts
  const now = hub.now()
  const outcome = await write(async (db) => {
    const offer = await lockOffer(db, seller.id, { key })
    if (!offer) throw refuse('not-found')
    const { hours, message } = terms
    const price = readAmount(values.price, { currency: offer.currency, grouping: texts.grouping })
    const units = readUnits(values.units, texts.grouping)
    const errors: FieldErrors<OfferField> = {}
    if (step === 'counter') {
      if (!price) errors.price = t('offers.error.price')
      if (units === null || units < 1) errors.units = t('offers.error.units')
      Object.assign(errors, terms.errors)
    } else if (terms.errors.message) errors.message = terms.errors.message
    if (Object.keys(errors).length > 0) return { errors }
    const next = await findNextOffer(db, { sellerId: seller.id, key, now })
    const answered = await answerOffers(db, {
      sellerId: seller.id,
      member,
      offers: [
        {
          key,
          version: step === 'withdraw' ? null : Number(textOf(form, 'version')),
          ...(step === 'counter' && price && units ? { terms: { priceMinor: price, units, message } } : {}),
        },
      ],
      step,
      message,
      dueAt: step === 'counter' && hours ? new Date(now.getTime() + hours * hour) : null,
      now,
      limits: hub.config.policyPack.offers,
    })
    return { answered, next, listPrice: texts.money({ minor: offer.list_price_minor, currency: offer.currency }) }
  })
  if (outcome.errors) return refused<OfferField>(outcome.errors, values)
  const [wrong] = outcome.answered.refused
  if (wrong) return refused<OfferField>(refusalErrors(wrong, outcome.listPrice, visit), values)
  const { from, list } = openedOffers(visit)
  if (step === 'withdraw') return redirect(paths.offer(key, from ?? undefined), { status: 303 })
  const href = outcome.next ? paths.offer(outcome.next, from ?? undefined) : backToList(offersList, list, texts).href
  return redirect(withUndo(href, outcome.answered.undo), { status: 303 })
}

function refusalErrors(
  wrong: AnsweredOffers['refused'][number],
  listPrice: string,
  { texts: { t } }: SellerActionArgs,
): FieldErrors<OfferField> {
  return wrong.reason === 'not-less'
    ? { price: t('offers.error.not-less', { amount: listPrice }) }
    : { form: t(refusalText(wrong.reason)) }
}

/** The next offer that awaits the seller, by deadline; null if none does. */
async function findNextOffer(
  db: Parameters<typeof lockOffer>[0],
  { sellerId, key, now }: { sellerId: number; key: OfferKey; now: Date },
): Promise<string | null> {
  const next = await selectOfSeller(db, 'buyer_offers', sellerId)
    .select('offer_key')
    .where('turn', '=', 'SELLER')
    .where('due_at', '>', now)
    .where('offer_key', '<>', key)
    .orderBy('due_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return next?.offer_key ?? null
}
