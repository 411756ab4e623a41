import fc from 'fast-check'
import { expect, it } from 'vitest'
import { kitProblem, kitText, readKit, type KitOwner } from './kit.ts'

it.each([
  [
    '1 BOX-1; 2 MUG-4',
    [
      { sku: 'BOX-1', units: 1 },
      { sku: 'MUG-4', units: 2 },
    ],
  ],
  [
    '6 x MUG, BOX',
    [
      { sku: 'MUG', units: 6 },
      { sku: 'BOX', units: 1 },
    ],
  ],
  ['2 x', [{ sku: 'x', units: 2 }]],
  ['', []],
  ['12', null],
])('reads %j', (text, parts) => {
  expect(readKit(text)).toEqual(parts)
})

it('reads what it writes', () => {
  const sku = fc.stringMatching(/^[A-Z][A-Z0-9-]{0,20}$/)
  fc.assert(
    fc.property(fc.array(fc.record({ sku, units: fc.integer({ min: 1, max: 1000 }) })), (parts) => {
      expect(readKit(kitText(parts))).toEqual(parts)
    }),
  )
})

const owner: KitOwner = {
  sku: 'SET',
  isAuction: false,
  isOfShop: false,
  sharesStock: false,
  takesOffers: false,
  reserved: 0,
  isPart: false,
}
const plain = { isKit: false, isAuction: false, isOfShop: false }
const facts = new Map([
  ['BOX', plain],
  ['INNER', { ...plain, isKit: true }],
  ['LOT', { ...plain, isAuction: true }],
])

it.each([
  [[{ sku: 'BOX', units: 2 }], {}, null],
  [[], { isAuction: true }, null],
  [[{ sku: 'SET', units: 1 }], {}, 'itself'],
  [[{ sku: 'INNER', units: 1 }], {}, 'kitOfKits'],
  [[{ sku: 'LOT', units: 1 }], {}, 'partAuction'],
  [[{ sku: 'NONE', units: 1 }], {}, 'unknown'],
  [[{ sku: 'BOX', units: 0 }], {}, 'number'],
  [
    [
      { sku: 'BOX', units: 1 },
      { sku: 'BOX', units: 1 },
    ],
    {},
    'twice',
  ],
  [[{ sku: 'BOX', units: 1 }], { isPart: true }, 'isPart'],
  [[{ sku: 'BOX', units: 1 }], { reserved: 1 }, 'hasOrders'],
  [[{ sku: 'BOX', units: 1 }], { sharesStock: true }, 'sharesStock'],
])('a kit of %j that is %j: %s', (parts, change, reason) => {
  expect(kitProblem(parts, { ...owner, ...change }, facts)?.reason ?? null).toBe(reason)
})
