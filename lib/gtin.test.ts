import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from './testing-property.ts'
import { gs1CheckDigit, isGtin, looksLikeGtin } from './gtin.ts'

const digits = (length: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length }).map((all) => all.join(''))

describe('a GTIN', () => {
  it.each(['96385074', '036000291452', '4006381333931', '9780306406157', '10012345678902'])('%s is one', (text) =>
    expect(isGtin(text)).toBe(true),
  )
  it.each(['4006381333932', '400638133393', '40063813339310', 'abc', '', '4006381333931 '])('%s is none', (text) =>
    expect(isGtin(text)).toBe(false),
  )
  it('is invalid with one wrong digit', () =>
    expectForAll(digits(12), fc.nat(12), fc.integer({ min: 1, max: 9 }), (body, place, by) => {
      const gtin = `${body}${gs1CheckDigit(body)}`
      const wrong = [...gtin].with(place, String((Number(gtin[place]) + by) % 10)).join('')
      expect([isGtin(gtin), looksLikeGtin(wrong), isGtin(wrong)]).toEqual([true, true, false])
    }))
})
