import { z } from 'zod'
import type { TrackingKind } from '#features/shipping/fulfilment/parcel-states.ts'
import type { LabelEvent, LabelRate } from './label-provider.ts'
import { minorOf } from './amounts.ts'

// What is read of Karrio's answers (Shipment, TrackingStatus, ShippingDocument of its OpenAPI document).

const rate = z.object({
  id: z.string(),
  carrier_name: z.string(),
  service: z.string().nullish(),
  total_charge: z.number(),
  currency: z.string(),
  transit_days: z.int().nullish(),
  meta: z.object({ service_name: z.string().nullish() }).nullish(),
})

export const shipmentAnswer = z.object({
  id: z.string(),
  status: z.string(),
  carrier_name: z.string().nullish(),
  tracking_number: z.string().nullish(),
  tracker_id: z.string().nullish(),
  selected_rate_id: z.string().nullish(),
  selected_rate: rate.nullish(),
  invoice_url: z.string().nullish(),
  rates: z.array(rate).default([]),
  messages: z.array(z.object({ message: z.string().nullish() })).default([]),
  shipper: z.record(z.string(), z.unknown()),
})
export type ShipmentAnswer = z.infer<typeof shipmentAnswer>

export const documentAnswer = z.object({ base64: z.base64() })

export const messagesOf = ({ messages }: Pick<ShipmentAnswer, 'messages'>): string =>
  messages.flatMap(({ message }) => message || []).join(' ')

const reasons = z.object({
  errors: z.array(z.object({ message: z.string() })).optional(),
  messages: z.array(z.object({ message: z.string() })).optional(),
})

export function reasonOf(answer: unknown): string | null {
  const { errors = [], messages = [] } = reasons.safeParse(answer).data ?? {}
  return [...errors, ...messages].map(({ message }) => message).join(' ') || null
}

/** A rate's id names its shipment too, so that the label is found by it. */
export const rateIdOf = (shipment: string, id: string) => `${shipment}.${id}`

export function shipmentOf(rateId: string): [shipment: string, rate: string] {
  const at = rateId.indexOf('.')
  return [rateId.slice(0, at), rateId.slice(at + 1)]
}

export const ratesOf = ({ id, rates }: ShipmentAnswer): LabelRate[] =>
  rates.map((each) => ({
    id: rateIdOf(id, each.id),
    ...namesOf(each),
    code: each.service ?? each.carrier_name,
    costMinor: minorOf(each.total_charge, each.currency),
    currency: each.currency,
    days: typeof each.transit_days === 'number' ? [each.transit_days, each.transit_days] : null,
  }))

export const namesOf = ({ carrier_name, service, meta }: z.infer<typeof rate>) => ({
  carrier: wordsOf(carrier_name),
  service: wordsOf(meta?.service_name ?? service ?? carrier_name),
})

const initials = new Set(['dhl', 'dpd', 'dx', 'gls', 'tnt', 'ups', 'usps'])

/** Words of a code: `dhl_express` is `DHL Express`. */
const wordsOf = (code: string): string =>
  code
    .split(/[_ ]/)
    .map((word) => (initials.has(word) ? word.toUpperCase() : word.charAt(0).toUpperCase() + word.slice(1)))
    .join(' ')

const kinds: Readonly<Record<string, TrackingKind>> = {
  picked_up: 'SCANNED',
  in_transit: 'SCANNED',
  out_for_delivery: 'SCANNED',
  ready_for_pickup: 'SCANNED',
  delivery_delayed: 'SCANNED',
  delivered: 'DELIVERED',
  on_hold: 'EXCEPTION',
  delivery_failed: 'EXCEPTION',
  return_to_sender: 'RETURNED_TO_SENDER',
}

export const trackerAnswer = z.object({
  tracking_number: z.string(),
  status: z.string().nullish(),
  events: z
    .array(
      z.object({
        date: z.string().nullish(),
        time: z.string().nullish(),
        timestamp: z.string().nullish(),
        status: z.string().nullish(),
        description: z.string().nullish(),
        location: z.string().nullish(),
      }),
    )
    .nullish(),
})
type TrackerAnswer = z.infer<typeof trackerAnswer>

/** A tracker's events, oldest first. Where a carrier's events have no status, the latest has the tracker's. */
export function trackerEvents(tracker: TrackerAnswer, label: LabelEvent['label']): LabelEvent[] {
  const dated = (tracker.events ?? [])
    .map((event) => ({ event, at: momentOf(event) }))
    .filter(({ at }) => !Number.isNaN(at.getTime()))
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
  return dated.flatMap(({ event, at }, index) => {
    const kind = kinds[event.status ?? (index === dated.length - 1 ? tracker.status : null) ?? '']
    const text = [event.description, event.location].filter(Boolean).join(', ')
    return kind ? [{ label, kind, at, text }] : []
  })
}

/** Carriers give local times without a zone, which are read as UTC. */
function momentOf({
  timestamp,
  date,
  time,
}: {
  timestamp?: string | null
  date?: string | null
  time?: string | null
}): Date {
  if (timestamp) return new Date(timestamp)
  const [, hour, minute, half] = /^(\d{1,2}):(\d{2})(?::\d{2})?(?:\s*([AP])M)?/i.exec(time ?? '') ?? []
  if (hour === undefined || minute === undefined) return new Date(`${date}T00:00:00Z`)
  const hours = half ? (Number(hour) % 12) + (half.toUpperCase() === 'P' ? 12 : 0) : Number(hour)
  return new Date(`${date}T${String(hours).padStart(2, '0')}:${minute}:00Z`)
}
