import { expect, it } from 'vitest'
import { findDecimalMark, isAmount, readWrittenAmount } from './written-amount.ts'

it.each([
  ['$45.99', 'USD', '.', 4_599],
  ['($18.42)', 'USD', '.', -1_842],
  ['-$18.42', 'USD', '.', -1_842],
  ['$-18.42', 'USD', '.', -1_842],
  ['−1.234,56 €', 'EUR', ',', -123_456],
  ['EUR 1.234,5', 'EUR', ',', 123_450],
  ['AU $1,234.00', 'AUD', '.', 123_400],
  ['45.99-', 'USD', '.', -4_599],
  ['0.00', 'USD', '.', 0],
  ['1,980', 'JPY', '.', 1_980],
  ['12,50 zł', 'PLN', ',', 1_250],
  ['1 299,00 kr', 'SEK', ',', 129_900],
  ['kr. 12,50', 'DKK', ',', 1_250],
  ['1.250,- €', 'EUR', ',', 125_000],
  ['CHF 12.–', 'CHF', '.', 1_200],
  ['12,50-', 'EUR', ',', -1_250],
  ['--', 'USD', '.', null],
  ['', 'USD', '.', null],
  ['12.345', 'USD', '.', undefined],
  ['1.250', 'EUR', null, undefined],
  ['1.250', 'EUR', '.', 125],
  ['1.250', 'EUR', ',', 125_000],
  ['1,250', 'EUR', null, 125_000],
  ['1.250', 'KWD', null, 1_250],
  ['0.500', 'EUR', '.', 50],
  ['1,23', 'USD', '.', undefined],
  ['(12.00', 'USD', '.', undefined],
  ['Hold', 'USD', '.', undefined],
] as const)('reads %j in %s', (text, currency, mark, minor) => {
  expect(readWrittenAmount(text, currency, mark)).toBe(minor)
})

it('finds the decimal mark of a file', () => {
  expect(findDecimalMark(['--', '1,234', '€ 12,50'], 'EUR')).toBe(',')
  expect(findDecimalMark(['1,234', '1.234,00'], 'EUR')).toBe(',')
  expect(findDecimalMark(['900', '12,50 €'], 'EUR')).toBe(',')
  expect(findDecimalMark(['1,234', '$1,234.00'], 'EUR')).toBe('.')
  expect(findDecimalMark(['12'], 'EUR')).toBeNull()
  expect(findDecimalMark(['12,500', '900,000'], 'EUR')).toBeNull()
  // Dinars have three decimals; whole ones among them are grouped.
  expect(findDecimalMark(['12,500 DT', '12,500 TND', '--', '900,000'], 'TND')).toBe(',')
  expect(findDecimalMark(['12,500', '900'], 'TND')).toBeNull()
  expect(findDecimalMark(['12,500', '1,900.500'], 'KWD')).toBe('.')
})

it.each([
  ['$45.99', true],
  ['--', true],
  ['12-34567-89012', false],
  ['12 kg', false],
  ['Jane Doe', false],
])('tells whether %j is an amount', (text, is) => {
  expect(isAmount(text)).toBe(is)
})
