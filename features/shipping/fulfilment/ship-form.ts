import type { FieldErrors } from '#web/form-answer.ts'
import type { ReadsAgain } from '#web/read-again.ts'
import type { LocalDate } from '#lib/zoned-time.ts'

// The form by which an order is shipped: names of its fields, and what its page shows.

/** Parcels that one form makes at most. */
export const mostParcels = 10

/** A field of a parcel; parcels are counted from 1. Its name is its id too. */
export const parcelField = (field: 'key' | 'tracking' | 'carrier' | 'service' | 'shipped', parcel: number) =>
  `${field}.${parcel}` as const
/** How many units of a line are in a parcel. */
export const unitsField = (parcel: number, line: number) => `units.${parcel}.${line}` as const

/** The fields of the form whose name tells the parcel, or the line too. */
export type ShipField = ReturnType<typeof parcelField | typeof unitsField>

/** A parcel as it is typed. */
export interface ParcelValues {
  key: string
  tracking: string
  carrier: string
  /** Null: not asked yet, the one that the buyer paid for. */
  service: string | null
  /** Null: today. */
  shipped: string | null
  /** By the position of the line; null: all that is left. */
  units: Readonly<Record<number, string>> | null
}

/** The first parcel, before anything is typed: all that is left. */
export const firstParcel = (key: string): ParcelValues => ({
  key,
  tracking: '',
  carrier: '',
  service: null,
  shipped: null,
  units: null,
})

/** One parcel more, with nothing in it. */
export const moreParcels = (parcels: readonly ParcelValues[], key: string): readonly ParcelValues[] =>
  parcels.length < mostParcels ? [...parcels, { ...firstParcel(key), units: {} }] : parcels

/** One parcel less; one there always is. */
export const withoutParcel = (parcels: readonly ParcelValues[]): readonly ParcelValues[] =>
  parcels.length > 1 ? parcels.slice(0, -1) : parcels

/** A form that was sent and comes back: what was typed, and what is wrong with it. */
export interface ShipAnswer extends ReadsAgain {
  parcels: readonly ParcelValues[]
  /** Present where the address changed meanwhile: the state that the reader has now been told. */
  address?: string
  errors: FieldErrors<ShipField>
}

/** An item that is shipped. */
export interface ShipLineModel {
  /** Its position in the order. */
  line: number
  title: string
  facts: string[]
  image: string | null
  price: string
  ordered: string
  left: number
  /** How its units stand, where they do not all stand the same. */
  units: string | null
}

/** The form by which an order is shipped, as its page draws it. */
export interface ShipPanelModel {
  /** The state of the address when the form was opened. */
  address: string
  title: string
  lines: readonly ShipLineModel[]
  parcels: readonly ParcelValues[]
  /** The one that the buyer paid for. */
  service: string | null
  /** Names of known carriers. */
  carriers: readonly string[]
  today: LocalDate
  /** No parcel left before the order was placed. */
  earliest: LocalDate
  /** Whether there is an order to go on with. */
  hasNext: boolean
}
