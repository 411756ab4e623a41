import { codeOf, textOf } from '#lib/form-fields.ts'
import { maxParcels, parcelField, unitsField, type ParcelValues } from './ship-form.ts'

/** Reads the typed parcels from the form; returns at least one. */
export function typedParcels(form: FormData, lines: readonly { line: number }[]): readonly ParcelValues[] {
  const numbers = Array.from({ length: maxParcels }, (_, index) => index + 1)
  return numbers
    .filter((parcel) => parcel === 1 || form.has(parcelField('key', parcel)))
    .map((parcel) => ({
      key: textOf(form, parcelField('key', parcel)),
      tracking: codeOf(form, parcelField('tracking', parcel)),
      carrier: textOf(form, parcelField('carrier', parcel)),
      service: textOf(form, parcelField('service', parcel)),
      shipped: textOf(form, parcelField('shipped', parcel)),
      units: Object.fromEntries(lines.map(({ line }) => [line, textOf(form, unitsField(parcel, line))])),
    }))
}
