import type { FieldErrors } from '#web/form-answer.ts'
import type { RevalidateChoice } from '#web/revalidate.ts'
import type { LocalDate } from '#lib/zoned-time.ts'

// The shipping form: its field names and page model.

export const maxParcels = 10

/** Name and id of a parcel's field; parcels count from 1. */
export const parcelField = (field: 'key' | 'tracking' | 'carrier' | 'service' | 'shipped', parcel: number) =>
  `${field}.${parcel}` as const
export const unitsField = (parcel: number, line: number) => `units.${parcel}.${line}` as const

export type ShipField = ReturnType<typeof parcelField | typeof unitsField>

export interface ParcelValues {
  key: string
  tracking: string
  carrier: string
  /** Null before the field is shown: the service the buyer paid for. */
  service: string | null
  /** Null means today. */
  shipped: string | null
  /** Units by line position; null means all unshipped units. */
  units: Readonly<Record<number, string>> | null
}

/** Initial first parcel: contains all unshipped units. */
export const firstParcel = (key: string): ParcelValues => ({
  key,
  tracking: '',
  carrier: '',
  service: null,
  shipped: null,
  units: null,
})

/** Adds an empty parcel, up to the maximum. */
export const moreParcels = (parcels: readonly ParcelValues[], key: string): readonly ParcelValues[] =>
  parcels.length < maxParcels ? [...parcels, { ...firstParcel(key), units: {} }] : parcels

/** Removes the last parcel, but keeps at least one. */
export const withoutParcel = (parcels: readonly ParcelValues[]): readonly ParcelValues[] =>
  parcels.length > 1 ? parcels.slice(0, -1) : parcels

export interface ShipAnswer extends RevalidateChoice {
  parcels: readonly ParcelValues[]
  /** Set if the address changed while the form was open: the address version the member has now seen. */
  address?: string
  errors: FieldErrors<ShipField>
}

export interface ShipLineModel {
  /** Position in the order. */
  line: number
  title: string
  facts: string[]
  image: string | null
  /** Null if the reader may not see it. */
  price: string | null
  ordered: string
  left: number
  /** State of the units if they differ in state. */
  units: string | null
}

export interface ShipPanelModel {
  /** Address version when the form was opened. */
  address: string
  title: string
  lines: readonly ShipLineModel[]
  parcels: readonly ParcelValues[]
  /** The service the buyer paid for. */
  service: string | null
  carriers: readonly string[]
  today: LocalDate
  /** The day of the order: no parcel ships before it. */
  earliest: LocalDate
  /** Whether another order follows in the list. */
  hasNext: boolean
}
