import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from './testing-property.ts'
import { columnDayOrder, isWrittenDay, readWrittenDay } from './written-day.ts'

describe('a day', () => {
  it.each([
    '2026-11-02',
    '2026-11-02 10:00:00 -0500',
    '2026-11-02T10:00:00Z',
    '2026/11/02',
    '2026/11/2 10:00',
    '2026.11.02',
    '02.11.2026',
    '2.11.26, 10:30',
    'Nov-02-26',
    'Nov-02-26 10:20:30 PST',
    '02-Nov-26',
    'Nov 2, 2026',
    'November 2, 2026',
    '2 nov 2026',
    '2. November 2026',
    'Mon, 2 Nov 2026 10:00',
    'Montag, 2. November 2026',
    '20261102',
    '20261102 103000',
    '2026. 11. 2.',
    '2026年11月2日',
    '2026년 11월 2일',
    '2 nov. 2026',
    '2 novembre 2026',
    'lun. 2 nov. 2026',
    'Mon Nov 02 10:00:00 CET 2026',
    'Mon Nov  2 10:00:00 2026',
    '46328',
    '46328.4375',
  ])('is read from %s', (text) => expect(readWrittenDay(text, null)).toBe('2026-11-02'))

  it.each([
    '2026/11-02',
    '2026-02-30',
    '31.06.2026',
    'Nov-31-25',
    '32-Nov-25',
    '12-Foo-26',
    'today',
    '',
    '99999',
    '26-11-2',
    '20261302',
    '20260230',
    '12345678',
  ])('is not guessed from %s', (text) => expect(isWrittenDay(text)).toBe(false))

  it('in digits needs a known order', () => {
    expect(readWrittenDay('03/04/2026', null)).toBeNull()
    expect(readWrittenDay('03/04/2026', 'DMY')).toBe('2026-04-03')
    expect(readWrittenDay('03/04/26 10:00 PM', 'MDY')).toBe('2026-03-04')
    expect(readWrittenDay('24/11/2026', 'MDY')).toBeNull()
    expect(readWrittenDay('5 Mai 2026', null)).toBe('2026-05-05')
    expect(readWrittenDay('5 Dez. 2026', null)).toBe('2026-12-05')
  })

  it.each([
    ['janv.', 'févr.', 'mars', 'avril', 'mai', 'juin', 'juil.', 'août', 'sept.', 'oct.', 'nov.', 'déc.'],
    ['enero', 'feb', 'mar', 'abr', 'mayo', 'jun', 'julio', 'ago', 'sep', 'oct', 'nov', 'dic'],
    ['gen', 'feb', 'mar', 'apr', 'mag', 'giu', 'lug', 'ago', 'set', 'ott', 'nov', 'dic'],
    ['jan', 'feb', 'mrt', 'apr', 'mei', 'juni', 'juli', 'aug', 'sep', 'okt', 'nov', 'dec'],
    ['Jan', 'Feb', 'März', 'April', 'Mai', 'Juni', 'Juli', 'Aug', 'Sept', 'Okt', 'Nov', 'Dez'],
  ])('has its month name in each language: %s', (...names) => {
    for (const [at, name] of names.entries())
      expect(readWrittenDay(`3 ${name} 2026`, null)).toBe(`2026-${String(at + 1).padStart(2, '0')}-03`)
  })

  it('of a page’s length is rejected', () => expect(isWrittenDay(`2026-11-02 ${'x'.repeat(100_000)}`)).toBe(false))
})

describe('the order of day and month in a column', () => {
  const today = '2026-11-25'
  const isPast = (day: string) => day <= today
  it.each([
    [['11/24/2026', '11/23/2026'], 'MDY'],
    [['24/11/2026', '05/11/2026'], 'DMY'],
    // 11 December lies in the future.
    [['11/12/2026'], 'MDY' as const],
    [['12/11/2026'], 'DMY' as const],
    [['03/04/2026', '04/05/2026'], 'EITHER'],
    [['11/11/2026'], 'DMY'],
    [['2026-11-24', 'soon', ''], null],
    [[], null],
  ])('of %j is %s', (values, order) => expect(columnDayOrder(values, isPast)).toBe(order))

  it('is inferred from days written in it, unless they are ambiguous', () =>
    expectForAll(
      fc.array(fc.date({ min: new Date('2026-01-01'), max: new Date('2026-11-25'), noInvalidDate: true }), {
        minLength: 1,
      }),
      fc.constantFrom('DMY' as const, 'MDY' as const),
      (dates, order) => {
        const days = dates.map((date) => date.toISOString().slice(0, 10))
        const values = days.map((day) => {
          const [year, month, date] = day.split('-')
          return order === 'DMY' ? `${date}/${month}/${year}` : `${month}/${date}/${year}`
        })
        const found = columnDayOrder(values, isPast)
        if (found === 'EITHER') return
        expect(values.map((value) => readWrittenDay(value, found))).toEqual(days)
      },
    ))
})
