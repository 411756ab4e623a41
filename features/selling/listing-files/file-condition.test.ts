import { expect, it } from 'vitest'
import { readCondition } from '#features/core/listing/condition-words.ts'
import { readFileCondition } from './file-condition.ts'

it.each([
  ['NEW', 1000],
  ['NEW_OTHER', 1500],
  ['NEW_WITH_DEFECTS', 1750],
  ['MANUFACTURER_REFURBISHED', 2000],
  ['CERTIFIED_REFURBISHED', 2000],
  ['EXCELLENT_REFURBISHED', 2010],
  ['VERY_GOOD_REFURBISHED', 2020],
  ['GOOD_REFURBISHED', 2030],
  ['SELLER_REFURBISHED', 2500],
  ['LIKE_NEW', 2750],
  ['PRE_OWNED_EXCELLENT', 2990],
  ['PRE_OWNED_FAIR', 3010],
  ['USED_VERY_GOOD', 4000],
  ['USED_GOOD', 5000],
  ['USED_ACCEPTABLE', 6000],
  ['FOR_PARTS_OR_NOT_WORKING', 7000],
])('eBay’s %s and its number %d are one condition, in addresses and in files', (name, number) => {
  expect(readCondition(name)).not.toBeNull()
  expect(readFileCondition(String(number))).toBe(readCondition(name))
})
