import { expect, it } from 'vitest'
import { s10CheckDigit } from './check-digits.ts'

it('computes the check digit of the published example', () => {
  expect(s10CheckDigit('47312482')).toBe(9)
})
