import type { Row } from '#db/schema.ts'
import type { AddressReason } from './address-reason.ts'
import type { CaseFacts } from './order-case.ts'

// The timeline of an order: what has been done about it, written with what was done (`order_events`), and never changed.

/** Who does something about an order. A member has the name of that day in it, whatever becomes of the account; a seller's tool that of its key. */
export type Actor =
  | { kind: 'MEMBER'; id: string; name: string }
  | { kind: 'TOOL'; name: string }
  | { kind: Exclude<Row<'order_events'>['actor'], 'MEMBER' | 'TOOL'> }

/** The name of somebody of the seller's side; null for all others. */
export const nameOf = (actor: Actor): string | null => ('name' in actor ? actor.name : null)

/** A parcel as the timeline keeps it. */
export interface ParcelFacts {
  carrier: string
  service: string | null
  trackingNumber: string | null
  /** ISO 8601; null where it is not known. */
  shippedAt: string | null
  /** What is in it: units by the position of the line in its order. */
  contents: { line: number; units: number }[]
  state: Row<'shipments'>['state']
  /** ISO 8601; null until it has arrived. */
  deliveredAt: string | null
}

/** Money of a refund that is part of one line, by its position, or of the order as a whole, in minor units. */
export interface RefundPart {
  line: number | null
  kind: Row<'refund_parts'>['kind']
  minor: number
}

/** A buyer's payment as the timeline keeps it. */
export interface PaymentFacts {
  state: Row<'payments'>['state']
  method: Row<'payments'>['method']
  amountMinor: number
  currency: string
  /** ISO 8601; null where no money came. */
  paidAt: string | null
}

/** A refund as the timeline keeps it. */
export interface RefundFacts {
  state: Row<'refunds'>['state']
  reason: Row<'refunds'>['reason']
  amountMinor: number
  currency: string
  parts: readonly RefundPart[]
  /** Why the payment side refuses it. */
  refusal: Row<'refunds'>['refusal']
}

/** By when an order is to be shipped as the timeline keeps it, with what that followed from. It is set once. */
interface ShipByFacts {
  /** ISO 8601. */
  shipBy: string
  rule: 'HANDLING_TIME'
  /** The version of the seller's calendar. */
  calendar: number
  handlingDays: number
}

/** An address as the timeline keeps it: its key, so that it is erased with the buyer's addresses. */
interface AddressFacts {
  address: number
}

/** A message as the timeline keeps it: that it was written, not what it says. */
interface MessageFacts {
  /** The key of the case that it is about. */
  subject: string | null
  /** How many. */
  pictures: number
}

/** Units of a line that are cancelled; the line by its position. */
export interface CancelledUnits {
  line: number
  units: number
}

/** A cancellation as the timeline keeps it. */
export interface CancellationFacts {
  state: Row<'cancellations'>['state']
  initiator: Row<'cancellations'>['initiator']
  reason: Row<'cancellations'>['reason']
  /** Until when the seller answers; ISO 8601. */
  respondBy: string | null
  declineReason: Row<'cancellations'>['decline_reason']
  /** The refund that follows. */
  refundKey: string | null
  /** Units by the position of their line; null is the whole order, as it is where an old entry says nothing. */
  units?: readonly CancelledUnits[] | null
}

/**
 * What happens to an order, each kind with what its subject was and is: the last `after` of a subject is how it stands now.
 * `subject` names what of the order it is about, a parcel, a refund or a cancellation by its key, a payment by its id in the marketplace.
 */
export type OrderEvent =
  | { kind: 'PARCEL_SHIPPED'; subject: string; before: null; after: ParcelFacts }
  | { kind: 'PARCEL_TRACKED'; subject: string; before: ParcelFacts; after: ParcelFacts }
  | { kind: 'PARCEL_VOIDED'; subject: string; before: ParcelFacts; after: null }
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

/** An order got its ship-by time by the seller's rules: a version of their calendar, and the longest handling time of its listings. */
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

/** An event as it was written; `requestKey` is the wish that led to it, where one did. */
export type WrittenOrderEvent = OrderEvent & { at: Date; actor: Actor; requestKey: string | null }
