import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toDecimal } from './money.ts'
import { readAmount } from './read-amount.ts'

describe('an amount', () => {
  it.each([
    ['1249', 124_900],
    ['12.5', 1250],
    ['12,50', 1250],
    ['1,249.00', 124_900],
    ['1.249,00', 124_900],
    ['1 249', 124_900],
    ['\u200e1\u202f249,00\u200f', 124_900],
    ['1,249', 124_900],
    ['1,249,000', 124_900_000],
    ['0.05', 5],
    ['0,123', null],
    ['12.345', 1_234_500],
    ['12.3456', null],
    ['1,24,9', null],
    ['1.249,0.0', null],
    ['-3', null],
    ['', null],
    ['£5', null],
  ] as const)('%j is %j', (text, minor) => expect(readAmount(text, 'GBP')).toBe(minor))
  it('has the decimals of its currency', () =>
    expect([readAmount('98000', 'JPY'), readAmount('1.234', 'KWD'), readAmount('1.5', 'JPY')]).toEqual([
      98_000,
      1234,
      null,
    ]))
  it('is read as it is written', () =>
    fc.assert(
      fc.property(fc.nat(10_000_000), fc.constantFrom('GBP', 'JPY', 'KWD'), (minor, currency) => {
        expect(readAmount(toDecimal({ minor, currency }), currency)).toBe(minor)
      }),
    ))
})
