import { describe, expect, it } from 'vitest'
import { readCodes } from './counted-codes.ts'

const counted = (text: string) => Object.fromEntries(readCodes(text).counted)

describe('scanned and typed codes', () => {
  it('count one each time, whatever ends the line', () => {
    expect(counted('A-1\nB-2\r\nA-1\r\n\n  \nA-1')).toEqual({ 'A-1': 3, 'B-2': 1 })
  })

  it.each([
    ['A-1,12', { 'A-1': 12 }],
    ['A-1 ; 12', { 'A-1': 12 }],
    ['A-1\t0', { 'A-1': 0 }],
    ['A-1\t3\nA-1', { 'A-1': 4 }],
    ['Red, large', { 'Red, large': 1 }],
    ['4006381333931', { '4006381333931': 1 }],
    ['A 12', { 'A 12': 1 }],
    ['A, 12345678', { 'A, 12345678': 1 }],
    [',12', { ',12': 1 }],
    ['A-1 \t 2', { 'A-1': 2 }],
  ])('%j names so many: %j', (text, expected) => {
    expect(counted(text)).toEqual(expected)
  })

  it('are read in time that grows with the text only', () => {
    const line = `A${'\t'.repeat(2_000_000)}B`
    expect(readCodes(line)).toEqual({ counted: new Map(), unread: [line.slice(0, 50)] })
  })

  it('are left out if they are too long, or too many to be true', () => {
    const long = 'x'.repeat(51)
    expect(readCodes(`${long}\nA,1000001\nB,1000000\nB`)).toEqual({
      counted: new Map([['B', 1_000_000]]),
      unread: ['x'.repeat(50), 'A,1000001', 'B'],
    })
  })
})
