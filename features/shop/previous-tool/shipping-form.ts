import { hasErrors, type FieldErrors } from '#web/form-answer.ts'
import { textOf } from '#lib/form-fields.ts'
import {
  isCarrierName,
  isTrackingNumber,
  parseParcelKey,
  type Parcel,
  type ParcelKey,
} from '#features/shipping/fulfilment/parcel.ts'
import { parseOrderNumber, type OrderNumber } from '#features/core/order/order.ts'
import type { TextKey } from '#texts/texts.ts'

/** The fields of the form that marks an order shipped, as they are named in it. */
export const shippingFields = ['carrier', 'tracking'] as const
export type ShippingField = (typeof shippingFields)[number]

/** What was typed: shown again where it is refused. */
export type ShippingValues = Record<ShippingField, string>

type ReadForm =
  /** `key` is null where the page has drawn none. */
  | { ok: true; number: OrderNumber; parcel: Parcel; key: ParcelKey | null; values: ShippingValues }
  | { ok: false; order: string; values: ShippingValues; errors: { [field in ShippingField | 'form']?: TextKey } }

/** Reads the form by which an order is marked shipped. Each field that is wrong is named. */
export function readShippingForm(form: FormData): ReadForm {
  const order = textOf(form, 'order')
  const number = parseOrderNumber(order)
  const values = { carrier: textOf(form, 'carrier'), tracking: textOf(form, 'tracking') }
  const errors: { [field in ShippingField | 'form']?: TextKey } = {}
  if (!number) errors.form = 'previous.error.unknown'
  if (!isCarrierName(values.carrier)) errors.carrier = 'previous.error.carrier'
  if (!isTrackingNumber(values.tracking)) errors.tracking = 'previous.error.tracking'
  if (!number || hasErrors(errors)) return { ok: false, order, values, errors }
  return {
    ok: true,
    number,
    parcel: { carrier: values.carrier, trackingNumber: values.tracking },
    key: parseParcelKey(textOf(form, 'key')),
    values,
  }
}

/** The id of a field on the page, on which every order has a form of its own. */
export const shippingFieldId = (field: ShippingField, order: string) => `${field}-${order}` as const

/** A form that was refused: of which order, what was typed, and what is wrong. */
export interface RefusedShipping {
  order: string
  values: ShippingValues
  errors: FieldErrors<ReturnType<typeof shippingFieldId>>
}
