import { expect, it } from 'vitest'
import { gs1CheckDigit, s10CheckDigit } from './check-digits.ts'

it('ends article numbers and parcel numbers as the published examples do', () => {
  expect(gs1CheckDigit('400638133393')).toBe(1)
  expect(gs1CheckDigit('03600029145')).toBe(2)
  expect(s10CheckDigit('47312482')).toBe(9)
})
