import { expect, it } from 'vitest'
import { countryCodes } from './iso-codes.ts'
import { threeLetterCountry } from './three-letter-country.ts'

it('knows three letters for each country, and no two alike', () => {
  expect(['DE', 'GB', 'US', 'CH', 'XK'].map(threeLetterCountry)).toEqual(['DEU', 'GBR', 'USA', 'CHE', 'XKX'])
  const known = countryCodes.map(threeLetterCountry).filter((code) => code !== null)
  expect(new Set(known).size).toBe(known.length)
  // Unicode has regions for post that ISO 3166 lacks.
  const regions = ['AC', 'CP', 'CQ', 'DG', 'EA', 'IC', 'TA']
  expect(regions).toEqual(expect.arrayContaining(countryCodes.filter((code) => threeLetterCountry(code) === null)))
  expect(threeLetterCountry('ZZ')).toBeNull()
})
