import { z } from 'zod'
import { trackingKinds } from '#features/shipping/fulfilment/parcel-states.ts'
import { trackParcel } from '#features/shipping/fulfilment/track-parcel-db.server.ts'
import { sellerEndpoint, type Endpoint } from './endpoint.ts'
import { moment, optional, text } from './fields.ts'
import { ApiProblem } from './problem.ts'
import { noQuery, sellerParams } from './sellers.ts'

const trackingBody = z
  .strictObject({
    shipment: optional(text(40)).meta({ description: 'The parcel’s id, as the hub gave it' }),
    carrier: optional(text(100)).meta({ description: 'With the number, where the id is not known' }),
    trackingNumber: optional(text(100)),
    event: z.enum(trackingKinds),
    at: moment(),
  })
  .refine(
    ({ shipment, carrier, trackingNumber }) =>
      shipment ? !carrier && !trackingNumber : Boolean(carrier && trackingNumber),
    { message: 'is named by its id, or by carrier and number', path: ['shipment'] },
  )
  .meta({ id: 'TrackingEventBody', description: 'What a carrier tells of a parcel' })

const tracked = z
  .object({ shipments: z.array(z.string()).describe('Ids of the parcels that it is about') })
  .meta({ id: 'TrackedShipments', description: 'Parcels that a carrier spoke of' })

/** Carrier events. */
export const trackingEndpoints: Endpoint[] = [
  sellerEndpoint(
    {
      method: 'POST',
      path: '/sellers/{seller}/tracking-events',
      operationId: 'addTrackingEvent',
      tag: 'After the sale',
      summary: 'Report a tracking event',
      description:
        'From its first scan on a parcel is not taken back any more; once all have arrived, the order is delivered. What comes late, or twice, changes nothing. ' +
        'As `application/x-ndjson` it takes up to 100,000 events, one a line.',
      scope: 'tracking:write',
      params: sellerParams,
      query: noQuery,
      body: trackingBody,
      example: { carrier: 'Royal Mail', trackingNumber: 'AB123456789GB', event: 'SCANNED', at: '2026-11-23T18:00:00Z' },
      batch: true,
      happened: ({ at }) => ({ '/at': at }),
      answers: { 200: { description: 'The parcels that it is about', schema: tracked } },
      problems: [],
    },
    async ({ seller, body, write }) => {
      const { shipment, carrier, trackingNumber, event, at } = body
      const parcel = shipment ? { key: shipment } : { carrier: carrier ?? '', trackingNumber: trackingNumber ?? '' }
      const outcome = await write((db) =>
        trackParcel(db, { sellerId: seller.id, parcel, kind: event, at: new Date(at) }),
      )
      if (outcome.ok) return { status: 200, body: { shipments: outcome.parcels } }
      switch (outcome.reason) {
        case 'unknown':
          throw new ApiProblem('not-found', { detail: 'The seller has no such parcel.' })
        case 'before-order':
          throw new ApiProblem('invalid-body', {
            errors: [{ pointer: '/at', detail: 'It is before the order was placed, and so about another parcel.' }],
          })
      }
    },
  ),
]
