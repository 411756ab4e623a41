import type { Row } from '#db/schema.ts'
import type { FactModel, HistoryModel } from '#features/machinery/grid/fact-rows.tsx'
import { answersOf, canWithdraw, turnAt } from '#features/core/offer/offer.ts'
import { offerNet, type OfferCosts } from '#features/core/offer/offer-net.ts'
import { shownBuyer } from '#features/core/order/removed-buyer.ts'
import { hour } from '#lib/duration.ts'
import { toDecimal } from '#lib/money.ts'
import { momentWords } from '#texts/moment-words.ts'
import type { Texts } from '#texts/texts.ts'
import { paths } from '#web/paths.ts'
import type { OfferDetails, OfferDetailsRow } from './offer-details-db.server.ts'
import { offerDiscount, offerDue, offerNetWords, offerStatus } from './offer-words.ts'

/** What the answer's form needs; `costs` and `currency` for the live estimate of a counteroffer. */
export type OfferFormModel = ReturnType<typeof formModel>

export type OfferModel = ReturnType<typeof offerModel>

interface ViewFor {
  now: Date
  texts: Texts
  costs: OfferCosts
  stands: number
  mayAnswer: boolean
  mayRead: boolean
  seesMoney: boolean
  offersHref: string
}

/** Builds the model of an offer's page, in the shop's time zone. */
export function offerModel(details: OfferDetails, view: ViewFor) {
  const { offer, others, evidence } = details
  const { now, texts, costs, mayAnswer, mayRead, seesMoney } = view
  const { t, money, number } = texts
  const amount = (minor: number) => money({ minor, currency: offer.currency })
  const isOwnTurn = turnAt(offer, now) === 'SELLER'
  const average = evidence?.figures?.average
  const buyer = shownBuyer(offer.buyer_username, texts)
  return {
    key: offer.offer_key,
    title: t(offer.begun_by === 'BUYER' ? 'offers.from' : 'offers.to', { buyer }),
    status: offerStatus(offer, view),
    due: offerDue(offer, view),
    note: t('common.zone', { zone: texts.zoneName(now) }),
    buyer,
    price: amount(offer.price_minor),
    units:
      offer.units > 1 ? t('offers.units', { n: offer.units, total: amount(offer.price_minor * offer.units) }) : null,
    discount: offerDiscount(offer, texts),
    // What is left for the seller; null if unknown or hidden.
    net: seesMoney ? offerNetWords(offerNet(termsOf(offer), costs), offer.currency, texts) : null,
    // "Average sold price £88.00, of 34 sales in 90 days".
    evidence: average ? t('offers.evidence', { average: money(average), n: evidence.sales }) : null,
    message: mayRead ? offer.message : null,
    form: isOwnTurn && mayAnswer ? formModel(offer, view) : null,
    viewerNote: isOwnTurn && !mayAnswer ? t('offers.viewer') : null,
    mayWithdraw: mayAnswer && canWithdraw(offer, now),
    history: details.steps.map((step) => stepModel(step, offer, view)).toReversed(),
    listing: {
      title: offer.title,
      image: offer.image_url,
      href: paths.listing(offer.item_number),
      offersHref: view.offersHref,
      facts: [
        ...(offer.variation === null ? [] : [{ label: t('word.variation'), text: offer.variation }]),
        { label: t('offers.listing.price'), text: amount(offer.price_now_minor) },
        { label: t('word.available'), text: number(offer.units_left) },
        ...limitFact('offers.listing.minimum', offer.minimum_offer_minor, view, amount),
        ...limitFact('offers.listing.accept', offer.auto_accept_minor, view, amount),
      ],
    },
    others: others.map(({ key, price_minor: price, state }) => ({
      href: paths.offer(key),
      text: t('offers.other', { amount: amount(price), state: t(`offers.state.${state}`) }),
    })),
    orderHref:
      offer.order_number === null
        ? null
        : { href: paths.orderDetails(offer.order_number), text: t('order.title', { number: offer.order_number }) },
  }
}

const termsOf = ({ price_minor: priceMinor, units }: OfferDetailsRow) => ({ priceMinor, units })

const limitFact = (
  label: 'offers.listing.minimum' | 'offers.listing.accept',
  minor: number | null,
  { texts: { t } }: ViewFor,
  amount: (minor: number) => string,
): FactModel[] => (minor === null ? [] : [{ label: t(label), text: amount(minor) }])

function formModel(offer: OfferDetailsRow, { now, texts, costs, stands, seesMoney }: ViewFor) {
  const { t, money, typed } = texts
  const { currency, price_minor: price, list_price_minor: asked } = offer
  const amount = (minor: number) => money({ minor, currency })
  const minimum = offer.minimum_offer_minor
  return {
    key: offer.offer_key,
    version: offer.version,
    acceptDo: t('offers.accept.do', { amount: amount(price * offer.units) }),
    // "Below your minimum of £30.00"; null if there is nothing to say.
    warning: !answersOf(offer, now).includes('accept')
      ? null
      : offer.units > offer.units_left
        ? t('offers.warn.stock', { n: offer.units_left })
        : minimum !== null && price < minimum
          ? t('offers.warn.minimum', { amount: amount(minimum) })
          : null,
    // Usual values of a counteroffer.
    counter: {
      price: typed(toDecimal({ minor: Math.ceil((price + asked) / 2), currency })),
      units: String(offer.units),
      hours: String(Math.round(stands / hour)),
    },
    limits: { list: amount(asked), units: offer.units_left },
    currency,
    costs: seesMoney ? costs : null,
  }
}

function stepModel(
  step: Row<'buyer_offer_steps'>,
  offer: OfferDetailsRow,
  { now, texts, mayRead }: ViewFor,
): HistoryModel {
  const { t, money } = texts
  const amount = money({ minor: step.price_minor, currency: offer.currency })
  const by = step.actor === 'BUYER' ? shownBuyer(offer.buyer_username, texts) : step.member_name
  const rule =
    step.rule &&
    t(`offers.rule.${step.rule.rule}`, { limit: money({ minor: step.rule.limitMinor, currency: offer.currency }) })
  const what = t(`offers.step.${step.step}`, { amount, n: step.units })
  const words = mayRead && step.message ? `${what}: “${step.message}”` : what
  return {
    key: String(step.position),
    text: rule ? `${words}. ${rule}` : words,
    by,
    time: momentWords(step.taken_at, now, texts),
    dateTime: step.taken_at.toISOString(),
  }
}
