import { describe, expect, it } from 'vitest'
import { pairs } from './pairs.ts'

describe('pairs', () => {
  it('are of the same place, also where there is nothing', () => {
    expect(pairs(['a', 'b'], [1, undefined])).toEqual([
      ['a', 1],
      ['b', undefined],
    ])
    expect(pairs([], [])).toEqual([])
  })

  it('are none where one list is longer', () => {
    expect(() => pairs(['a'], [])).toThrow('1 and 0 are no pairs')
    expect(() => pairs([], ['a'])).toThrow('0 and 1 are no pairs')
  })
})
