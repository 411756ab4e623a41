import { describe, expect, it } from 'vitest'
import { plainCode } from '#lib/gtin.ts'
import { codeLimits, codeRefusal } from './sku-code.ts'

const facts = { sku: 'A', isKit: false, codes: 0, named: null }

describe('a code', () => {
  it('may be assigned to a SKU, as long as it names none', () => {
    expect(codeRefusal('x'.repeat(codeLimits.length), { ...facts, codes: codeLimits.codes - 1 })).toBeNull()
    expect(codeRefusal('4711', { ...facts, named: 'A' })).toEqual({ reason: 'known' })
    expect(codeRefusal('4711', { ...facts, named: 'B' })).toEqual({ reason: 'taken', sku: 'B' })
    expect(codeRefusal('4711', { ...facts, isKit: true })).toEqual({ reason: 'isKit' })
    expect(codeRefusal('4711', { ...facts, codes: codeLimits.codes })).toEqual({ reason: 'tooMany' })
    for (const odd of ['', 'x'.repeat(codeLimits.length + 1), 'a\u0007'])
      expect(codeRefusal(odd, facts)).toEqual({ reason: 'odd' })
  })

  it('is the same in small letters, and as a GTIN without the zeros that scanners add', () => {
    expect(plainCode('Ab-1')).toBe(plainCode('aB-1'))
    expect(plainCode('0012345678905')).toBe(plainCode('012345678905'))
    // Of another length it is no GTIN, and its zeros count.
    expect(plainCode('0071')).toBe('0071')
  })
})
