import fc from 'fast-check'
import { expect, it } from 'vitest'
import { maxMinor, toDecimal } from '#lib/money.ts'
import { minorOf } from './amounts.ts'

it.each([
  ['5.5', 'USD', 550],
  [10.1, 'GBP', 1010],
  ['1.005', 'EUR', 101],
  ['1249', 'JPY', 1249],
  ['98.5', 'JPY', 99],
  [0.4, 'KWD', 400],
  ['-3.00', 'USD', -300],
])('reads %s %s', (amount, currency, minor) => expect(minorOf(amount, currency)).toBe(minor))

it.each(['', 'free', '1,50', 'Infinity'])('refuses %s', (amount) => {
  expect(() => minorOf(amount, 'EUR')).toThrow(expect.objectContaining({ failure: 'UNAVAILABLE' }))
})

it('reads what the hub writes', () => {
  const currencies = fc.constantFrom('USD', 'JPY', 'KWD')
  fc.assert(
    fc.property(fc.integer({ min: -maxMinor, max: maxMinor }), currencies, (minor, currency) => {
      expect(minorOf(toDecimal({ minor, currency }), currency)).toBe(minor)
      expect(minorOf(Number(toDecimal({ minor, currency })), currency)).toBe(minor)
    }),
  )
})
