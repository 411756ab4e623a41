import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from './testing-property.ts'
import { namesWeightUnit, readWeight, readWeightUnit } from './weight.ts'

describe('a weight', () => {
  it.each([
    ['0.2', 'kg', 200],
    ['1,5', 'kg', 1500],
    ['1.005', 'kg', 1005],
    ['1', 'lb', 454],
    ['16', 'oz', 454],
    ['600', 'g', 600],
    ['600.0', 'g', 600],
    ['0', 'kg', 0],
    // The cell comes before the column.
    ['200 g', 'kg', 200],
    ['2 lbs', null, 907],
    ['1.5kg', null, 1500],
  ] as const)('of %s in %s is %i grams', (text, unit, grams) => expect(readWeight(text, unit, ',')).toBe(grams))

  it.each([
    ['200', null],
    ['0.2', 'g'],
    ['-1', 'g'],
    ['heavy', 'g'],
    ['2 stone', 'kg'],
    ['', 'g'],
  ] as const)('of %j in %s is none', (text, unit) => expect(readWeight(text, unit, ',')).toBeNull())

  it('groups thousands as the file does', () => {
    expect(readWeight('1.500', 'g', '.')).toBe(1500)
    expect(readWeight('1.500', 'kg', ',')).toBe(1500)
  })

  it('in any unit is that of its grams', () =>
    expectForAll(fc.integer({ min: 1, max: 999_999 }), (grams) => {
      expect(readWeight((grams / 1000).toFixed(3), 'kg', ',')).toBe(grams)
      expect(readWeight((grams / 453.59237).toFixed(6), 'lb', ',')).toBe(grams)
      expect(readWeight((grams / 28.349523125).toFixed(6), 'oz', ',')).toBe(grams)
    }))

  it('may name its unit', () => {
    expect(['200 g', '0.2kg', '2 lb.', '200', 'g', 'a lot'].map(namesWeightUnit)).toEqual([true, true, true, false, false, false]) // prettier-ignore
    expect(['KG', 'Pounds', 'ounces', 'stone', ''].map(readWeightUnit)).toEqual(['kg', 'lb', 'oz', null, null])
  })
})
