import { expect, it } from 'vitest'
import { groupBy } from './group-by.ts'

it('keeps the order of groups and of their members', () => {
  expect([...groupBy(['pear', 'fig', 'plum', 'flax', 'apple'], (word) => word[0])]).toEqual([
    ['p', ['pear', 'plum']],
    ['f', ['fig', 'flax']],
    ['a', ['apple']],
  ])
  expect([...groupBy([], String)]).toEqual([])
})
