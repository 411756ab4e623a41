import { describe, expect, it } from 'vitest'
import { namedVariation, soldVariation } from './sold-variation.ts'

const red = { sku: 'RED', values: ['Red', 'M'] }
const plain = { sku: null, values: ['Plain', 'M'] }
const all = [red, plain]

describe('a variation', () => {
  it('is identified by SKU, by values, or by both if they agree', () => {
    const named = (sku: string | null, values: string[] | null) => namedVariation(all, { sku, values })
    expect(named('RED', null)).toBe(red)
    expect(named(null, ['Plain', 'M'])).toBe(plain)
    expect(named('RED', ['Red', 'M'])).toBe(red)
    expect(named('RED', ['Plain', 'M'])).toBeNull()
    expect(named(null, ['Plain'])).toBeNull()
    expect(named(null, ['M', 'Plain'])).toBeNull()
    expect(named('', null)).toBeNull()
    expect(named(null, null)).toBeNull()
  })

  it('is found by the values it was sold under, else by its SKU', () => {
    expect(soldVariation(all, { sku: 'RED', variation: 'Plain, M' })).toBe(plain)
    expect(soldVariation(all, { sku: 'RED', variation: 'Scarlet, M' })).toBe(red)
    expect(soldVariation(all, { sku: 'RED', variation: null })).toBe(red)
    expect(soldVariation(all, { sku: null, variation: 'Blue, M' })).toBeNull()
    expect(soldVariation(all, { sku: null, variation: null })).toBeNull()
  })
})
