import { hasErrors, type FieldErrors } from '#web/form-answer.ts'
import { isDay } from '#lib/read-moment.ts'
import { dateAt } from '#lib/zoned-time.ts'
import type { Texts } from '#texts/texts.ts'
import type { Carrier } from '#features/core/carrier/carrier.ts'
import { nameCarrier, parcelProblemText } from './name-carrier.ts'
import { isCarrierName, parseParcelKey, type NewParcel } from './parcel.ts'
import { openUnits, type LineUnits } from '#features/core/order/line-units.ts'
import { shippedMoment } from './shipped-moment.ts'
import { parcelField, unitsField, type ParcelValues, type ShipField } from './ship-form.ts'
import { typedParcels } from './typed-parcels.ts'

interface ShipFormContext {
  lines: readonly LineUnits[]
  placedAt: Date
  carriers: readonly Carrier[]
  zone: string
  now: Date
  texts: Texts
}

type Read = { values: readonly ParcelValues[] } & (
  | { ok: true; parcels: readonly NewParcel[] }
  | { ok: false; errors: FieldErrors<ShipField> }
)

export function readShipForm(form: FormData, against: ShipFormContext): Read {
  const values = typedParcels(form, against.lines)
  const errors: FieldErrors<ShipField> = {}
  const parcels = values.flatMap((parcel, index) => readParcel(parcel, index + 1, against, errors) ?? [])
  if (hasErrors(errors)) return { values, ok: false, errors }
  return { values, ok: true, parcels }
}

function readParcel(values: ParcelValues, parcel: number, against: ShipFormContext, errors: FieldErrors<ShipField>) {
  const { t } = against.texts
  const key = parseParcelKey(values.key)
  if (!key) errors.form = t('ship.error.stale')
  const contents = readUnits(values, parcel, against, errors)
  if (contents.size === 0) {
    // A parcel with no units and no typed values is ignored.
    if (values.tracking || values.carrier) errors[parcelField('tracking', parcel)] = t('ship.error.emptyParcel')
    return null
  }
  const carrier = readCarrier(values, parcel, against, errors)
  if (values.service && !isCarrierName(values.service)) errors[parcelField('service', parcel)] = t('ship.error.service')
  const shippedAt = readShipped(values.shipped ?? '', against)
  if (!shippedAt) errors[parcelField('shipped', parcel)] = t('ship.error.shipped')
  if (!key || !carrier || !shippedAt) return null
  const made: NewParcel = {
    key,
    carrier,
    trackingNumber: values.tracking || null,
    service: values.service || null,
    shippedAt,
    contents,
  }
  return made
}

function readUnits(
  { units }: ParcelValues,
  parcel: number,
  { lines, texts }: ShipFormContext,
  errors: FieldErrors<ShipField>,
) {
  const contents = new Map<number, number>()
  for (const line of lines) {
    const typed = units?.[line.line] ?? ''
    if (typed === '' || /^0+$/.test(typed)) continue
    if (/^\d{1,6}$/.test(typed)) contents.set(line.line, Number(typed))
    else errors[unitsField(parcel, line.line)] = texts.t('ship.error.units', { n: openUnits(line) })
  }
  return contents
}

/** Returns the typed carrier, or else the one derived from the number. Errors are keyed by this parcel's fields. */
export function readCarrier(
  values: Pick<ParcelValues, 'tracking' | 'carrier'>,
  parcel: number,
  { carriers, texts }: Pick<ShipFormContext, 'carriers' | 'texts'>,
  errors: FieldErrors<ShipField>,
) {
  const named = nameCarrier(values, carriers)
  if (named.ok) return named.carrier
  errors[parcelField(named.problem.field, parcel)] = parcelProblemText(named.problem, texts)
  return null
}

/** Returns the moment for the typed day, or now if empty; null if the parcel cannot have shipped on that day. */
export function readShipped(
  typed: string,
  { now, zone, placedAt }: Pick<ShipFormContext, 'now' | 'zone' | 'placedAt'>,
): Date | null {
  const day = typed || dateAt(now, zone)
  return isDay(day) ? shippedMoment(day, { now, zone, placedAt }) : null
}
