import { textOf } from '#lib/form-fields.ts'
import { parseOrderNumber, type OrderNumber } from '#features/orders/order.ts'
import type { TextKey } from '#texts/texts.ts'

/** Who carries a parcel, and under which number. */
export interface Parcel {
  carrier: string
  trackingNumber: string
}

/** The fields of the form that marks an order shipped, as they are named in it. */
export const shippingFields = ['carrier', 'tracking'] as const
export type ShippingField = (typeof shippingFields)[number]

/** What was typed: shown again where it is refused. */
export type ShippingValues = Record<ShippingField, string>

type ReadForm =
  | { ok: true; number: OrderNumber; parcel: Parcel }
  | { ok: false; order: string; values: ShippingValues; errors: Partial<Record<ShippingField | 'form', TextKey>> }

/** What may stand in a carrier's name: anything that can be read, 60 characters at most. */
const carrierPattern = /^[^\p{C}]{1,60}$/u
/** Letters, digits and the marks that carriers group them by. */
const trackingPattern = /^[\p{L}\p{N}][\p{L}\p{N} ./-]{3,39}$/u

/** Reads the form by which an order is marked shipped. Each field that is wrong is named. */
export function readShippingForm(form: FormData): ReadForm {
  const order = textOf(form, 'order')
  const number = parseOrderNumber(order)
  const values = { carrier: textOf(form, 'carrier'), tracking: textOf(form, 'tracking') }
  const errors: Partial<Record<ShippingField | 'form', TextKey>> = {}
  if (!number) errors.form = 'previous.error.unknown'
  if (!carrierPattern.test(values.carrier)) errors.carrier = 'previous.error.carrier'
  if (!trackingPattern.test(values.tracking)) errors.tracking = 'previous.error.tracking'
  if (!number || Object.keys(errors).length > 0) return { ok: false, order, values, errors }
  return { ok: true, number, parcel: { carrier: values.carrier, trackingNumber: values.tracking } }
}

/** The id of a field on the page, on which every order has a form of its own. */
export function shippingFieldId(field: ShippingField, order: string): string {
  return `${field}-${order}`
}
