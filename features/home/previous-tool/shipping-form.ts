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

export const shippingFields = ['carrier', 'tracking'] as const
export type ShippingField = (typeof shippingFields)[number]

/** The input, shown again if rejected. */
export type ShippingValues = Record<ShippingField, string>

type ReadForm =
  /** `key` is null for a form without one. */
  | { ok: true; number: OrderNumber; parcel: Parcel; key: ParcelKey | null; values: ShippingValues }
  | { ok: false; order: string; values: ShippingValues; errors: { [field in ShippingField | 'form']?: TextKey } }

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

/** DOM id of a field; every order has its own form. */
export const shippingFieldId = (field: ShippingField, order: string) => `${field}-${order}` as const

export interface RefusedShipping {
  order: string
  values: ShippingValues
  errors: FieldErrors<ReturnType<typeof shippingFieldId>>
}
