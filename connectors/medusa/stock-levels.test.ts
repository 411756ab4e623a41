import { describe, expect, it } from 'vitest'
import { ShopRefusal } from '../kit/index.ts'
import { levelsFor } from './stock-levels.ts'

const stockOf = (levels: [location: string, stocked: number, reserved: number][], required_quantity = 1) => ({
  required_quantity,
  inventory: {
    id: 'iitem_1',
    location_levels: levels.map(([location_id, stocked_quantity, reserved_quantity]) => ({
      location_id,
      stocked_quantity,
      reserved_quantity,
    })),
  },
})
const counted = (...inventory_items: ReturnType<typeof stockOf>[]) => ({ manage_inventory: true, inventory_items })

describe('units of the hub', () => {
  it('are beside what is reserved, also where too much is', () => {
    expect(levelsFor(counted(stockOf([['a', 10, 4]])), 3)).toEqual([{ item: 'iitem_1', location: 'a', stocked: 7 }])
    expect(levelsFor(counted(stockOf([['a', 0, 4]])), 3)).toEqual([{ item: 'iitem_1', location: 'a', stocked: 7 }])
    expect(levelsFor(counted(stockOf([['a', 7, 4]])), 3)).toEqual([])
  })

  it('are taken from the first locations, down to what is reserved there', () => {
    const levels = stockOf([
      ['b', 5, 0],
      ['a', 3, 2],
    ])
    expect(levelsFor(counted(levels), 2)).toEqual([
      { item: 'iitem_1', location: 'a', stocked: 2 },
      { item: 'iitem_1', location: 'b', stocked: 2 },
    ])
    expect(levelsFor(counted(levels), 9)).toEqual([{ item: 'iitem_1', location: 'a', stocked: 6 }])
  })

  it('of a set are as many as it takes', () => {
    expect(levelsFor(counted(stockOf([['a', 10, 0]], 2)), 3)).toEqual([{ item: 'iitem_1', location: 'a', stocked: 6 }])
  })

  it('are refused where Medusa does not count, or cannot tell of which item', () => {
    const one = stockOf([['a', 1, 0]])
    for (const variant of [
      { manage_inventory: false, inventory_items: [] },
      counted(),
      counted(one, one),
      counted(stockOf([])),
    ])
      expect(() => levelsFor(variant, 1)).toThrow(ShopRefusal)
  })
})
