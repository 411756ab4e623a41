import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { flatMinor, flatShipping, type Shipping, type ShippingRate } from './shipping.ts'
import { closeness, readPlace } from './shipping-place.ts'
import { shippingProblems } from './shipping-problems.ts'
import { quote, quoteOrder, type ShippedUnits } from './shipping-quote.ts'
import { shippingArbitrary } from './testing.ts'

const one = (grams: number | null, priceMinor = 1_000, quantity = 1): ShippedUnits => ({ quantity, grams, priceMinor })
const pack = (grams: number, emptyGrams = 100): ShippedUnits => ({ ...one(grams), emptyGrams })
const service = (name: string, rate: ShippingRate) => ({
  carrier: 'Royal Mail',
  name,
  days: [2, 3] as [number, number],
  rate,
  freeFromMinor: null as number | null,
})
const flat = (minor: number) => ({ by: 'flat', minor }) as const
const policy = (zones: Shipping['zones'], more: Partial<Shipping> = {}): Shipping => ({
  ...flatShipping(0),
  zones,
  ...more,
})
const kilos: ShippingRate = {
  by: 'weight',
  bands: [
    { upToGrams: 1_000, minor: 395 },
    { upToGrams: 2_000, minor: 595 },
  ],
}
const prices = (...asked: Parameters<typeof quote>) => {
  const answer = quote(...asked)
  return 'problem' in answer ? answer.problem : answer.services.map(({ priceMinor }) => priceMinor)
}

describe('places', () => {
  it.each([
    ['gb', 'GB'],
    ['GB-nir', 'GB-NIR'],
    ['gb  bt 1', 'GB BT1'],
    ['DE 80', 'DE 80'],
    ['EU', 'EU'],
    ['*', '*'],
    ['UK', null],
    ['GB-', null],
    ['XX 12', null],
    ['London', null],
  ])('%j is read as %j', (text, place) => expect(readPlace(text)).toBe(place))

  it.each([
    ['GB B', 'B1 1AA', true],
    ['GB B', 'BT1 1AA', false],
    ['GB BT', 'bt1 1aa', true],
    ['GB PH1', 'PH1 5AA', true],
    ['GB PH1', 'PH15 2AA', false],
    ['GB EC1', 'EC1A 1BB', true],
    ['GB EC1A1', 'EC1A 1BB', true],
    ['GB PH1', '', false],
    ['GB-NIR', 'BT1 1AA', true],
    ['GB-NIR', 'SW1A 1AA', false],
    ['GB-NIR', '', false],
    ['FR', 'BT1 1AA', false],
    ['EU', 'BT1 1AA', false],
  ])('%s has the British postcode %j: %s', (place, postcode, is) =>
    expect(closeness(place, { country: 'GB', postcode }) !== null).toBe(is),
  )

  it('the most specific place decides, and an exclusion as specific as it', () => {
    const zones = [
      { places: ['*'], services: [service('World', flat(1_500))] },
      { places: ['EU'], services: [service('Union', flat(900))] },
      { places: ['DE'], services: [service('Germany', flat(800))] },
      { places: ['US-HI'], services: [service('Hawaii', flat(2_500))] },
      { places: ['DE 8', 'DE 803'], services: [service('Bavaria', flat(700))] },
    ]
    const shipping = policy(zones, { excluded: ['DE 80', 'AT', 'GB-NIR'] })
    const to = (country: string, more: object = {}) => prices(shipping, [one(1)], { country, ...more })
    expect(to('JP')).toEqual([1_500])
    expect(to('FR')).toEqual([900])
    expect(to('DE')).toEqual([800])
    expect(to('DE', { postcode: '81000' })).toEqual([700])
    expect(to('DE', { postcode: '80999' })).toBe('excluded')
    expect(to('DE', { postcode: '80331' })).toEqual([700])
    expect(to('US', { region: 'HI' })).toEqual([2_500])
    expect(to('US', { region: 'US-HI' })).toEqual([2_500])
    expect(to('AT')).toBe('excluded')
    expect(to('GB', { region: 'Northern Ireland' })).toBe('excluded')
    expect(to('GB')).toEqual([1_500])
    expect(prices(policy(zones.slice(1)), [one(1)], { country: 'JP' })).toBe('noZone')
  })
})

describe('prices', () => {
  const home = { country: 'GB' }
  const by = (rate: ShippingRate, more: Partial<Shipping> = {}) =>
    policy([{ places: ['GB'], services: [service('Parcel', rate)] }], more)
  const value: ShippingRate = {
    by: 'value',
    bands: [
      { fromMinor: 0, minor: 395 },
      { fromMinor: 2_000, minor: 0 },
    ],
  }
  it.each([
    ['flat', by(flat(395)), [one(null, 1, 9)], [395]],
    ['first and further', by({ by: 'units', minor: 395, furtherMinor: 100 }), [one(null, 1, 2), one(5)], [595]],
    ['value', by(value), [one(1, 999, 2)], [395]],
    ['value reached', by(value), [one(1, 1_000, 2)], [0]],
    ['weight', by(kilos), [one(500, 1, 2)], [395]],
    ['weight beyond', by(kilos), [one(1_001)], [595]],
    ['too heavy', by(kilos), [one(1_001, 1, 2)], 'tooHeavy'],
    ['several parcels', by(kilos, { splits: true }), [one(1_001, 1, 4)], [1_585]],
    ['one unit too heavy', by(kilos, { splits: true }), [one(2_001)], 'tooHeavy'],
    ['package and weight', by(kilos), [pack(600), pack(300, 50)], [395]],
    ['package beyond', by(kilos), [pack(500, 101), one(400)], [595]],
    ['package too heavy', by(kilos), [pack(1, 2_000)], 'tooHeavy'],
    ['a package each parcel', by(kilos, { splits: true }), [pack(950, 100), one(950), one(950)], [1_190]],
    ['no weight', by(kilos), [one(1), one(null)], 'weightMissing'],
    ['carrier’s rates', by({ by: 'carrier', surchargeMinor: 50 }), [one(1)], 'noRates'],
  ] as const)('%s', (_, shipping, units, told) => expect(prices(shipping, units, home)).toEqual(told))

  it('free from an amount; cheapest first; a service without a price is left out', () => {
    const dear = { ...service('Special', flat(895)), freeFromMinor: 5_000 }
    const shipping = policy([{ places: ['GB'], services: [dear, service('Parcel', kilos)] }])
    expect(prices(shipping, [one(1)], home)).toEqual([395, 895])
    expect(prices(shipping, [one(1, 5_000)], home)).toEqual([0, 395])
    expect(prices(shipping, [one(9_000)], home)).toEqual([895])
  })

  it('an order of several policies costs what its dearest does', () => {
    const quotes = [by(flat(165)), by(kilos), by(value)].map((shipping) => quote(shipping, [one(1_500, 1)], home))
    expect(quoteOrder(quotes)).toMatchObject({ services: [{ priceMinor: 595 }] })
    expect(quoteOrder([...quotes, { problem: 'excluded' }])).toEqual({ problem: 'excluded' })
  })
})

it.each([
  ['no zone', policy([]), ['zones zonesMissing']],
  [
    'no place',
    policy([{ places: [], services: [] }]),
    ['zones.0.places placesMissing', 'zones.0.services servicesMissing'],
  ],
  [
    'a place twice',
    policy([{ places: ['GB'], services: [service('Parcel', flat(1))] }], { excluded: ['GB'] }),
    ['zones.0.places placeTwice'],
  ],
  [
    'a price that falls',
    policy([
      {
        places: ['GB'],
        services: [
          service('Parcel', {
            by: 'weight',
            bands: [
              { upToGrams: 1, minor: 2 },
              { upToGrams: 2, minor: 1 },
            ],
          }),
          service('Parcel', {
            by: 'weight',
            bands: [
              { upToGrams: 2, minor: 2 },
              { upToGrams: 2, minor: 3 },
            ],
          }),
          service('Parcel', { by: 'value', bands: [{ fromMinor: 1, minor: 2 }] }),
          service('Parcel', { by: 'value', bands: [] }),
          { ...service('Parcel', flat(1)), days: [3, 2] },
        ],
      },
    ]),
    [
      'zones.0.services.0.bands.1.minor bandFalls',
      'zones.0.services.1.bands.1.step bandOrder',
      'zones.0.services.2.bands.0.step bandOrder',
      'zones.0.services.3.bands bandsMissing',
      'zones.0.services.4.days daysTurned',
    ],
  ],
])('refuses %s', (_, shipping, told) =>
  expect(shippingProblems(shipping).map(({ field, problem }) => `${field} ${problem}`)).toEqual(told),
)

describe('properties', () => {
  const units = fc.array(
    fc.record({
      quantity: fc.integer({ min: 1, max: 50 }),
      grams: fc.nat(40_000),
      priceMinor: fc.nat(100_000),
      emptyGrams: fc.nat(2_000),
    }),
    { minLength: 1, maxLength: 4 },
  )
  const to = fc.record({
    country: fc.constantFrom('GB', 'DE', 'US', 'FR'),
    postcode: fc.constantFrom('BT1 1AA', 'SW1A 1AA', '80331', ''),
  })
  const cheapest = (answer: ReturnType<typeof quote>) => ('services' in answer ? answer.services[0]!.priceMinor : null)

  it('each price of a valid policy is a whole number, and never falls as weight rises', () => {
    fc.assert(
      fc.property(shippingArbitrary, units, to, fc.nat(40_000), fc.nat(2_000), (shipping, sent, place, more, empty) => {
        expect(shippingProblems(shipping)).toEqual([])
        const light = quote(shipping, sent, place)
        const heavier = sent.map((unit, at) =>
          at === 0 ? { ...unit, grams: unit.grams + more, emptyGrams: unit.emptyGrams + empty } : unit,
        )
        const heavy = quote(shipping, heavier, place)
        if (!('services' in light && 'services' in heavy)) return
        for (const { priceMinor } of [...light.services, ...heavy.services])
          expect(Number.isSafeInteger(priceMinor) && priceMinor >= 0).toBe(true)
        expect(cheapest(heavy)).toBeGreaterThanOrEqual(cheapest(light)!)
      }),
    )
  })

  it('an order costs no less than each of its parts, and no more than all, in any order', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(shippingArbitrary, units), { minLength: 1, maxLength: 4 }), to, (parts, place) => {
        const quotes = parts.map(([shipping, sent]) => quote(shipping, sent, place))
        const order = cheapest(quoteOrder(quotes)!)
        expect(cheapest(quoteOrder(quotes.toReversed())!)).toBe(order)
        expect(order === null).toBe(quotes.some((each) => 'problem' in each))
        if (order === null) return
        const own = quotes.map((each) => cheapest(each)!)
        expect(order).toBe(Math.max(...own))
        expect(order).toBeLessThanOrEqual(own.reduce((sum, each) => sum + each, 0))
      }),
    )
  })

  it('a policy of one price costs this everywhere', () => {
    fc.assert(
      fc.property(fc.nat(99_999_999), units, to, (minor, sent, place) => {
        expect(cheapest(quote(flatShipping(minor), sent, place))).toBe(minor)
        expect(flatMinor(flatShipping(minor))).toBe(minor)
      }),
    )
  })
})
