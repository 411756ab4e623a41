import { describe, expect, it } from 'vitest'
import { pairs } from './pairs.ts'

describe('pairs', () => {
  it('combine values of the same index, also undefined ones', () => {
    expect(pairs(['a', 'b'], [1, undefined])).toEqual([
      ['a', 1],
      ['b', undefined],
    ])
    expect(pairs([], [])).toEqual([])
  })

  it('are rejected if one list is longer', () => {
    expect(() => pairs(['a'], [])).toThrow('1 and 0 are no pairs')
    expect(() => pairs([], ['a'])).toThrow('0 and 1 are no pairs')
  })
})
