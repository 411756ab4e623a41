import fc from 'fast-check'
import { expect, it } from 'vitest'
import { currencyDecimals } from '#lib/money.ts'
import type { Parcel } from '../parcel.ts'
import { inCurrency, needsForm, pricesOf } from './prices.ts'

const address = { name: '', company: null, lines: [], city: '', region: null, postcode: null, phone: null, email: null }
const parcelTo = (country: string, change: Partial<Parcel> = {}): Parcel => ({
  key: 'p',
  from: { ...address, country: 'GB' },
  to: { ...address, country },
  grams: 500,
  sizeMm: null,
  reference: '',
  customs: null,
  insuredMinor: null,
  signature: false,
  currency: 'GBP',
  ...change,
})

it('a price never falls when the weight rises', () => {
  const weight = fc.integer({ min: 1, max: 40_000 })
  fc.assert(
    fc.property(
      fc.constantFrom('GB', 'FR', 'US'),
      fc.constantFrom('GBP', 'JPY', 'KWD'),
      weight,
      weight,
      (to, currency, a, b) => {
        const [light, heavy] = [Math.min(a, b), Math.max(a, b)].map((grams) =>
          pricesOf(parcelTo(to, { grams }), currency),
        )
        for (const { service, minor } of heavy!)
          expect(minor).toBeGreaterThanOrEqual(light!.find((each) => each.service === service)!.minor)
      },
    ),
  )
})

it('signature and insurance cost more, and need tracking', () => {
  const [plain] = pricesOf(parcelTo('GB'), 'GBP').filter(({ service }) => service.code === 'tracked_48')
  const [dear] = pricesOf(parcelTo('GB', { signature: true, insuredMinor: 10_000 }), 'GBP')
  expect([plain?.minor, dear?.service.code, dear?.minor]).toEqual([339, 'tracked_48', 339 + 110 + 150])
})

it.each([
  ['GBP', 270],
  ['JPY', 52_650],
  ['KWD', 108],
])('goods worth more than 270 pounds need a form of their own in %s', (currency, most) => {
  const goods = (valueMinor: number) => ({
    purpose: 'SALE' as const,
    currency,
    ioss: null,
    senderEori: null,
    recipientEori: null,
    items: [{ description: 'x', quantity: 1, grams: 1, valueMinor, hsCode: null, originCountry: 'GB' }],
  })
  const limit = most * 10 ** currencyDecimals(currency)
  expect(inCurrency(27_000, currency)).toBe(limit)
  const needs = (valueMinor: number) => needsForm(parcelTo('US', { customs: goods(valueMinor) }))
  expect([needs(limit), needs(limit + 1)]).toEqual([false, true])
})
