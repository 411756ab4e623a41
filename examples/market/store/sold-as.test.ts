import { expect, it } from 'vitest'
import { listingOf } from '../testing.ts'
import { soldAs } from './sold-as.ts'

const gbp = (value: string) => ({ value, currency: 'GBP' })
const sale = {
  startsAt: '2026-11-27T00:00:00.000Z',
  endsAt: '2026-12-01T00:00:00.000Z',
  price: gbp('8.00'),
  was: gbp('9.50'),
}
const variation = { values: ['S'], price: gbp('12.00'), available: 1 }
const listing = listingOf('118304211004', {
  sale,
  variations: [
    { ...variation, sale: { price: gbp('8.00'), was: null } },
    { ...variation, values: ['M'], sale: null },
  ],
})

it('sells at the price of the sale from its first second to its last, beside the former price', () => {
  const at = (moment: string) => soldAs(listing, new Date(moment))
  expect(at('2026-11-26T23:59:59.999Z')).toEqual(listing)
  expect(at('2026-12-01T00:00:00Z')).toEqual(listing)
  for (const moment of ['2026-11-27T00:00:00Z', '2026-11-30T23:59:59.999Z']) {
    const { price, was, variations } = at(moment)
    expect([price, was]).toEqual([gbp('8.00'), gbp('9.50')])
    expect(variations.map((each) => [each.price.value, each.was])).toEqual([
      ['8.00', null],
      ['12.00', undefined],
    ])
  }
})

it('leaves a listing without a sale as it is', () => {
  const usual = listingOf('118304211005')
  expect(soldAs(usual, new Date('2026-11-28T00:00:00Z'))).toEqual(usual)
})
