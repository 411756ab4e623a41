import { expect, it } from 'vitest'
import { newBackupCodes, normalCode } from './backup-codes.ts'

it('newBackupCodes are ten different codes without look-alike letters', () => {
  const codes = newBackupCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^[a-hjkmnp-z2-9]{5}-[a-hjkmnp-z2-9]{5}$/)
})

it.each([
  ['k7mq2-x9fhd', 'k7mq2-x9fhd'],
  [' K7MQ2 X9FHD\n', 'k7mq2-x9fhd'],
  ['k7mq2x9fhd', 'k7mq2-x9fhd'],
  ['123 456', '123456'],
  ['12-34-56', '123456'],
  ['', ''],
])('normalCode reads %j as %j', (typed, code) => {
  expect(normalCode(typed)).toBe(code)
})
