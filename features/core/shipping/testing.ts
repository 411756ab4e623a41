import fc from 'fast-check'
import type { Shipping, ShippingRate } from './shipping.ts'

const minor = fc.nat(50_000)
const steps = fc.uniqueArray(fc.integer({ min: 1, max: 30_000 }), { minLength: 1, maxLength: 5 })

const rate: fc.Arbitrary<ShippingRate> = fc.oneof(
  minor.map((of) => ({ by: 'flat' as const, minor: of })),
  fc.tuple(minor, minor).map(([first, furtherMinor]) => ({ by: 'units' as const, minor: first, furtherMinor })),
  minor.map((surchargeMinor) => ({ by: 'carrier' as const, surchargeMinor })),
  fc.tuple(steps, fc.array(minor, { minLength: 5, maxLength: 5 })).map(([weights, costs]) => {
    const rising = costs.toSorted((a, b) => a - b)
    const bands = weights.toSorted((a, b) => a - b).map((upToGrams, at) => ({ upToGrams, minor: rising[at] ?? 0 }))
    return { by: 'weight' as const, bands }
  }),
  fc.tuple(steps, fc.array(minor, { minLength: 5, maxLength: 5 })).map(([amounts, costs]) => {
    const bands = [0, ...amounts.slice(1)]
      .toSorted((a, b) => a - b)
      .map((fromMinor, at) => ({ fromMinor, minor: costs[at] ?? 0 }))
    return { by: 'value' as const, bands }
  }),
)

const service = fc.record({
  carrier: fc.constantFrom('', 'Royal Mail', 'DHL'),
  name: fc.constantFrom('', 'Tracked 48', 'Paket'),
  days: fc.option(fc.tuple(fc.nat(3), fc.integer({ min: 3, max: 9 }))),
  rate,
  freeFromMinor: fc.option(fc.nat(90_000)),
})

const places = ['*', 'EU', 'GB', 'GB-NIR', 'GB BT', 'DE', 'DE 8', 'US']

/** Valid policies, of at most four zones. */
export const shippingArbitrary: fc.Arbitrary<Shipping> = fc
  .record({
    order: fc.shuffledSubarray(places, { minLength: 1 }),
    services: fc.array(fc.array(service, { minLength: 1, maxLength: 3 }), { minLength: 4, maxLength: 4 }),
    excluded: fc.boolean(),
    handlingDays: fc.option(fc.nat(30)),
    pickup: fc.boolean(),
    splits: fc.boolean(),
  })
  .map(({ order, services, excluded, ...rest }) => {
    const without = excluded ? order.slice(1, 2) : []
    const left = order.filter((place) => !without.includes(place))
    const zones = services.flatMap((own, at) => {
      const here = left.filter((_, index) => index % services.length === at)
      return here.length > 0 ? [{ places: here, services: own }] : []
    })
    return { zones, excluded: without, ...rest }
  })
