import { openUnits, type LineUnits } from '#features/core/order/line-units.ts'
import type { ParcelFacts } from '#features/core/order/order-event.ts'
import type { OrderNumber, OrderStatus } from '#features/core/order/order.ts'

/** Who carries a parcel, and under which number. */
export interface Parcel {
  carrier: string
  trackingNumber: string | null
}

/** What may stand in the name of a carrier or of a service: anything that can be read, 60 characters at most. */
const namePattern = /^[^\p{C}]{1,60}$/u
/** Letters, digits and the marks that carriers group them by. */
const trackingPattern = /^[\p{L}\p{N}][\p{L}\p{N} ./-]{3,39}$/u
const keyPattern = /^[0-9a-z]{12,32}$/

/** Whether a text can be the name of a carrier or a service. */
export const isCarrierName = (text: string) => namePattern.test(text)
/** Whether a text can be a tracking number of any carrier. */
export const isTrackingNumber = (text: string) => trackingPattern.test(text)
/** `4.81203E+13`: a spreadsheet took a number for an amount, and its last digits are lost. */
export const isRoundedNumber = (text: string) => /^\d+([.,]\d+)?e\+?\d{1,2}$/i.test(text)

/** By which a parcel is named in pages and forms: drawn at random by whoever asks for the parcel. */
export type ParcelKey = string & { readonly __brand: 'ParcelKey' }

/** Reads a parcel's key; null for anything else. */
export function parseParcelKey(text: string | null): ParcelKey | null {
  return keyPattern.test(text ?? '') ? (text as ParcelKey) : null
}

/** Units by the position of the line in its order, or all that have not left yet and are in no other parcel of the wish. */
export type Contents = ReadonlyMap<number, number> | 'rest'

/** A parcel that is to be made. */
export interface NewParcel extends Parcel {
  key: ParcelKey
  /** Left out, it is the one that the buyer paid for. */
  service?: string | null
  shippedAt: Date
  contents: Contents
}

/** A line of which more was to be shipped than is left. */
export interface TakenLine {
  line: number
  wanted: number
  open: number
  /** Who shipped of it last, and when; null where that was recorded by nobody. */
  taken: { by: string; at: Date } | null
}

/** What became of the wish to ship. `unknown`: the seller has no such order. */
export type ShipOutcome =
  /** `repeated`: it was done before, by the same wish. */
  | { ok: true; repeated: boolean }
  | { ok: false; reason: 'unknown' }
  /** Another wish was fulfilled by these keys: what it made. */
  | { ok: false; reason: 'other-wish'; made: readonly ParcelFacts[] }
  | { ok: false; reason: 'nothing-chosen' }
  | { ok: false; reason: 'not-possible-now'; status: OrderStatus }
  /** Somebody was first. */
  | { ok: false; reason: 'more-than-open'; lines: readonly TakenLine[] }

/** What became of the wish to take a parcel back. */
export type VoidOutcome =
  | { ok: true; repeated: boolean }
  | { ok: false; reason: 'unknown' }
  /** The carrier has scanned it: it is on its way. */
  | { ok: false; reason: 'scanned' }

/** An order as it is named. */
export interface OrderOf {
  sellerId: number
  number: OrderNumber
}

/** What each of an order's parcels takes of its lines; one with the rest takes what the others leave. Lines of which it takes nothing are left out. */
export function contentsOf(
  parcels: readonly Pick<NewParcel, 'contents'>[],
  lines: readonly LineUnits[],
): { line: number; units: number }[][] {
  const named = (line: number) =>
    parcels.reduce((sum, { contents }) => sum + (contents === 'rest' ? 0 : (contents.get(line) ?? 0)), 0)
  return parcels.map(({ contents }) =>
    lines
      .map((line) => ({
        line: line.line,
        units: contents === 'rest' ? openUnits(line) - named(line.line) : (contents.get(line.line) ?? 0),
      }))
      .filter(({ units }) => units > 0),
  )
}

/** Of which lines the parcels together take more than is left. */
export function takenTooOften(parcels: readonly Pick<NewParcel, 'contents'>[], lines: readonly LineUnits[]) {
  const wanted = new Map<number, number>()
  for (const { line, units } of contentsOf(parcels, lines).flat()) wanted.set(line, (wanted.get(line) ?? 0) + units)
  return lines
    .map((line) => ({ line: line.line, wanted: wanted.get(line.line) ?? 0, open: openUnits(line) }))
    .filter((line) => line.wanted > line.open)
}
