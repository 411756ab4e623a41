import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from './testing-property.ts'
import { toDecimal } from './money.ts'
import { readAmount, readDecimal, type Grouping } from './read-amount.ts'

const english = { currency: 'GBP', grouping: ',' } as const
const german = { currency: 'EUR', grouping: '.' } as const

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
    // English readers do not group thousands with a full stop.
    ['12.505', null],
    ['1.234', null],
    ['12.500', null],
    ['12.000', null],
    // A space groups thousands only.
    ['12 50', null],
    ['1 2 3', null],
    ['1’249.00', 124_900],
    ['1.234.567', 123_456_700],
    ['1,24,900.00', null],
    ['1.2e3', null],
    ['1.23', 123],
    ['12.3456', null],
    ['1,24,9', null],
    ['1.249,0.0', null],
    ['-3', null],
    ['', null],
    ['£5', 500],
    ['£12.50', 1250],
    ['£ 1,249.00', 124_900],
    ['12.50 GBP', 1250],
    ['gbp 12.50', 1250],
    ['€12.50', null],
    ['12.50 EUR', null],
    ['£12.50£', null],
    ['£-5', null],
    ['£', null],
  ] as const)('%j is %j', (text, minor) => expect(readAmount(text, english)).toBe(minor))
  it.each([
    ['1.249', 124_900],
    ['12.505', 1_250_500],
    ['12,505', null],
    ['1,234', null],
    ['12,500', null],
    ['12 50', null],
    ['1 249,5', 124_950],
    ['12,50', 1250],
    ['12,50 €', 1250],
    ['1.249 EUR', 124_900],
    ['12.50', 1250],
    ['1.249,00', 124_900],
    ['1,249.00', 124_900],
  ] as const)('%j is %j to a German reader', (text, minor) => expect(readAmount(text, german)).toBe(minor))
  it('has the decimals of its currency', () => {
    const read = (text: string, currency: string) => readAmount(text, { ...english, currency })
    expect([read('98000', 'JPY'), read('1.234', 'KWD'), read('1,234', 'KWD'), read('1.5', 'JPY')]).toEqual([
      98_000,
      1234,
      1_234_000,
      null,
    ])
  })
  it('is read as it is formatted, in each locale, grouped or not', () =>
    expectForAll(
      fc.nat(100_000_000),
      fc.constantFrom('GBP', 'JPY', 'KWD'),
      fc.constantFrom<[string, Grouping]>(['en-GB', ','], ['de-DE', '.']),
      fc.boolean(),
      (minor, currency, [locale, grouping], useGrouping) => {
        const decimal = toDecimal({ minor, currency })
        const decimals = (decimal.split('.')[1] ?? '').length
        const written = new Intl.NumberFormat(locale, { useGrouping, minimumFractionDigits: decimals }).format(
          Number(decimal),
        )
        expect(readAmount(written, { currency, grouping })).toBe(minor)
      },
    ))
  it('is never a thousand times what was typed', () =>
    expectForAll(
      fc.integer({ min: 1, max: 999 }),
      fc.integer({ min: 0, max: 999 }),
      fc.constantFrom<Grouping>(',', '.'),
      (whole, tail, grouping) => {
        const other = grouping === ',' ? '.' : ','
        const digits = String(tail).padStart(3, '0')
        expect(readDecimal(`${whole}${other}${digits}`, { grouping })).toBe(`${whole}.${digits}`)
        expect(readDecimal(`${whole}${grouping}${digits}`, { grouping })).toBe(`${whole}${digits}`)
      },
    ))
})
