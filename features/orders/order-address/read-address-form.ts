import { addressReasons, type AddressReason } from '#features/core/order/address-reason.ts'
import { oneOf, textOf } from '#lib/form-fields.ts'
import { isOneOf } from '#lib/is-one-of.ts'
import { isCountry } from '#lib/is-country.ts'
import { recordOf } from '#lib/records.ts'
import type { Texts } from '#texts/texts.ts'
import type { FieldErrors } from '#web/form-answer.ts'
import { addressParts, neededParts, partNames, type ShipTo } from './ship-to.ts'

export type AddressField = keyof ShipTo | 'reason'

export type AddressValues = { [field in AddressField]: string }

export type ReadAddress = { values: AddressValues } & (
  | { ok: true; shipTo: ShipTo; reason: AddressReason }
  | { ok: false; errors: FieldErrors<AddressField> }
)

// oxlint-disable-next-line no-control-regex -- no address has these
const noText = /[\u0000-\u001f\u007f]/g

/** Parses the address form; empty parts become null. */
export function readAddressForm(form: FormData, { t }: Pick<Texts, 't'>): ReadAddress {
  const values: AddressValues = recordOf([...partNames, 'reason'], (field) =>
    textOf(form, field).replaceAll(noText, ' ').trim(),
  )
  const errors: FieldErrors<AddressField> = {}
  for (const part of partNames) {
    if (values[part] === '' && isOneOf(neededParts, part)) errors[part] = t(`order.address.needed.${part}`)
    if ([...values[part]].length > addressParts[part])
      errors[part] = t('order.address.long', { part: t(`order.address.part.${part}`), n: addressParts[part] })
  }
  if (values.country !== '' && !isCountry(values.country)) errors.country = t('order.address.needed.country')
  const reason = oneOf(form, 'reason', addressReasons)
  if (!reason) errors.reason = t('order.address.needed.reason')
  if (!reason || Object.keys(errors).length > 0) return { ok: false, values, errors }
  const part = (name: keyof ShipTo) => values[name] || null
  return {
    ok: true,
    values,
    reason,
    shipTo: {
      name: values.name,
      company: part('company'),
      line1: part('line1'),
      line2: part('line2'),
      line3: part('line3'),
      city: values.city,
      region: part('region'),
      postal_code: part('postal_code'),
      country: values.country,
      phone: part('phone'),
    },
  }
}
