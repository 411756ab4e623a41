import { expect, it } from 'vitest'
import { textsFor } from './catalogues.server.ts'
import { exampleAmount } from './example-amount.ts'

it('has the decimals of its currency, as the reader types them', () => {
  const [english, german] = [textsFor('en', 'UTC'), textsFor('de', 'UTC')]
  expect(['GBP', 'JPY', 'KWD'].map((currency) => exampleAmount(currency, english))).toEqual(['12.50', '1250', '12.500'])
  expect(exampleAmount('EUR', german)).toBe('12,50')
})
