import { openUnits, type LineUnits } from '#features/core/order/line-units.ts'
import type { ParcelFacts } from '#features/core/order/order-event.ts'
import type { OrderNumber, OrderStatus } from '#features/core/order/order.ts'
import { brand } from '#lib/brand.ts'

export interface Parcel {
  carrier: string
  trackingNumber: string | null
}

/** Names of carriers and services: printable characters, at most 60. */
const namePattern = /^[^\p{C}]{1,60}$/u
/** Letters, digits and the separators that carriers use. */
const trackingPattern = /^[\p{L}\p{N}][\p{L}\p{N} ./-]{3,39}$/u
const keyPattern = /^[0-9a-z]{12,32}$/

export const isCarrierName = (text: string) => namePattern.test(text)
export const isTrackingNumber = (text: string) => trackingPattern.test(text)
/** Detects `4.81203E+13`: a spreadsheet converted the number, and its last digits are lost. */
export const isRoundedNumber = (text: string) => /^\d+([.,]\d+)?e\+?\d{1,2}$/i.test(text)

/** Identifies a parcel in pages and forms. The client generates it at random, which makes requests idempotent. */
export type ParcelKey = string & { readonly __brand: 'ParcelKey' }

export function parseParcelKey(text: string | null): ParcelKey | null {
  return text !== null && keyPattern.test(text) ? brand<ParcelKey>(text) : null
}

/** Units by line position. `rest`: all unshipped units that no other parcel of the request contains. */
export type Contents = ReadonlyMap<number, number> | 'rest'

export interface NewParcel extends Parcel {
  key: ParcelKey
  /** Defaults to the service the buyer paid for. */
  service?: string | null
  shippedAt: Date
  contents: Contents
  /** Its id in the marketplace's shop, which shipped it. */
  externalId?: string
}

/** A line with fewer unshipped units than requested. */
export interface TakenLine {
  line: number
  wanted: number
  open: number
  /** Who shipped the line last, and when; null if no actor is recorded. */
  taken: { by: string; at: Date } | null
}

/** Outcome of a shipment request. `unknown`: the seller has no such order. */
export type ShipOutcome =
  /** `repeated`: an identical request was processed before. */
  | { ok: true; repeated: boolean }
  | { ok: false; reason: 'unknown' }
  /** A different request already used these keys; `made` lists its parcels. */
  | { ok: false; reason: 'other-request'; made: readonly ParcelFacts[] }
  | { ok: false; reason: 'nothing-chosen' }
  /** The buyer collects the order, or downloads it. */
  | { ok: false; reason: 'no-parcel' }
  | { ok: false; reason: 'not-possible-now'; status: OrderStatus }
  /** Another member shipped the units first. */
  | { ok: false; reason: 'more-than-open'; lines: readonly TakenLine[] }

export type VoidOutcome =
  | { ok: true; repeated: boolean }
  | { ok: false; reason: 'unknown' }
  | { ok: false; reason: 'scanned' }

export interface OrderOf {
  sellerId: number
  number: OrderNumber
}

/**
 * Returns the units that each parcel takes of each line. A `rest` parcel takes what the others leave; lines with no
 * units are omitted.
 */
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

/** Returns the lines of which the parcels together contain more units than are unshipped. */
export function exceedsOpenUnits(parcels: readonly Pick<NewParcel, 'contents'>[], lines: readonly LineUnits[]) {
  const wanted = new Map<number, number>()
  for (const { line, units } of contentsOf(parcels, lines).flat()) wanted.set(line, (wanted.get(line) ?? 0) + units)
  return lines
    .map((line) => ({ line: line.line, wanted: wanted.get(line.line) ?? 0, open: openUnits(line) }))
    .filter((line) => line.wanted > line.open)
}
