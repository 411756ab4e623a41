import type { Row } from '#db/schema.ts'
import { takeStep, type StateTable } from '#lib/state-table.ts'

// States of a parcel after it ships (seller-hubs 5.3): carrier events, and the window for voiding it. Pure.

export type ParcelState = Row<'shipments'>['state']

export const trackingKinds = ['SCANNED', 'DELIVERED', 'EXCEPTION', 'RETURNED_TO_SENDER'] as const
export type TrackingKind = (typeof trackingKinds)[number]

/** An event on a parcel: reported by its carrier, or the seller voiding it. */
export type ParcelEvent = TrackingKind | 'VOID'

/** A voided parcel is deleted, so `VOIDED` is a final state that is never stored. */
export type ParcelEnd = ParcelState | 'VOIDED'

const arrives = { DELIVERED: [{ next: 'DELIVERED' }], RETURNED_TO_SENDER: [{ next: 'RETURNED_TO_SENDER' }] } as const
const scanned = { SCANNED: [{ next: 'IN_TRANSIT' }] } as const
const troubled = { EXCEPTION: [{ next: 'EXCEPTION' }] } as const

/**
 * Carriers may skip steps. `DELIVERED` and `RETURNED_TO_SENDER` are final; a parcel leaves `EXCEPTION` again. Only a
 * `SHIPPED` parcel (not yet scanned) can be voided.
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

/** Applies an event. A repeated or late carrier event changes nothing. */
export const nextParcel = (state: ParcelEnd, event: ParcelEvent) => takeStep(parcelTable, { state, event, facts: null })
