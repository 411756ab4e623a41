import { toDecimal } from '#lib/money.ts'
import type { CustomsDeclaration, LabelAddress, LabelParcel } from './label-provider.ts'

// Requests of Karrio's API (ShipmentData, AddressData, CustomsData of its OpenAPI document).

const amount = (minor: number, currency: string) => Number(toDecimal({ minor, currency }))

/** A parcel's draft shipment, for which Karrio asks all carriers for rates. */
export function shipmentBody(parcel: LabelParcel) {
  const { key, from, to, grams, sizeMm, reference, customs, insuredMinor, signature, currency } = parcel
  const [length, width, height] = sizeMm ?? []
  return {
    shipper: addressBody(from),
    recipient: addressBody(to),
    parcels: [
      {
        weight: grams / 1_000,
        weight_unit: 'KG',
        ...(sizeMm && {
          length: Number(length) / 10,
          width: Number(width) / 10,
          height: Number(height) / 10,
          dimension_unit: 'CM',
        }),
        reference_number: reference,
      },
    ],
    options: {
      currency,
      ...(insuredMinor !== null && { insurance: amount(insuredMinor, currency) }),
      ...(signature && { signature_confirmation: true }),
    },
    ...(customs && { customs: customsBody(customs) }),
    reference,
    is_return: customs?.purpose === 'RETURN',
    metadata: { key },
  }
}

const addressBody = ({ name, company, lines, city, region, postcode, country, phone, email }: LabelAddress) => ({
  person_name: name,
  company_name: company,
  address_line1: lines[0] ?? '',
  address_line2: lines.slice(1).join(', ') || null,
  city,
  state_code: region,
  postal_code: postcode,
  country_code: country,
  phone_number: phone,
  email,
})

/** A shipment's address as Karrio returned it, without what Karrio added. */
export const sameAddress = (returned: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(addressFields.map((field) => [field, returned[field] ?? null]))

const addressFields = [
  'person_name',
  'company_name',
  'address_line1',
  'address_line2',
  'city',
  'state_code',
  'postal_code',
  'country_code',
  'phone_number',
  'email',
] as const satisfies readonly (keyof ReturnType<typeof addressBody>)[]

function customsBody({ purpose, currency, items, ioss, senderEori }: CustomsDeclaration) {
  const total = items.reduce((sum, { valueMinor, quantity }) => sum + valueMinor * quantity, 0)
  return {
    content_type: purpose === 'SALE' ? 'merchandise' : 'return_merchandise',
    incoterm: 'DDU',
    certify: true,
    duty: { paid_by: 'recipient', currency, declared_value: amount(total, currency) },
    commodities: items.map(({ sku, description, quantity, grams, valueMinor, hsCode, originCountry }) => ({
      title: description.slice(0, 200),
      description: description.slice(0, 200),
      quantity,
      weight: grams / 1_000,
      weight_unit: 'KG',
      sku,
      hs_code: hsCode,
      value_amount: amount(valueMinor, currency),
      value_currency: currency,
      origin_country: originCountry,
    })),
    options: { ...(ioss && { ioss }), ...(senderEori && { eori_number: senderEori }) },
  }
}
