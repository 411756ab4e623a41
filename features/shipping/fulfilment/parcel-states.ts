import type { Row } from '#db/schema.ts'
import { takeStep, type StateTable } from '#lib/state-table.ts'

// What becomes of a parcel once it has left (seller-hubs 5.3): what its carrier tells, and until when it is taken back. Pure.

/** How a parcel stands. */
export type ParcelState = Row<'shipments'>['state']

/** What a carrier tells of a parcel. */
export const trackingKinds = ['SCANNED', 'DELIVERED', 'EXCEPTION', 'RETURNED_TO_SENDER'] as const
export type TrackingKind = (typeof trackingKinds)[number]

/** What happens to a parcel: its carrier's words, and that the seller takes it back. */
export type ParcelEvent = TrackingKind | 'VOID'

/** A parcel that was taken back is one no more: the order is as if it had never been. */
export type ParcelEnd = ParcelState | 'VOIDED'

const arrives = { DELIVERED: [{ next: 'DELIVERED' }], RETURNED_TO_SENDER: [{ next: 'RETURNED_TO_SENDER' }] } as const
const scanned = { SCANNED: [{ next: 'IN_TRANSIT' }] } as const
const troubled = { EXCEPTION: [{ next: 'EXCEPTION' }] } as const

/**
 * SHIPPED -> IN_TRANSIT -> DELIVERED; -> EXCEPTION, from which it goes on; -> RETURNED_TO_SENDER. A carrier may leave out steps. What
 * is delivered, or is back, stays so; SHIPPED -> VOIDED only before the first scan.
 */
export const parcelTable: StateTable<ParcelEnd, ParcelEvent, null, 'not-possible-now'> = {
  refusalOf: () => 'not-possible-now',
  ways: {
    SHIPPED: { ...scanned, ...troubled, ...arrives, VOID: [{ next: 'VOIDED' }] },
    IN_TRANSIT: { ...troubled, ...arrives },
    EXCEPTION: { ...scanned, ...arrives },
    DELIVERED: {},
    RETURNED_TO_SENDER: {},
    VOIDED: {},
  },
}

/** What an event leads to; a carrier that repeats itself, or is late, leads nowhere. */
export const nextParcel = (state: ParcelEnd, event: ParcelEvent) => takeStep(parcelTable, { state, event, facts: null })
