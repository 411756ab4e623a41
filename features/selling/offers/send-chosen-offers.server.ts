import { longestOffer, type OfferKey } from '#features/core/offer/offer.ts'
import { sendOffers } from '#features/core/offer/send-offers-db.server.ts'
import { listHref } from '#features/machinery/grid/list-query.ts'
import { withUndo } from '#features/machinery/undo/undo.ts'
import { keepUndo } from '#features/machinery/undo/undos-db.server.ts'
import { brand } from '#lib/brand.ts'
import { hour } from '#lib/duration.ts'
import { textOf } from '#lib/form-fields.ts'
import { readUnits } from '#lib/read-amount.ts'
import { hasErrors, refused, type FieldErrors } from '#web/form-answer.ts'
import type { SellerActionArgs } from '#web/guard.server.ts'
import { refuse } from '#web/refusals.ts'
import { redirect } from '#web/router/router.ts'
import type { OffersInverse } from './answer-offers-db.server.ts'
import { offersList } from './offers-list.server.ts'
import { mostListings, readListingsToSend } from './send-offers-page.server.ts'

export type SendField = 'percent' | 'hours' | 'message' | 'counter'

const mostPercent = 99
const longestMessage = 2_000

/** Sends offers for the selected listings, as far as they can get some, and leads to the offers; 422 if none can. */
export async function sendChosenOffers(visit: SellerActionArgs) {
  const { form, hub, member, seller, texts, write } = visit
  const { t } = texts
  const { offers: limits } = hub.config.policyPack
  const values = {
    percent: textOf(form, 'percent'),
    hours: textOf(form, 'hours'),
    message: textOf(form, 'message'),
    counter: textOf(form, 'counter'),
  }
  const percent = readUnits(values.percent, texts.grouping)
  const hours = readUnits(values.hours, texts.grouping)
  const mostHours = longestOffer / hour
  const errors: FieldErrors<SendField> = {}
  if (percent === null || percent < limits.leastDiscount || percent > mostPercent)
    errors.percent = t('offers.send.error.percent', { least: limits.leastDiscount, most: mostPercent })
  if (hours === null || hours < 1 || hours > mostHours) errors.hours = t('offers.error.hours', { n: mostHours })
  if (values.message.length > longestMessage) errors.message = t('talk.error.long', { n: longestMessage })
  if (percent === null || hours === null || hasErrors(errors)) return refused<SendField>(errors, values)
  const now = hub.now()
  const undo = await write(async (db) => {
    const listings = await readListingsToSend(db, visit)
    if (listings.length > mostListings) throw refuse('malformed')
    const keys: OfferKey[] = []
    // In a fixed order: two members may send offers for the same listings at once.
    for (const { item } of listings.toSorted((a, b) => (a.item < b.item ? -1 : 1))) {
      const { sent } = await sendOffers(db, {
        sellerId: seller.id,
        item,
        price: { discountPercent: percent },
        units: 1,
        message: values.message.trim() || null,
        hours,
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
  if (!undo) return refused<SendField>({ form: t('offers.send.none') }, values)
  const place = { mayAnswer: true, seesMoney: true }
  const href = listHref(offersList, place, { filters: { standing: ['buyers'] } })
  return redirect(withUndo(href, limits.undoWithin === 0 ? null : undo.id), { status: 303 })
}
