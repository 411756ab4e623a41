import { discounted, type OfferKey } from '#features/core/offer/offer.ts'
import { sendOffers } from '#features/core/offer/send-offers-db.server.ts'
import type { SentPrice } from '#features/core/offer/send-offers.ts'
import { listHref } from '#features/machinery/grid/list-query.ts'
import { withUndo } from '#features/machinery/undo/undo.ts'
import { keepUndo } from '#features/machinery/undo/undos-db.server.ts'
import { brand } from '#lib/brand.ts'
import { oneOf, textOf } from '#lib/form-fields.ts'
import { readAmount, readUnits } from '#lib/read-amount.ts'
import type { Texts } from '#texts/texts.ts'
import { hasErrors, refused, type FieldErrors } from '#web/form-answer.ts'
import type { SellerActionArgs } from '#web/guard.server.ts'
import { refuse } from '#web/refusals.ts'
import { redirect } from '#web/router/router.ts'
import type { OffersInverse } from './answer-offers-db.server.ts'
import { offersList } from './offers-list.server.ts'
import { mostListings, readListingsToSend, type ListingToSend } from './send-offers-page.server.ts'
import { typedTerms, type TermField } from './typed-terms.ts'

export type SendField = TermField | 'by' | 'figure' | 'counter'

const mostPercent = 99

/** Sends offers for the selected listings, as far as they can get some, and leads to the offers; 422 if none can. */
export async function sendChosenOffers(visit: SellerActionArgs) {
  const { form, hub, member, seller, texts, write } = visit
  const { t } = texts
  const { offers: limits } = hub.config.policyPack
  const terms = typedTerms(form, texts)
  const by = oneOf(form, 'by', ['percent', 'price']) ?? 'percent'
  const values = { ...terms.values, by, figure: textOf(form, 'figure'), counter: textOf(form, 'counter') }
  const errors: FieldErrors<SendField> = { ...terms.errors }
  const now = hub.now()
  const undo = await write(async (db) => {
    const listings = await readListingsToSend(db, visit)
    if (listings.length > mostListings) throw refuse('malformed')
    const able = listings.filter(({ isEligible }) => isEligible)
    const typed = typedPrice({ by, figure: values.figure }, { listings: able, least: limits.leastDiscount, texts })
    if (!typed.ok) errors.figure = typed.error
    if (!typed.ok || hasErrors(errors)) return null
    const keys: OfferKey[] = []
    // In a fixed order: two members may send offers for the same listings at once.
    for (const { item } of able.toSorted((a, b) => (a.item < b.item ? -1 : 1))) {
      const { sent } = await sendOffers(db, {
        sellerId: seller.id,
        item,
        price: typed.price,
        units: 1,
        message: terms.message,
        hours: terms.hours,
        mayCounter: values.counter === 'on',
        memberName: member.name,
        tellAt: limits.undoWithin === 0 ? null : new Date(now.getTime() + limits.undoWithin),
        now,
        limits,
      })
      keys.push(...sent.map(({ offer_key: key }) => brand<OfferKey>(key)))
    }
    if (keys.length === 0) return null
    const inverse: OffersInverse = { keys }
    const kept = { kind: 'offers', step: 'offerSend', said: { n: keys.length }, inverse } as const
    return { id: await keepUndo(db, { sellerId: seller.id, memberId: member.id, now, ...kept }) }
  })
  if (hasErrors(errors)) return refused<SendField>(errors, values)
  if (!undo) return refused<SendField>({ form: t('offers.send.none') }, values)
  const place = { mayAnswer: true, seesMoney: true }
  const href = listHref(offersList, place, { filters: { standing: ['buyers'] } })
  return redirect(withUndo(href, limits.undoWithin === 0 ? null : undo.id), { status: 303 })
}

/** A discount, or a price that is enough below what each of the listings asks; an error if it cannot be used. */
function typedPrice(
  { by, figure }: { by: 'percent' | 'price'; figure: string },
  { listings, least, texts }: { listings: readonly ListingToSend[]; least: number; texts: Texts },
): { ok: true; price: SentPrice } | { ok: false; error: string } {
  const { t, grouping } = texts
  if (by === 'percent') {
    const discountPercent = readUnits(figure, grouping)
    return discountPercent !== null && discountPercent >= least && discountPercent <= mostPercent
      ? { ok: true, price: { discountPercent } }
      : { ok: false, error: t('offers.send.error.percent', { least, most: mostPercent }) }
  }
  const [currency, ...others] = new Set(listings.map((listing) => listing.currency))
  if (others.length > 0) return { ok: false, error: t('offers.send.error.currencies') }
  const priceMinor = currency === undefined ? null : readAmount(figure, { currency, grouping })
  if (!priceMinor) return { ok: false, error: t('offers.error.price') }
  const tooLow = listings.filter((listing) => priceMinor > discounted(listing.priceMinor, least))
  return tooLow.length === 0
    ? { ok: true, price: { priceMinor } }
    : { ok: false, error: t('offers.send.error.discount', { n: tooLow.length, least }) }
}
