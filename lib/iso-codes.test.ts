import { expect, it } from 'vitest'
import { isCountry } from './is-country.ts'
import { isCurrency } from './iso-codes.ts'

it.each(['GB', 'DE', 'US', 'HK', 'XK', 'GG', 'BQ'])('%s is a country', (code) => expect(isCountry(code)).toBe(true))

it.each(['UK', 'XX', 'ZZ', 'EU', 'YU', 'gb', 'GBR', '', '12'])('%j is none', (code) =>
  expect(isCountry(code)).toBe(false),
)

it.each(['EUR', 'JPY', 'KWD', 'SEK', 'ILS', 'AED'])('%s is a currency', (code) => expect(isCurrency(code)).toBe(true))

it.each(['GBX', 'GPB', 'XXX', 'eur', ''])('%j is none', (code) => expect(isCurrency(code)).toBe(false))
