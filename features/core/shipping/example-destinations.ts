import type { Destination } from './shipping-place.ts'

/** Destinations that show what a policy costs, by the name of their text. */
export const exampleDestinations = [
  { id: 'london', country: 'GB', postcode: 'SW1A 1AA' },
  { id: 'inverness', country: 'GB', postcode: 'IV1 1AA' },
  { id: 'belfast', country: 'GB', postcode: 'BT1 1AA' },
  { id: 'munich', country: 'DE', postcode: '80331' },
  { id: 'sylt', country: 'DE', postcode: '25980' },
  { id: 'dublin', country: 'IE', postcode: 'D02 X285' },
  { id: 'paris', country: 'FR', postcode: '75001' },
  { id: 'zurich', country: 'CH', postcode: '8001' },
  { id: 'newYork', country: 'US', region: 'NY', postcode: '10001' },
  { id: 'honolulu', country: 'US', region: 'HI', postcode: '96813' },
  { id: 'sydney', country: 'AU', region: 'NSW', postcode: '2000' },
  { id: 'tokyo', country: 'JP', postcode: '100-0001' },
] as const satisfies readonly (Destination & { id: string })[]

/** Those in the seller's country first. */
export const destinationsFrom = (country: string) => [
  ...exampleDestinations.filter((each) => each.country === country),
  ...exampleDestinations.filter((each) => each.country !== country),
]
