import { z } from 'zod'

// API response fields the simulator reads, as an external program would.

const money = z.object({ value: z.string(), currency: z.string() })
const moment = z.iso.datetime({ offset: true })

export const pageAnswer = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), next: z.string().nullable(), more: z.boolean().optional() })

export const sellerAnswer = z.object({ id: z.string(), country: z.string(), suspended: z.boolean() })

export const listingAnswer = z.object({
  item: z.string(),
  state: z.string(),
  format: z.string(),
  title: z.string(),
  price: money,
  /** The sale that is on, or the next one; events tell when it starts and ends. */
  sale: z.object({ price: money, isOn: z.boolean() }).nullable(),
  takesOffers: z.boolean(),
  pictures: z.array(z.string()),
  variations: z.array(
    z.object({ values: z.array(z.string()), price: money, sale: z.object({ price: money }).nullable() }),
  ),
})
export type ListingAnswer = z.output<typeof listingAnswer>

export const orderAnswer = z.object({
  id: z.string(),
  status: z.string(),
  placedAt: moment,
  paidAt: moment.nullable(),
  buyer: z.object({ username: z.string().nullable() }),
  shipTo: z.object({ country: z.string() }).nullable(),
  total: money,
  lines: z.array(
    z.object({
      line: z.int(),
      item: z.string(),
      title: z.string(),
      quantity: z.int(),
      shipped: z.int(),
      cancelled: z.int(),
    }),
  ),
  parcels: z.array(
    z.object({
      id: z.string(),
      carrier: z.string(),
      trackingNumber: z.string().nullable(),
      state: z.string(),
      shippedAt: moment.nullable(),
      deliveredAt: moment.nullable(),
    }),
  ),
  refunds: z.array(z.object({ state: z.string(), amount: money })),
})
export type OrderAnswer = z.output<typeof orderAnswer>
export type ParcelAnswer = OrderAnswer['parcels'][number]

export const caseAnswer = z.object({
  number: z.string(),
  kind: z.enum(['RETURN', 'NOT_RECEIVED']),
  state: z.string(),
  offerPercent: z.int().nullable(),
})
export type CaseAnswer = z.output<typeof caseAnswer>

export const offerAnswer = z.object({
  id: z.string(),
  item: z.string(),
  variation: z.string().nullable(),
  state: z.string(),
  turn: z.enum(['BUYER', 'SELLER']).nullable(),
  price: money,
  units: z.int(),
  changedAt: moment,
  order: z.string().nullable(),
})
export type OfferAnswer = z.output<typeof offerAnswer>

export const eventAnswer = z.object({
  type: z.string(),
  timestamp: moment,
  data: z.object({
    seller: z.string(),
    order: orderAnswer.optional(),
    case: caseAnswer.optional(),
    listing: listingAnswer.optional(),
    offer: offerAnswer.optional(),
    message: z.object({ from: z.enum(['BUYER', 'SELLER']), case: z.string().nullable() }).optional(),
  }),
})
export type EventAnswer = z.output<typeof eventAnswer>

export const pictureAnswer = z.object({ id: z.string() })

/** A problem response of the hub (RFC 9457). */
export const problemAnswer = z.object({
  type: z.string(),
  title: z.string(),
  detail: z.string().optional(),
  available: z.int().optional(),
  errors: z.array(z.object({ pointer: z.string().optional(), detail: z.string() })).optional(),
})
export type ProblemAnswer = z.output<typeof problemAnswer>
