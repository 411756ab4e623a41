import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from '#lib/testing-property.ts'
import { divideStock, moveProblem, type LocationStock } from './stock-location.ts'

const sum = (stock: readonly LocationStock[]) => stock.reduce((all, { items }) => all + items, 0)
const ids = fc.integer({ min: 1, max: 4 })

/** Locations 1 to 3, and what is on hand: at least what is at the others. */
const divided = fc.tuple(fc.nat(20), fc.nat(20), fc.nat(20)).map(([there, second, third]) => ({
  onHand: there + second + third,
  locations: [0, second, third].map((items, index) => ({
    id: index + 1,
    name: `Place ${index + 1}`,
    isDefault: index === 0,
    items,
  })),
}))

describe('divided stock', () => {
  it('is what is on hand, and has at the default location what is at no other one', () => {
    expectForAll(divided, ({ onHand, locations }) => {
      const stock = divideStock(onHand, locations)
      expect(sum(stock)).toBe(onHand)
      expect(stock.slice(1)).toEqual(locations.slice(1))
    })
  })

  it('is not divided while there is one place', () => {
    expect(divideStock(5, [])).toEqual([])
    expect(divideStock(5, [{ id: 1, name: 'Warehouse', isDefault: true, items: 0 }])).toEqual([])
  })

  it('can be moved between two locations, and then none has less than nothing', () => {
    expectForAll(divided, ids, ids, fc.integer({ min: 1, max: 30 }), ({ onHand, locations }, from, to, items) => {
      const stock = divideStock(onHand, locations)
      const after = stock.map((each) => {
        const change = (each.id === to ? items : 0) - (each.id === from ? items : 0)
        return { ...each, items: each.items + change }
      })
      const isPossible =
        from !== to && from < 4 && to < 4 && after.every((each) => each.items >= 0) && sum(after) === onHand
      expect(moveProblem(stock, { from, to, items }) === null).toBe(isPossible)
    })
  })
})
