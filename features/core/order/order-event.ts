import type { Row } from '#db/schema.ts'
import type { AddressReason } from './address-reason.ts'
import type { CaseFacts } from './order-case.ts'

// Timeline of an order (`order_events`): written with each change, in the same transaction, and immutable.

/** Who acts on an order. Stores the member's name at that time, or the name of the API key. */
export type Actor =
  | { kind: 'MEMBER'; id: string; name: string }
  | { kind: 'TOOL'; name: string }
  | { kind: Exclude<Row<'order_events'>['actor'], 'MEMBER' | 'TOOL'> }

/** Name of a seller's member or tool; null for others. */
export const nameOf = (actor: Actor): string | null => ('name' in actor ? actor.name : null)

export interface ParcelFacts {
  carrier: string
  service: string | null
  trackingNumber: string | null
  /** ISO 8601; null if unknown. */
  shippedAt: string | null
  /** Units by line position. */
  contents: { line: number; units: number }[]
  state: Row<'shipments'>['state']
  /** ISO 8601; null until delivered. */
  deliveredAt: string | null
}

/** Part of a refund, in minor units: for a line by position, or for the order. */
export interface RefundPart {
  line: number | null
  kind: Row<'refund_parts'>['kind']
  minor: number
}

export interface PaymentFacts {
  state: Row<'payments'>['state']
  method: Row<'payments'>['method']
  amountMinor: number
  currency: string
  /** ISO 8601; null if no money was received. */
  paidAt: string | null
}

export interface RefundFacts {
  state: Row<'refunds'>['state']
  reason: Row<'refunds'>['reason']
  amountMinor: number
  currency: string
  parts: readonly RefundPart[]
  /** Reason given by the payment provider. */
  refusal: Row<'refunds'>['refusal']
  /** Set if the marketplace's shop has paid it already. */
  reported?: true
}

/** Ship-by time and the facts it was computed from; set once. */
interface ShipByFacts {
  /** ISO 8601. */
  shipBy: string
  rule: 'HANDLING_TIME'
  /** Version of the seller's calendar. */
  calendar: number
  handlingDays: number
}

/** Key of an address, so that erasing the buyer's addresses erases it too. */
interface AddressFacts {
  address: number
}

/** A bought label, by the key of its parcel. */
export interface LabelFacts {
  carrier: string
  service: string
  trackingNumber: string | null
  costMinor: number
  currency: string
  isReturn: boolean
}

/** When the buyer collected the order; ISO 8601. */
interface HandOverFacts {
  at: string
}

/** Lines that the marketplace's shop added, and the hash of what it sent. */
interface AdditionFacts {
  lines: readonly CancelledUnits[]
  pushedAs: string
}

/** A message in the timeline, without its text. */
interface MessageFacts {
  /** Key of the case it is about. */
  subject: string | null
  pictures: number
}

/** Units of a line, by position. */
export interface CancelledUnits {
  line: number
  units: number
}

export interface CancellationFacts {
  state: Row<'cancellations'>['state']
  initiator: Row<'cancellations'>['initiator']
  reason: Row<'cancellations'>['reason']
  /** Response deadline of the seller; ISO 8601. */
  respondBy: string | null
  declineReason: Row<'cancellations'>['decline_reason']
  refundKey: string | null
  /** Units by line position; null, or missing in old entries, means the whole order. */
  units?: readonly CancelledUnits[] | null
}

/**
 * Events with the state of their subject before and after; the last `after` is its current state. `subject` is the key
 * of a parcel, refund or cancellation, or the marketplace id of a payment.
 */
export type OrderEvent =
  | { kind: 'PARCEL_SHIPPED'; subject: string; before: null; after: ParcelFacts }
  | { kind: 'PARCEL_TRACKED'; subject: string; before: ParcelFacts; after: ParcelFacts }
  | { kind: 'PARCEL_CORRECTED'; subject: string; before: ParcelFacts; after: ParcelFacts }
  | { kind: 'PARCEL_VOIDED'; subject: string; before: ParcelFacts; after: null }
  | { kind: 'LABEL_BOUGHT'; subject: string; before: null; after: LabelFacts }
  | { kind: 'LABEL_VOIDED'; subject: string; before: LabelFacts; after: null }
  | { kind: 'HANDED_OVER'; subject: 'hand-over'; before: null; after: HandOverFacts }
  | { kind: 'HAND_OVER_UNDONE'; subject: 'hand-over'; before: HandOverFacts; after: null }
  | { kind: 'LINES_ADDED'; subject: string; before: null; after: AdditionFacts }
  | { kind: 'PAYMENT_CHANGED'; subject: string; before: PaymentFacts; after: PaymentFacts }
  | { kind: 'SHIP_BY_SET'; subject: 'ship-by'; before: null; after: ShipByFacts }
  | { kind: 'MESSAGE_SENT' | 'MESSAGE_RECEIVED'; subject: string; before: null; after: MessageFacts }
  | {
      kind: 'ADDRESS_CHANGED'
      subject: 'ship-to'
      before: AddressFacts
      after: AddressFacts & { reason: AddressReason | null }
    }
  | { kind: 'NOTE_WRITTEN'; subject: 'note'; before: { text: string } | null; after: { text: string } | null }
  | { kind: 'TAGS_CHANGED'; subject: 'tags'; before: { tags: string[] } | null; after: { tags: string[] } | null }
  | { kind: 'CANCELLATION_REQUESTED' | 'ORDER_CANCELLED'; subject: string; before: null; after: CancellationFacts }
  | {
      kind: 'CANCELLATION_ACCEPTED' | 'CANCELLATION_DECLINED' | 'CANCELLATION_EXPIRED' | 'CANCELLATION_CLOSED'
      subject: string
      before: CancellationFacts
      after: CancellationFacts
    }
  | { kind: 'REFUND_REQUESTED'; subject: string; before: null; after: RefundFacts }
  | {
      kind: 'REFUND_MADE' | 'REFUND_REFUSED' | 'REFUND_RETRIED'
      subject: string
      before: RefundFacts
      after: RefundFacts
    }
  | { kind: 'CASE_STEP'; subject: string; before: CaseFacts | null; after: CaseFacts }
  | { kind: 'BUYER_ERASED'; subject: 'buyer'; before: null; after: Record<string, never> }

/** Event for a ship-by time set from the calendar version and the longest handling time. */
export const shipBySet = ({
  shipBy,
  calendar,
  handlingDays,
}: Omit<ShipByFacts, 'shipBy' | 'rule'> & { shipBy: Date }) =>
  ({
    kind: 'SHIP_BY_SET',
    subject: 'ship-by',
    before: null,
    after: { shipBy: shipBy.toISOString(), rule: 'HANDLING_TIME', calendar, handlingDays },
  }) satisfies OrderEvent

/** A stored event; `requestKey` is the idempotency key of the request that caused it, if any. */
export type WrittenOrderEvent = OrderEvent & { at: Date; actor: Actor; requestKey: string | null }
