import { expect, it } from 'vitest'
import { lastForwarded } from './forwarded-for.ts'

it.each([
  ['203.0.113.9', '203.0.113.9'],
  ['10.0.0.1, 198.51.100.7 ,203.0.113.9', '203.0.113.9'],
  ['203.0.113.9:51234', '203.0.113.9'],
  ['2001:db8::1', '2001:db8::1'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['::ffff:203.0.113.9', '::ffff:203.0.113.9'],
  ['unknown', null],
  ['203.0.113.9, ', null],
  ['203.0.113.9:port', null],
  ['', null],
  [undefined, null],
])('of %j is %j', (header, address) => {
  expect(lastForwarded(header)).toBe(address)
})
