import type { Row } from '#db/schema.ts'

/** Event types, as `db/functions/events.sql` names them. */
export const eventTypes = [
  'listing.published',
  'listing.changed',
  'listing.ended',
  'stock.changed',
  'stock.low',
  'order.placed',
  'order.paid',
  'order.address_changed',
  'order.lines_added',
  'order.shipped',
  'order.parcel_voided',
  'order.handed_over',
  'order.hand_over_undone',
  'order.cancellation_requested',
  'order.cancellation_declined',
  'order.cancelled',
  'order.lines_cancelled',
  'order.refund_requested',
  'order.refunded',
  'order.refund_failed',
  'return.opened',
  'return.changed',
  'not_received.opened',
  'not_received.changed',
  'message.sent',
  'message.received',
  'question.asked',
  'question.answered',
  'feedback.replied',
  'offer.received',
  'offer.accepted',
  'offer.countered',
  'offer.declined',
  'offer.sent',
  'offer.withdrawn',
  'offer.ended',
  'offer.paid',
  'offer.not_paid',
  'payout.initiated',
  'payout.paid',
  'payout.delayed',
  'payout.failed',
  'payout.reversed',
  'hold.placed',
  'hold.released',
  'dispute.opened',
  'dispute.contested',
  'dispute.accepted',
  'dispute.won',
  'dispute.lost',
] as const
export type PlacedEvent = Row<'events'> & { place: number }

export type EventType = (typeof eventTypes)[number]

export const parseEventType = (text: string): EventType | null => eventTypes.find((type) => type === text) ?? null

/** Days for which events and deliveries are kept. */
export const eventDays = 30

/** Events or deliveries deleted by one statement, so that locks and transactions stay short. */
export const removedAtOnce = 10_000

/** The entity of deliveries about a question, by its key. */
export const questionEntity = (sellerId: number, thread: string): string => `question ${sellerId} ${thread}`

export const isAboutQuestion = ({ type }: Pick<PlacedEvent, 'type'>): boolean => type.startsWith('question.')

export const offerEntity = (sellerId: number, key: string): string => `offer ${sellerId} ${key}`

export const isAboutOffer = ({ type }: Pick<PlacedEvent, 'type'>): boolean => type.startsWith('offer.')

/** The entity of deliveries about an order; those of one entity are sent in order. */
export const orderEntity = (sellerId: number, orderId: number): string => `order ${sellerId} ${orderId}`
