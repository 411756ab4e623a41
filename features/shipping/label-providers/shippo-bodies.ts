import type {
  AddressCreateRequest,
  CustomsDeclarationCreateRequest,
  ShipmentCreateRequest,
} from 'shippo/models/components/index.js'
import { toDecimal } from '#lib/money.ts'
import { LabelError, type CustomsDeclaration, type LabelAddress, type LabelParcel } from './label-provider.ts'

/**
 * A shipment, for which Shippo asks all carriers for rates.
 * @throws LabelError without the parcel's size, which Shippo needs
 */
export function shipmentBody(parcel: LabelParcel): ShipmentCreateRequest {
  const { key, from, to, grams, sizeMm, reference, customs, insuredMinor, signature, currency } = parcel
  if (!sizeMm) throw new LabelError('REFUSED', 'Shippo needs length, width and height of the parcel')
  const [length, width, height] = sizeMm.map(String) as [string, string, string]
  return {
    addressFrom: addressBody(from),
    addressTo: addressBody(to),
    parcels: [{ length, width, height, distanceUnit: 'mm', weight: String(grams), massUnit: 'g' }],
    ...(customs && { customsDeclaration: customsBody(customs, from) }),
    extra: {
      reference1: reference,
      ...(customs?.purpose === 'RETURN' && { isReturn: true }),
      ...(signature && { signatureConfirmation: 'STANDARD' }),
      ...(insuredMinor !== null && {
        insurance: { amount: toDecimal({ minor: insuredMinor, currency }), currency, content: reference },
      }),
    },
    metadata: key,
    async: false,
  }
}

/** Fields without a value are absent: Shippo takes no null. */
export function addressBody({
  name,
  company,
  lines,
  city,
  region,
  postcode,
  country,
  phone,
  email,
}: LabelAddress): AddressCreateRequest {
  const [street1 = '', street2, ...rest] = lines
  return {
    name,
    street1,
    city,
    country,
    ...(company && { company }),
    ...(street2 && { street2 }),
    ...(rest.length > 0 && { street3: rest.join(', ') }),
    ...(region && { state: region }),
    ...(postcode && { zip: postcode }),
    ...(phone && { phone }),
    ...(email && { email }),
  }
}

function customsBody(customs: CustomsDeclaration, from: LabelAddress): CustomsDeclarationCreateRequest {
  const { purpose, currency, items, ioss, senderEori, recipientEori } = customs
  const exporter = {
    ...(senderEori && { eoriNumber: senderEori }),
    ...(ioss && { taxId: { number: ioss, type: 'IOSS' as const } }),
  }
  return {
    certify: true,
    certifySigner: from.name,
    contentsType: purpose === 'SALE' ? 'MERCHANDISE' : 'RETURN_MERCHANDISE',
    nonDeliveryOption: 'RETURN',
    ...(ioss && { isVatCollected: true }),
    ...(senderEori || ioss ? { exporterIdentification: exporter } : {}),
    ...(recipientEori && { importerReference: recipientEori }),
    items: items.map(({ sku, description, quantity, grams, valueMinor, hsCode, originCountry }) => ({
      description,
      quantity,
      // Of all units.
      netWeight: String(grams * quantity),
      massUnit: 'g',
      valueAmount: toDecimal({ minor: valueMinor * quantity, currency }),
      valueCurrency: currency,
      originCountry,
      ...(sku && { skuCode: sku }),
      ...(hsCode && { hsCode, tariffNumber: hsCode }),
    })),
  }
}
