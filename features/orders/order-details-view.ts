import type { Texts } from '#texts/texts.ts'
import { dueBounds, isUnshipped } from './order.ts'
import type { OrderDetails } from './order-details-db.server.ts'
import { addressModel, buyerModel, type AddressModel, type BuyerModel } from './order-buyer-view.ts'
import { linesModel, shipmentsModel, type LineModel, type ShipmentModel } from './order-lines-view.ts'
import { moneyModel, paymentsModel, refundsModel, type AmountModel, type PaymentModel } from './order-money-view.ts'
import { orderTimeline } from './order-timeline.ts'
import { dueWords, statusWords, timeModel, type StateWords, type TimeModel } from './order-words.ts'

/** A fact about an order: what it is called, and when; `state` says how it stands. */
export interface DateModel {
  label: string
  time: TimeModel
  state?: StateWords
}

/** All that an order's page shows. */
export interface OrderDetailsModel {
  title: string
  /** The zone of all times. */
  note: string
  status: StateWords
  dates: DateModel[]
  service: string | null
  lines: LineModel[]
  shipments: ShipmentModel[]
  buyer: BuyerModel
  address: AddressModel
  payments: PaymentModel[]
  refunds: PaymentModel[]
  money: AmountModel[]
  timeline: { text: string; time: TimeModel }[]
  /** What the buyer wrote, as written. */
  buyerNote: string | null
  feedback: FeedbackModel[]
}

/** What a buyer said of the order. */
export interface FeedbackModel {
  key: number
  rating: StateWords
  stars: string | null
  title: string | null
  comment: string | null
  time: TimeModel | null
  reply: string | null
}

interface ViewFor {
  now: Date
  texts: Texts
  addressDetail: 'full' | 'masked' | 'none'
}

/** An order as its page shows it, in the shop's time; addresses as far as the reader may see them. */
export function orderDetailsModel(details: OrderDetails, { now, texts, addressDetail }: ViewFor): OrderDetailsModel {
  const { order } = details
  return {
    title: texts.t('order.title', { number: order.order_number }),
    note: texts.t('common.zone', { zone: texts.zoneName(now) }),
    status: statusWords(order.status, texts),
    dates: datesOf(details, now, texts),
    service: order.shipping_service,
    lines: linesModel(details, texts),
    shipments: shipmentsModel(details, now, texts),
    buyer: buyerModel(details, { addressDetail, texts }),
    address: addressModel(details.address, { addressDetail, texts }),
    payments: paymentsModel(details, now, texts),
    refunds: refundsModel(details, now, texts),
    money: moneyModel(details, texts),
    timeline: orderTimeline(details, now, texts).map(({ at, text }) => ({ text, time: timeModel(at, now, texts) })),
    buyerNote: addressDetail === 'full' ? order.buyer_note : null,
    feedback: feedbackModel(details, now, texts),
  }
}

function datesOf({ order, cancellations }: OrderDetails, now: Date, texts: Texts): DateModel[] {
  const { t } = texts
  const bounds = dueBounds(now, texts.timeZone)
  const due = isUnshipped(order.status) ? dueWords(order.ship_by, bounds, texts) : null
  const open = order.status === 'CANCELLATION_REQUESTED' ? cancellations.find((row) => row.closed_at === null) : null
  const answer = open?.respond_by ? dueWords(open.respond_by, bounds, texts) : null
  const date = (label: string, at: Date | null | undefined, state?: StateWords | null): DateModel[] =>
    at ? [{ label, time: timeModel(at, now, texts), ...(state ? { state } : {}) }] : []
  return [
    ...date(t('order.date.answerBy'), open?.respond_by, answer),
    ...date(t('order.date.shipBy'), order.ship_by, due),
    ...date(t('order.date.placed'), order.placed_at),
    ...date(t('order.date.paid'), order.paid_at),
    ...date(t('order.date.shipped'), order.shipped_at),
    ...date(t('order.date.delivered'), order.delivered_at),
    ...(order.delivered ? [] : delivery(order, now, texts)),
  ]
}

/** When the buyer expects the parcel: between two days. */
function delivery(
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

function feedbackModel({ feedback }: OrderDetails, now: Date, texts: Texts): FeedbackModel[] {
  return feedback.map(({ rating, stars, title, comment, left_at, reply }, key) => ({
    key,
    rating: { tone: ratingTones[rating], text: texts.t(`order.rating.${rating}`) },
    stars: stars === null ? null : texts.t('order.stars', { n: stars }),
    title,
    comment,
    time: left_at && timeModel(left_at, now, texts),
    reply,
  }))
}
