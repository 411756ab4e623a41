import { paths } from '#web/paths.ts'
import { orderCasesModel } from '#features/after-sale/cases/case-words.ts'
import { orderDisputesModel } from '#features/after-sale/disputes/dispute-words.ts'
import type { Carrier } from '#features/core/carrier/carrier.ts'
import { unusableModel } from './unusable-view.ts'
import { oversoldModel } from './oversold-view.ts'
import { outdatedPrints } from '#features/orders/order-address/outdated-prints.ts'
import { giftWords } from '#features/core/order/gift.ts'
import type { Texts } from '#texts/texts.ts'
import { dueBounds, isUnshipped } from '#features/core/order/order.ts'
import type { OrderDetails } from './order-details-db.server.ts'
import { printDocuments } from '#features/core/order/print-documents.ts'
import { addressModel, buyerModel, shopNotesModel } from './order-buyer-view.ts'
import { linesModel, shipmentsModel } from './order-lines-view.ts'
import { moneyModel, paymentsModel, refundsModel, type PaymentModel } from './order-money-view.ts'
import { orderTimeline } from './order-timeline.ts'
import {
  deliveryWords,
  dueWords,
  statusWords,
  timeModel,
  type StateWords,
  type TimeModel,
} from '#features/orders/order-list/order-words.ts'

/** A labelled date; `tone` is set if it is near or past. */
export interface DateModel {
  label: string
  time: TimeModel
  tone?: StateWords['tone']
}

export type OrderDetailsModel = ReturnType<typeof orderDetailsModel>

export type FeedbackModel = ReturnType<typeof feedbackModel>[number]

interface ViewFor {
  now: Date
  mayTalk: boolean
  /** Query of the list the order was opened from. */
  from: string | undefined
  texts: Texts
  addressDetail: 'full' | 'masked' | 'none'
  /** Whether the reader may see disputes. */
  seesMoney: boolean
  hidesAmounts?: boolean
  carriers: readonly Carrier[]
  mayShip: boolean
  mayRefund: boolean
  mayList?: boolean
}

/** Builds the model of an order page, in the shop's time zone, with addresses as far as the reader may see them. */
export function orderDetailsModel(details: OrderDetails, view: ViewFor) {
  const { order } = details
  const { now, texts, addressDetail, seesMoney, hidesAmounts } = view
  return {
    title: texts.t('order.title', { number: order.order_number }),
    number: order.order_number,
    // Time zone of all times.
    note: texts.t('common.zone', { zone: texts.zoneName(now) }),
    status: statusWords(order.status, texts, order.delivery),
    // What is overdue or due today: "Overdue 3 d".
    due: dueOf(details, now, texts),
    dates: datesOf(details, now, texts),
    // How it reaches its buyer, and what that means for the seller; null for parcels.
    delivery: deliveryModel(order, texts),
    service: order.shipping_service,
    // Versions of shipping policies that it was sold with; a link for readers who may change policies.
    policies: policiesOf(details, view),
    // The marketplace's own number, if any: buyers use it.
    marketplaceNumber: order.external_id,
    // The checkout that it was of, if it placed orders of several sellers.
    group: order.order_group,
    lines: linesModel(details, texts, hidesAmounts),
    shipments: shipmentsModel(details, view),
    buyer: buyerModel(details, { addressDetail, texts }),
    address: addressModel(details.address, { addressDetail, texts }),
    shop: shopNotesModel(details, { addressDetail, texts }),
    payments: withAmounts(paymentsModel(details, now, texts), hidesAmounts),
    refunds: withAmounts(refundsModel(details, view), hidesAmounts),
    // Empty if the reader may see no amounts; then payments and refunds have none either.
    money: hidesAmounts ? [] : moneyModel(details, texts),
    oversold: oversoldModel(details, texts),
    unusable: unusableModel(details, view),
    // Note on documents printed before the order changed; null if none.
    outdated: outdatedText(details, texts),
    timeline: orderTimeline(details, { now, texts, addressDetail, seesMoney, hidesAmounts }).map(
      ({ at, text, by }) => ({
        text,
        by,
        time: timeModel(at, now, texts),
      }),
    ),
    // Links to cases and payment disputes.
    cases: [
      ...orderCasesModel(details.cases, now, texts),
      ...(seesMoney ? orderDisputesModel(details.disputes, view) : []),
    ],
    // The buyer's note, verbatim.
    buyerNote: addressDetail === 'full' ? order.buyer_note : null,
    // Null if the order is not a gift. The message is hidden from readers who may not see addresses.
    gift: giftWords(
      {
        message: addressDetail === 'full' ? order.gift_message : null,
        hidesPrices: order.gift_hides_prices,
        extras: order.extras,
      },
      texts,
    ),
    feedback: feedbackModel(details, view),
  }
}

const withAmounts = <Entry extends PaymentModel>(entries: Entry[], hidesAmounts = false): Entry[] =>
  hidesAmounts ? entries.map((entry) => ({ ...entry, amount: null })) : entries

function deliveryModel({ delivery }: OrderDetails['order'], texts: Texts) {
  const text = deliveryWords(delivery, texts)
  return text === null || delivery === 'SHIP' ? null : { text, hint: texts.t(`order.delivery.${delivery}`) }
}

function outdatedText({ order, prints }: OrderDetails, texts: Texts): string | null {
  if (order.status === 'CANCELLED') return null
  const documents = outdatedPrints(prints, order).map((document) => texts.t(`orders.unprinted.${document}`))
  return documents.length > 0 ? texts.t('order.address.outdated', { documents: texts.list(documents) }) : null
}

function nextDue({ order, cancellations }: OrderDetails): { what: 'answerBy' | 'shipBy'; at: Date } | null {
  if (order.status === 'CANCELLATION_REQUESTED') {
    const at = cancellations.find((row) => row.closed_at === null)?.respond_by
    return at ? { what: 'answerBy', at } : null
  }
  return isUnshipped(order.status) && order.ship_by ? { what: 'shipBy', at: order.ship_by } : null
}

/** Text for what is overdue or due today; later dates need none. */
function dueOf(details: OrderDetails, now: Date, texts: Texts): StateWords | null {
  const next = nextDue(details)
  const words = next && dueWords(next.at, dueBounds(now, texts.timeZone), texts)
  return words && words.tone !== 'neutral' ? words : null
}

function datesOf(details: OrderDetails, now: Date, texts: Texts): DateModel[] {
  const { order, prints } = details
  const { t } = texts
  const next = nextDue(details)
  const tone = dueOf(details, now, texts)?.tone
  const date = (label: string, at: Date | null | undefined, due = false): DateModel[] =>
    at ? [{ label, time: timeModel(at, now, texts), ...(due && tone ? { tone } : {}) }] : []
  return [
    ...date(t('word.answerBy'), next?.what === 'answerBy' ? next.at : null, true),
    ...date(t('word.shipBy'), order.ship_by, next?.what === 'shipBy'),
    ...date(t('word.placed'), order.placed_at),
    ...date(t('word.paid'), order.paid_at),
    ...printDocuments.flatMap((document) => {
      const last = prints.findLast((print) => print.document === document)
      return date(t(`order.printed.${document}`), last?.printed_at)
    }),
    ...date(t('word.shipped'), order.shipped_at),
    ...date(t(order.delivery === 'COLLECT' ? 'orders.pickup.DELIVERED' : 'word.delivered'), order.delivered_at),
    ...(order.delivered ? [] : expectedDelivery(order, now, texts)),
  ]
}

function expectedDelivery(
  { estimated_delivery_min: from, estimated_delivery_max: to }: OrderDetails['order'],
  now: Date,
  texts: Texts,
): DateModel[] {
  const first = from ?? to
  if (!first) return []
  const days = [...new Set([first, to ?? first].map((at) => texts.moment(at, 'day')))]
  return [{ label: texts.t('order.date.delivery'), time: { ...timeModel(first, now, texts), text: days.join(' – ') } }]
}

const ratingTones = { POSITIVE: 'good', NEUTRAL: 'neutral', NEGATIVE: 'bad' } as const

function feedbackModel({ order, feedback }: OrderDetails, { now, texts, mayTalk, from }: ViewFor) {
  return feedback.map(({ rating, stars, title, comment, left_at, reply }, key) => ({
    key,
    rating: { tone: ratingTones[rating], text: texts.t(`order.rating.${rating}`) },
    stars: stars === null ? null : texts.t('order.stars', { n: stars }),
    title,
    comment,
    time: left_at && timeModel(left_at, now, texts),
    reply,
    // URL of the reply form; null if not permitted.
    replyHref: mayTalk ? paths.orderFeedback(order.order_number, key, from) : null,
  }))
}

function policiesOf({ lines }: OrderDetails, { texts, mayList = false }: ViewFor) {
  const sold = new Map(lines.map((line) => [`${line.policy_id} ${line.policy_version}`, line]))
  return [...sold.values()].flatMap(
    ({ policy_id: policy, policy_version: version, policy_name: name, has_policy: isThere }) =>
      policy === null || version === null || name === null
        ? []
        : {
            text: texts.t('order.policy.version', { name, n: version }),
            href: mayList && isThere ? paths.shippingPolicy({ policy, version: String(version) }) : null,
          },
  )
}
