import { expect, it } from 'vitest'
import { assertDefined } from './assert-defined.ts'

it('returns the value, also an empty one, and otherwise throws with the reason', () => {
  expect([assertDefined(0, 'it counts'), assertDefined('', 'it is text')]).toEqual([0, ''])
  for (const none of [null, undefined])
    expect(() => assertDefined(none, 'it was made just now')).toThrow('not there, though it was made just now')
})
