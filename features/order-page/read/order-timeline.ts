import { shownBuyer } from '#features/core/order/removed-buyer.ts'
import { disputeEvents } from '#features/after-sale/disputes/dispute-words.ts'
import { caseEventWords } from '#features/after-sale/cases/case-event-words.ts'
import {
  type CancellationFacts,
  type LabelFacts,
  type ParcelFacts,
  type RefundFacts,
  type WrittenOrderEvent,
} from '#features/core/order/order-event.ts'
import { addressLinesOf } from '#features/orders/order-address/address-panel-view.ts'
import { amountsFor } from '#texts/amounts.ts'
import type { Texts } from '#texts/texts.ts'
import { unitWords } from './cancelled-words.ts'
import type { OrderDetails } from './order-details-db.server.ts'
import { offerAmounts } from './order-lines-view.ts'

export interface TimelineEvent {
  at: Date
  text: string
  /** Who did it, if the text does not say so. */
  by: string | null
}

interface TimelineFor {
  now: Date
  texts: Texts
  addressDetail: 'full' | 'masked' | 'none'
  /** Whether the reader may see disputes. */
  seesMoney: boolean
  hidesAmounts?: boolean
}

/** Builds the timeline, newest last, without future or undated entries. */
export function orderTimeline(
  details: OrderDetails,
  { now, texts, addressDetail, seesMoney, hidesAmounts }: TimelineFor,
): TimelineEvent[] {
  const money = amountsFor(texts, hidesAmounts)
  const events: Dated[] = [
    {
      at: details.order.placed_at,
      text: texts.t('order.event.placed', { buyer: shownBuyer(details.order.buyer_username, texts) }),
    },
    ...offerEvents(details, texts, money),
    ...paymentEvents(details, texts, money),
    ...deadlineEvents(details, texts),
    ...cancellationEvents(details, texts),
    ...printEvents(details, texts),
    ...shipmentEvents(details, texts),
    ...digitalEvents(details, texts),
    ...writtenEvents(details, texts, money),
    ...refundEvents(details, texts, money),
    ...(seesMoney ? details.disputes.flatMap((row) => disputeEvents(row, texts)) : []),
    ...feedbackEvents(details, texts),
    ...addressEvents(details, texts, addressDetail === 'full'),
  ]
  // A stable sort keeps the sequence of simultaneous events: placed before paid.
  return events
    .map(({ at, text, by = null }) => ({ at, text, by }))
    .filter((event): event is TimelineEvent => event.at !== null && event.at <= now)
    .toSorted(byTime)
}

interface Dated {
  at: Date | null
  text: string
  by?: string | null
}

const byTime = (a: TimelineEvent, b: TimelineEvent) => a.at.getTime() - b.at.getTime()

/** Offers that agreed prices of the order. */
function offerEvents({ lines }: OrderDetails, texts: Texts, money: Texts['money']): Dated[] {
  return lines.flatMap(({ offer }): Dated[] => {
    if (!offer?.accepted) return []
    const { actor, member_name: name, at } = offer.accepted
    return [
      {
        at: new Date(at),
        by: name ?? (actor === 'SELLER' ? null : byWhom({ kind: actor }, texts.t)),
        text: texts.t('order.event.offerAccepted', offerAmounts(offer, money)),
      },
    ]
  })
}

/** Payments whose state changed have recorded events. */
function paymentEvents({ payments, events }: OrderDetails, texts: Texts, money: Texts['money']): Dated[] {
  return payments.map(({ paid_at, amount_minor: minor, currency, method, external_id: id }) => ({
    at: events.some(({ kind, subject }) => kind === 'PAYMENT_CHANGED' && subject === id) ? null : paid_at,
    text: texts.t('order.event.paid', {
      amount: money({ minor, currency }),
      method: texts.t(`order.method.${method}`),
    }),
  }))
}

/** Deadlines set by the hub have recorded events; imported ones do not. */
function deadlineEvents({ order, events }: OrderDetails, texts: Texts): Dated[] {
  const { ship_by: shipBy, ship_handling_days: days, paid_at: at } = order
  if (!shipBy || events.some(({ kind }) => kind === 'SHIP_BY_SET')) return []
  return [{ at, by: days === null ? null : byWhom({ kind: 'HUB' }, texts.t), text: deadlineWords(shipBy, days, texts) }]
}

function deadlineWords(shipBy: Date, days: number | null, { t, moment }: Texts): string {
  const at = moment(shipBy, 'dateTime')
  return days === null ? t('order.event.shipByImported', { at }) : t('order.event.shipBy', { at, n: days })
}

/** Cancellations requested or answered in the hub have recorded events; others do not. */
function cancellationEvents(details: OrderDetails, texts: Texts): Dated[] {
  const { cancellations, events } = details
  return cancellations.flatMap((row): Dated[] => {
    const own = events.filter(({ subject }) => subject === row.cancel_key)
    const isBegun = own.some(({ before }) => before === null)
    return [
      { at: isBegun ? null : row.requested_at, text: requestWords(details, row, texts) },
      { at: own.length > 0 ? null : row.closed_at, text: texts.t(`order.cancelState.${row.state}`) },
    ]
  })
}

function requestWords(
  details: OrderDetails,
  { initiator, reason: why, units }: Pick<CancellationFacts, 'initiator' | 'reason' | 'units'>,
  texts: Texts,
): string {
  const reason = texts.t(`order.cancelReason.${why}`)
  if (!units) return texts.t('order.event.cancelRequested', { initiator, reason })
  return texts.t('cancel.event.items', { initiator, reason, items: unitWords(details, units, texts).join(', ') })
}

function printEvents({ prints }: OrderDetails, texts: Texts): Dated[] {
  return prints.map(({ document, printed_by: name, printed_at: at }) => ({
    at,
    text: texts.t(`order.event.printed.${document}`, { name }),
  }))
}

/** Parcels recorded in the hub have recorded events; imported ones do not. */
function shipmentEvents({ shipments, events }: OrderDetails, texts: Texts): Dated[] {
  return shipments.flatMap((row): Dated[] => {
    const parcel = [row.carrier, row.tracking_number].filter(Boolean).join(' ')
    const isTracked = events.some(({ kind, subject }) => kind === 'PARCEL_TRACKED' && subject === row.parcel_key)
    return [
      { at: row.recorded_at ? null : row.shipped_at, text: texts.t('order.event.shipped', { parcel }) },
      { at: isTracked ? null : row.delivered_at, text: texts.t('order.event.tracked', { state: 'DELIVERED', parcel }) },
    ]
  })
}

/** A digital order is delivered without anybody's doing. */
function digitalEvents({ order }: OrderDetails, texts: Texts): Dated[] {
  if (order.delivery !== 'DIGITAL' || !order.delivered) return []
  return [{ at: order.delivered_at, text: texts.t('order.event.digital') }]
}

/** Events whose text already names the buyer, carrier or payment provider. */
const saysWho: ReadonlySet<WrittenOrderEvent['kind']> = new Set([
  'MESSAGE_RECEIVED',
  'CANCELLATION_REQUESTED',
  'CANCELLATION_EXPIRED',
  'PARCEL_TRACKED',
  'PAYMENT_CHANGED',
  'REFUND_REFUSED',
])

const byWhom = (actor: WrittenOrderEvent['actor'], t: Texts['t']) =>
  'name' in actor ? actor.name : t(`order.by.${actor.kind}`)

function writtenEvents(details: OrderDetails, texts: Texts, money: Texts['money']): Dated[] {
  const { events, order } = details
  const { t } = texts
  return events.map(({ at, actor, ...event }): Dated => {
    const by = saysWho.has(event.kind) ? null : byWhom(actor, t)
    switch (event.kind) {
      case 'PARCEL_SHIPPED':
        return { at, by, text: t('order.event.shipped', parcelWords(event.after)) }
      case 'PARCEL_TRACKED':
        return { at, by, text: t('order.event.tracked', { state: event.after.state, ...parcelWords(event.after) }) }
      case 'PARCEL_CORRECTED': {
        const [{ parcel: former }, { parcel }] = [parcelWords(event.before), parcelWords(event.after)]
        return { at, by, text: t('order.event.corrected', { parcel, former }) }
      }
      case 'PAYMENT_CHANGED': {
        const { state, amountMinor: minor, currency, method } = event.after
        const words = { state, amount: money({ minor, currency }), method: t(`order.method.${method}`) }
        return { at, by, text: t('order.event.payment', words) }
      }
      case 'PARCEL_VOIDED':
        return { at, by, text: t('order.event.voided', parcelWords(event.before)) }
      case 'LABEL_BOUGHT':
        return { at, by, text: t('order.event.labelBought', { label: labelWords(event.after, money) }) }
      case 'LABEL_VOIDED':
        return { at, by, text: t('order.event.labelVoided', { label: labelWords(event.before, money) }) }
      case 'HANDED_OVER':
      case 'HAND_OVER_UNDONE':
        return { at, by, text: t(`order.event.${event.kind}`) }
      case 'LINES_ADDED':
        return {
          at,
          by,
          text: t('order.event.linesAdded', { items: unitWords(details, event.after.lines, texts).join(', ') }),
        }
      case 'BUYER_ERASED':
        return { at, by, text: t('order.event.buyerErased') }
      case 'SHIP_BY_SET':
        return { at, by, text: deadlineWords(new Date(event.after.shipBy), event.after.handlingDays, texts) }
      case 'ADDRESS_CHANGED':
        // Handled by `addressEvents`, which checks who may see the former address.
        return { at: null, text: '' }
      case 'MESSAGE_SENT':
        return { at, by, text: t('order.event.messageSent', { n: event.after.pictures }) }
      case 'MESSAGE_RECEIVED':
        return { at, by, text: t('order.event.messageReceived', { n: event.after.pictures }) }
      case 'NOTE_WRITTEN':
        // Only that the note changed, not its text, because everybody sees the timeline.
        return { at, by, text: t('order.event.note', { what: whatBecame(event) }) }
      case 'TAGS_CHANGED':
        return { at, by, text: tagWords(event.before?.tags ?? [], event.after?.tags ?? [], t) }
      case 'CANCELLATION_REQUESTED':
      case 'ORDER_CANCELLED':
        return { at, by, text: requestWords(details, event.after, texts) }
      case 'CANCELLATION_ACCEPTED':
        if (event.after.units) {
          const items = unitWords(details, event.after.units, texts).join(', ')
          return { at, by, text: t('cancel.event.itemsAccepted', { items }) }
        }
        return { at, by, text: t('order.event.CANCELLATION_ACCEPTED') }
      case 'CANCELLATION_EXPIRED':
      case 'CANCELLATION_CLOSED':
        return { at, by, text: t(`order.event.${event.kind}`, { state: event.after.state }) }
      case 'CANCELLATION_DECLINED': {
        const reason = event.after.declineReason ?? 'OTHER'
        return { at, by, text: t('order.event.CANCELLATION_DECLINED', { reason: t(`order.declineReason.${reason}`) }) }
      }
      case 'REFUND_MADE':
        // The payment provider completes refunds; if a member does, it was paid another way.
        return {
          at,
          by,
          text: t(
            actor.kind === 'MEMBER' ? 'order.event.refundElsewhere' : 'order.event.REFUND_MADE',
            refundWords(event.after, texts, money),
          ),
        }
      case 'REFUND_REQUESTED':
      case 'REFUND_REFUSED':
      case 'REFUND_RETRIED':
        return { at, by, text: t(`order.event.${event.kind}`, refundWords(event.after, texts, money)) }
      case 'CASE_STEP':
        return {
          at,
          by,
          text: caseEventWords(event.subject, event.after, { currency: order.currency, amount: money }, texts),
        }
    }
  })
}

const whatBecame = ({ before, after }: { before: object | null; after: object | null }) =>
  before === null ? 'added' : after === null ? 'removed' : 'changed'

function tagWords(before: readonly string[], after: readonly string[], t: Texts['t']): string {
  const added = after.filter((tag) => !before.includes(tag))
  const removed = before.filter((tag) => !after.includes(tag))
  return [
    ...(added.length > 0 ? [t('order.event.tagged', { n: added.length, tags: added.join(', ') })] : []),
    ...(removed.length > 0 ? [t('order.event.untagged', { n: removed.length, tags: removed.join(', ') })] : []),
  ].join(', ')
}

const parcelWords = ({ carrier, trackingNumber }: ParcelFacts) => ({
  parcel: [carrier, trackingNumber].filter(Boolean).join(' '),
})

const refundWords = (
  { amountMinor: minor, currency, reason }: RefundFacts,
  { t }: Pick<Texts, 't'>,
  money: Texts['money'],
) => ({
  amount: money({ minor, currency }),
  reason: t(`order.refundReason.${reason}`),
})

/** Refunds made in the hub have recorded events; imported ones do not. */
function refundEvents({ refunds }: OrderDetails, texts: Texts, money: Texts['money']): Dated[] {
  return refunds
    .filter(({ state, requested_at }) => state === 'REFUNDED' && requested_at === null)
    .map(({ refunded_at: at, amount_minor: minor, currency, reason }) => ({
      at,
      text: texts.t('order.event.REFUND_MADE', {
        amount: money({ minor, currency }),
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

/** Address changes; the former address is shown only to readers who may see addresses. */
function addressEvents({ events, formerAddresses }: OrderDetails, texts: Texts, seesAddresses: boolean): Dated[] {
  const { t } = texts
  return events.flatMap((event): Dated[] => {
    if (event.kind !== 'ADDRESS_CHANGED') return []
    const { reason } = event.after
    const former = seesAddresses ? formerAddresses.get(event.before.address) : undefined
    const text = reason
      ? t('order.event.addressChangedWhy', { why: t(`order.address.reason.${reason}`) })
      : t('order.event.addressChanged')
    const was = former ? t('order.event.addressWas', { address: addressLinesOf(former, texts) }) : null
    return [{ at: event.at, by: byWhom(event.actor, t), text: [text, was].filter(Boolean).join(' ') }]
  })
}

/** Whoever may see the order's amounts sees what its label cost. */
const labelWords = ({ carrier, service, trackingNumber, costMinor, currency }: LabelFacts, money: Texts['money']) =>
  [`${carrier} ${service}`, trackingNumber, money({ minor: costMinor, currency })].filter(Boolean).join(', ')
