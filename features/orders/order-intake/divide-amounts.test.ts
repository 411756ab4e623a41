import fc from 'fast-check'
import { expect, it } from 'vitest'
import { expectForAll } from '#lib/testing-property.ts'
import { divideAmounts } from './divide-amounts.ts'

const line = (unitPriceMinor: number, quantity = 1, discountMinor = 0, shippingMinor = 0) => ({
  quantity,
  unitPriceMinor,
  discountMinor,
  shippingMinor,
})
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

it('shipping and discount of an order are divided by what its lines cost', () => {
  const divided = divideAmounts([line(1_000), line(500, 4)], { shippingMinor: 395, discountMinor: 100 })
  expect(divided.map(({ shippingMinor }) => shippingMinor)).toEqual([132, 263])
  expect(divided.map(({ discountMinor }) => discountMinor)).toEqual([33, 67])
  expect(divideAmounts([line(0), line(0)], { shippingMinor: 3, discountMinor: 3 })).toMatchObject([
    { shippingMinor: 2, discountMinor: 2 },
    { shippingMinor: 1, discountMinor: 1 },
  ])
})

it('add up exactly, and take from no line more than it costs', () => {
  const amount = fc.integer({ min: 0, max: 100_000 })
  const lines = fc.array(
    fc.record({
      unitPriceMinor: amount,
      quantity: fc.integer({ min: 1, max: 9 }),
      shippingMinor: amount,
      off: fc.nat(100),
    }),
    { minLength: 1, maxLength: 20 },
  )
  expectForAll(lines, amount, fc.nat(100), (told, shippingMinor, off) => {
    const costOf = (each: Omit<(typeof told)[number], 'off'>) =>
      each.quantity * each.unitPriceMinor + each.shippingMinor
    const before = told.map(({ off: own, ...each }) => ({
      ...each,
      discountMinor: Math.floor((costOf(each) * own) / 100),
    }))
    const most = shippingMinor + sum(before.map((each) => costOf(each) - each.discountMinor))
    const discountMinor = Math.floor((most * off) / 100)
    const divided = divideAmounts(before, { shippingMinor, discountMinor })
    const more = (of: 'shippingMinor' | 'discountMinor') =>
      sum(divided.map((each, index) => each[of] - before[index]![of]))
    expect([more('shippingMinor'), more('discountMinor')]).toEqual([shippingMinor, discountMinor])
    for (const each of divided) expect(each.discountMinor).toBeLessThanOrEqual(costOf(each))
  })
})
