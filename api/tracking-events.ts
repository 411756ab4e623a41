import { z } from 'zod'
import { trackingKinds } from '#features/shipping/fulfilment/parcel-states.ts'
import { trackParcel } from '#features/shipping/fulfilment/track-parcel-db.server.ts'
import { sellerEndpoint, type Endpoint } from './endpoint.ts'
import { moment, optional, text } from './fields.ts'
import { ApiProblem } from './problem.ts'

const trackingBody = z
  .strictObject({
    shipment: optional(text(40)).meta({ description: 'The parcel’s id in the hub' }),
    carrier: optional(text(100)).meta({ description: 'With `trackingNumber`, instead of `shipment`' }),
    trackingNumber: optional(text(100)),
    event: z.enum(trackingKinds),
    at: moment(),
  })
  .refine(
    ({ shipment, carrier, trackingNumber }) =>
      shipment ? !carrier && !trackingNumber : Boolean(carrier && trackingNumber),
    { message: 'must be given alone, or else `carrier` and `trackingNumber`', path: ['shipment'] },
  )
  .meta({ id: 'TrackingEventBody', description: 'A carrier’s tracking event of a parcel' })

const tracked = z
  .object({ shipments: z.array(z.string()).describe('Ids of the parcels that the event concerns') })
  .meta({ id: 'TrackedShipments', description: 'Parcels that a tracking event concerns' })

export const trackingEndpoints: Endpoint[] = [
  sellerEndpoint({
    route: 'POST /sellers/{seller}/tracking-events',
    operationId: 'addTrackingEvent',
    summary: 'Report a tracking event',
    description:
      'After its first scan, a parcel can no longer be voided; once all parcels have arrived, the order is delivered. Late or repeated events change nothing. ' +
      'As `application/x-ndjson`, the request takes up to 100,000 events, one per line.',
    scope: 'tracking:write',
    body: trackingBody,
    example: { carrier: 'Royal Mail', trackingNumber: 'AB123456789GB', event: 'SCANNED', at: '2026-11-23T18:00:00Z' },
    batch: true,
    happened: ({ at }) => ({ '/at': at }),
    answers: { 200: { description: 'The parcels that the event concerns', schema: tracked } },
    handle: async ({ seller, body, write }) => {
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
            errors: [
              { pointer: '/at', detail: 'The event is older than the order, so it must concern another parcel.' },
            ],
          })
      }
    },
  }),
]
