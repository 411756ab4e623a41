import type { Texts } from '#texts/texts.ts'
import type { OrderDetails } from './order-details-db.server.ts'

/** Something that happened to an order. */
export interface TimelineEvent {
  at: Date
  text: string
}

/** What happened to an order, newest last; what is still to come, or has no time, is not in it. */
export function orderTimeline(details: OrderDetails, now: Date, texts: Texts): TimelineEvent[] {
  const events = [
    { at: details.order.placed_at, text: texts.t('order.event.placed', { buyer: details.buyer.username }) },
    ...paymentEvents(details, texts),
    ...cancellationEvents(details, texts),
    ...shipmentEvents(details, texts),
    ...refundEvents(details, texts),
    ...feedbackEvents(details, texts),
  ]
  // Sorting keeps the sequence of events of one moment: an order is placed before it is paid.
  return events.filter((event): event is TimelineEvent => event.at !== null && event.at <= now).toSorted(byTime)
}

interface Dated {
  at: Date | null
  text: string
}

const byTime = (a: TimelineEvent, b: TimelineEvent) => a.at.getTime() - b.at.getTime()

function paymentEvents({ payments }: OrderDetails, texts: Texts): Dated[] {
  return payments.map(({ paid_at: at, amount_minor: minor, currency, method }) => ({
    at,
    text: texts.t('order.event.paid', {
      amount: texts.money({ minor, currency }),
      method: texts.t(`order.method.${method}`),
    }),
  }))
}

function cancellationEvents({ cancellations }: OrderDetails, texts: Texts): Dated[] {
  return cancellations.flatMap((row): Dated[] => [
    {
      at: row.requested_at,
      text: texts.t('order.event.cancelRequested', {
        initiator: row.initiator,
        reason: texts.t(`order.cancelReason.${row.reason}`),
      }),
    },
    { at: row.closed_at, text: texts.t(`order.cancelState.${row.state}`) },
  ])
}

function shipmentEvents({ shipments }: OrderDetails, texts: Texts): Dated[] {
  return shipments.flatMap(({ carrier, tracking_number: tracking, shipped_at, delivered_at }): Dated[] => {
    const parcel = [carrier, tracking].filter(Boolean).join(' ')
    return [
      { at: shipped_at, text: texts.t('order.event.shipped', { parcel }) },
      { at: delivered_at, text: texts.t('order.event.delivered', { parcel }) },
    ]
  })
}

function refundEvents({ refunds }: OrderDetails, texts: Texts): Dated[] {
  return refunds
    .filter(({ state }) => state === 'REFUNDED')
    .map(({ refunded_at: at, amount_minor: minor, currency, reason }) => ({
      at,
      text: texts.t('order.event.refunded', {
        amount: texts.money({ minor, currency }),
        reason: texts.t(`order.refundReason.${reason}`),
      }),
    }))
}

function feedbackEvents({ feedback }: OrderDetails, texts: Texts): Dated[] {
  return feedback.flatMap(({ rating, left_at, replied_at }): Dated[] => [
    { at: left_at, text: texts.t('order.event.feedback', { rating: texts.t(`order.rating.${rating}`) }) },
    { at: replied_at, text: texts.t('order.event.replied') },
  ])
}
