import { describe, expect, it } from 'vitest'
import { compileMessages } from './compile.ts'
import { messageFormat, type TextValues } from './format-message.ts'

function write(message: string, values?: TextValues, locale = 'en') {
  return messageFormat(locale)(compileMessages({ message })['message']!, values)
}

describe('messageFormat', () => {
  it('fills places in, and leaves out what has no value', () => {
    expect(write('{who} sold {what}', { who: 'Ada', what: 3 })).toBe('Ada sold 3')
    expect(write('{who} sold', {})).toBe(' sold')
    expect(write('Ada’s lamp')).toBe('Ada’s lamp')
  })

  it('writes numbers as the locale does', () => {
    expect(write('{n, number} of {all, number}', { n: 1200, all: 10_000.5 })).toBe('1,200 of 10,000.5')
    expect(write('{n, number}', { n: 1200 }, 'de')).toBe('1.200')
  })

  it('chooses a plural by exact case, then by category, and writes its number for #', () => {
    const message = '{n, plural, =0 {no orders} one {# order of {who}} other {# orders}}'
    expect([0, 1, 2, 4000].map((n) => write(message, { n, who: 'Ada' }))).toEqual([
      'no orders',
      '1 order of Ada',
      '2 orders',
      '4,000 orders',
    ])
  })

  it('chooses by a value, also inside a plural, whose number it knows', () => {
    const message = '{n, plural, other {{unit, select, minute {# min} other {#}}}}'
    expect(write(message, { n: 5, unit: 'minute' })).toBe('5 min')
    expect(write(message, { n: 5, unit: 'constructor' })).toBe('5')
    expect(write('#{n}', { n: 5 })).toBe('#5')
  })

  it('is asked for no other format', () => {
    expect(() => compileMessages({ when: 'on {day, date}' })).toThrow('when: {day, date}')
    expect(() => compileMessages({ nth: '{n, plural, other {{n, selectordinal, other {#.}}}}' })).toThrow(
      'selectordinal',
    )
    expect(() => compileMessages({ more: '{n, plural, offset:1 other {#}}' })).toThrow('more: {n, plural, offset')
  })
})
