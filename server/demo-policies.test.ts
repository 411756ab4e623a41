import { expect, it } from 'vitest'
import { readShipping, shippingFields } from '#api/sell/policy-body.ts'
import { writeShipping } from '#api/sell/shipping-shape.ts'
import { shippingProblems } from '#features/core/shipping/shipping-problems.ts'
import { termsOf } from '#marketplace/demo/policies.ts'

it.each(['harbour-camera', 'nordlicht-foto'])(
  'the policies of %s are valid, and in eBay’s shape and back equal',
  (shop) => {
    const seller = { country: 'GB', currency: 'GBP', handling_days: 1 }
    const all = termsOf(shop).policies.flatMap(({ shipping }) => shipping ?? [])
    expect(all.length).toBeGreaterThan(1)
    for (const shipping of all) {
      expect(shippingProblems(shipping)).toEqual([])
      const sent = shippingFields.parse(JSON.parse(JSON.stringify(writeShipping(seller, shipping))))
      expect(readShipping(seller, sent)).toEqual(shipping)
    }
  },
)
