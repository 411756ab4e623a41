import type { CustomsDeclaration, LabelAddress, LabelParcel } from './label-provider.ts'

export const testSender: LabelAddress = {
  name: 'Harbour Camera',
  company: 'Harbour Camera Ltd',
  lines: ['4 Quay Street'],
  city: 'Bristol',
  region: null,
  postcode: 'BS1 4DJ',
  country: 'GB',
  phone: '+441179000000',
  email: 'shop@harbour.example',
}

export const testRecipient: LabelAddress = {
  name: 'Ann Lantern',
  company: null,
  lines: ['12 Mill Lane', 'Flat 3'],
  city: 'Leeds',
  region: null,
  postcode: 'LS1 4DY',
  country: 'GB',
  phone: null,
  email: 'ann@buyers.example',
}

export const testCustoms: CustomsDeclaration = {
  purpose: 'SALE',
  currency: 'GBP',
  items: [
    {
      sku: 'CAM-1',
      description: 'Film camera',
      quantity: 2,
      grams: 600,
      valueMinor: 4_500,
      hsCode: '900653',
      originCountry: 'JP',
    },
  ],
  ioss: 'IM2760000742',
  senderEori: 'GB123456789000',
  recipientEori: null,
}

let last = 0

/** A parcel of 1.2 kg within Great Britain, with a key of its own. */
export const testParcel = (change: Partial<LabelParcel> = {}): LabelParcel => ({
  key: `parcel${++last}`,
  from: testSender,
  to: testRecipient,
  grams: 1_200,
  sizeMm: [300, 200, 100],
  reference: '12-00042-17',
  customs: null,
  insuredMinor: null,
  signature: false,
  currency: 'GBP',
  ...change,
})

export const toZurich = (change: Partial<LabelParcel> = {}): LabelParcel =>
  testParcel({
    to: {
      ...testRecipient,
      name: 'Zoë Müller',
      lines: ['Bahnhofstrasse 1'],
      city: 'Zürich',
      postcode: '8001',
      country: 'CH',
    },
    customs: testCustoms,
    ...change,
  })
