import { expect, it } from 'vitest'
import { certain } from './certain.ts'

it('is the value, also an empty one, and says why it should be there where it is not', () => {
  expect([certain(0, 'it counts'), certain('', 'it is text')]).toEqual([0, ''])
  for (const none of [null, undefined])
    expect(() => certain(none, 'it was made just now')).toThrow('not there, though it was made just now')
})
