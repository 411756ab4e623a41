import { expect, it } from 'vitest'
import { s10CheckDigit } from './check-digits.ts'

it('ends parcel numbers as the published example does', () => {
  expect(s10CheckDigit('47312482')).toBe(9)
})
