import type { Row } from '#db/schema.ts'

/** What others are told of, as `db/functions/events.sql` names it. */
export const eventTypes = [
  'listing.published',
  'listing.changed',
  'listing.ended',
  'stock.changed',
  'order.placed',
  'order.paid',
  'order.address_changed',
  'order.shipped',
  'order.parcel_voided',
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
  'feedback.replied',
] as const
/** An event that has its place in line. */
export type PlacedEvent = Row<'events'> & { place: number }

/** What can happen that others are told of. */
export type EventType = (typeof eventTypes)[number]

/** Reads a type; null for anything else. */
export const parseEventType = (text: string): EventType | null => eventTypes.find((type) => type === text) ?? null

/** Days for which an event can be pulled, and a delivery be looked up. */
export const eventDays = 30
