import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from './testing-property.ts'
import { damagedDigits, withLeadingZeros } from './damaged-digits.ts'

describe('damagedDigits', () => {
  it.each([
    ['4.81E+11', 'exponent', null],
    ['4,81203E+13', 'exponent', null],
    ['4.81203456789E+11', 'exponent', '481203456789'],
    ['4.8120345678E+11', 'exponent', null],
    ['481203456789.0', 'decimal', '481203456789'],
    ['481203456789,00', 'decimal', '481203456789'],
    ['9400111899223100000017.0', 'decimal', '9400111899223100000017'],
    ['9400111899223100000000.0', 'rounded', null],
    ['481,203,456,789', 'grouped', '481203456789'],
    ['481.203.456.789', 'grouped', '481203456789'],
    ['481’203’456’789', 'grouped', '481203456789'],
    ['481,203,456,789.00', 'grouped', '481203456789'],
    ['9400111899223100000000', 'rounded', null],
    ['2026-03-12', 'date', null],
    ['2026-03-12 00:00:00', 'date', null],
    ['12/03/2026', 'date', null],
    ['12-Mar', 'date', null],
    ['12. Mrz', 'date', null],
    ['Mar-34', 'date', null],
    ['#N/A', 'error', null],
    ['########', 'error', null],
    // Of other programs, countries and languages.
    ['9.86578788855E+011', 'exponent', '986578788855'],
    ['986.578788855e9', 'exponent', '986578788855'],
    ['9.400111899223100000017E+21', 'exponent', null],
    ['481203456789.0000000', 'decimal', '481203456789'],
    ['£481,203,456,789.00', 'grouped', '481203456789'],
    ['481.203.456.789 €', 'grouped', '481203456789'],
    ['$481203456789', 'grouped', '481203456789'],
    ['4,81,20,34,56,789', 'grouped', '481203456789'],
    ['#NV', 'error', null],
    ['#WERT!', 'error', null],
    ['#¡DIV/0!', 'error', null],
    ['#VALEUR!', 'error', null],
  ])('%s: %s', (text, damage, before) => expect(damagedDigits(text)).toEqual(damage && { damage, before }))

  it.each([
    '481203456789',
    '00340434161094021507',
    '9400111899223100000017',
    // One in ten 16-digit and one in a hundred 17-digit numbers end like this.
    '1234567890123450',
    '12345678901234500',
    '1597 6034 2218 07',
    'RN473124829GB',
    'AB-4434-9617-1020',
    '12-64120-58213',
    '1Z999AA10123456784',
    '1.0',
    '',
    '12E45678',
    '12E45',
    '#ORDER1',
    '1,2,3',
  ])('%s is left as it is', (text) => expect(damagedDigits(text)).toBeNull())

  it('restores every digit or none', () => {
    const number = fc.stringMatching(/^[1-9]\d{7,13}[1-9]$/)
    expectForAll(number, (digits) => {
      const [first, more] = [digits.slice(0, 1), digits.slice(1)]
      const written = [`${digits}.0`, `${digits},00`, `${first}.${more}E+${more.length}`, grouped(digits, ',')]
      for (const text of written) expect(damagedDigits(text)?.before).toBe(digits)
      expect(damagedDigits(`${first}.${more.slice(0, -1)}E+${more.length}`)).toEqual({
        damage: 'exponent',
        before: null,
      })
    })
  })
})

const grouped = (digits: string, mark: string) => digits.replaceAll(/\B(?=(\d{3})+$)/g, mark)

it('adds leading zeros to digits only', () => {
  expect(withLeadingZeros('12345')).toEqual(['012345', '0012345', '00012345', '000012345'])
  for (const text of ['012345', '12', 'A1234', '']) expect(withLeadingZeros(text)).toEqual([])
})
