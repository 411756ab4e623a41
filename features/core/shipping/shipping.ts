import type { Row } from '#db/schema.ts'

/** Prices of a shipping policy: zones with their services. */
export type Shipping = NonNullable<Row<'seller_policies'>['shipping']>
export type ShippingZone = Shipping['zones'][number]
export type ShippingService = ShippingZone['services'][number]
export type ShippingRate = ShippingService['rate']

export const ratesBy = ['flat', 'weight', 'value', 'units', 'carrier'] as const satisfies ShippingRate['by'][]

/** Limits of a policy. With the largest order (10^6 units) a price stays an exact number. */
export const shippingLimits = {
  zones: 20,
  services: 10,
  bands: 30,
  minor: 99_999_999,
  grams: 1_000_000,
  days: 90,
  handlingDays: 30,
  name: 64,
} as const

/** One price for every order to anywhere. */
export function flatShipping(minor: number): Shipping {
  const service = { carrier: '', name: '', days: null, rate: { by: 'flat' as const, minor }, freeFromMinor: null }
  return {
    zones: [{ places: ['*'], services: [service] }],
    excluded: [],
    handlingDays: null,
    pickup: false,
    splits: false,
  }
}

/** The price of a policy that is one for all; null for others. */
export function flatMinor({ zones, excluded, handlingDays, pickup }: Shipping): number | null {
  const [zone, ...zonesMore] = zones
  const [service, ...servicesMore] = zone?.services ?? []
  const isPlain =
    zonesMore.length + servicesMore.length + excluded.length === 0 &&
    zone?.places.join() === '*' &&
    handlingDays === null &&
    !pickup &&
    service?.carrier === '' &&
    service.name === '' &&
    service.days === null &&
    service.freeFromMinor === null
  return isPlain && service.rate.by === 'flat' ? service.rate.minor : null
}
