import { expect, it } from 'vitest'
import { testPolicyPack } from '#features/core/policy-pack/testing.ts'
import { offerNet, type OfferCosts } from './offer-net.ts'

const costs: OfferCosts = {
  fees: testPolicyPack,
  feeGroup: 'DEFAULT',
  shippingMinor: 500,
  postageMinor: 395,
  packagingMinor: 50,
  costMinor: 4_000,
}

it('what is left of an offer lacks fees, cost, packaging and postage of all units', () => {
  // 13.6 % of £169.00 is £22.98, and £0.40 an order.
  expect(offerNet({ priceMinor: 8_200, units: 2 }, costs)).toEqual({
    leftMinor: 16_900 - 2_298 - 40 - 395 - 8_100,
    margin: 6_067 / 16_900,
  })
})

it('the margin needs the cost, and the whole the fees', () => {
  expect(offerNet({ priceMinor: 8_200, units: 2 }, { ...costs, costMinor: null })).toEqual({
    leftMinor: 16_900 - 2_298 - 40 - 395 - 100,
    margin: null,
  })
  expect(offerNet({ priceMinor: 8_200, units: 2 }, { ...costs, fees: null })).toBeNull()
})
