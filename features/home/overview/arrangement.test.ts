import fc from 'fast-check'
import { expect, it } from 'vitest'
import { expectForAll } from '#lib/testing-property.ts'
import { arrangementFrom, arrangementSteps, overviewModules, rearranged, storedArrangement } from './arrangement.ts'

const ids = (stored: string | null) => arrangementFrom(stored).map(({ id, isShown }) => (isShown ? id : `-${id}`))

it('has every module once, in the stored order, new ones last', () => {
  expect(ids(null)).toEqual([...overviewModules])
  expect(ids('money,-sales,gone,money')).toEqual([
    'money',
    '-sales',
    'todos',
    'messages',
    'orders',
    'stock',
    'level',
    'feedback',
  ])
  expectForAll(fc.string(), (stored) => {
    expect(new Set(arrangementFrom(stored).map(({ id }) => id)).size).toBe(overviewModules.length)
  })
})

it('moves one module by one place, hides and shows it, and keeps the others', () => {
  const after = (stored: string, step: (typeof arrangementSteps)[number], id: (typeof overviewModules)[number]) =>
    ids(storedArrangement(rearranged(arrangementFrom(stored), { step, id }))).slice(0, 3)
  expect(after('todos,orders,stock', 'down', 'todos')).toEqual(['orders', 'todos', 'stock'])
  expect(after('todos,orders,stock', 'up', 'stock')).toEqual(['todos', 'stock', 'orders'])
  expect(after('todos,orders,stock', 'up', 'todos')).toEqual(['todos', 'orders', 'stock'])
  expect(after('todos,orders,stock', 'hide', 'orders')).toEqual(['todos', '-orders', 'stock'])
  expect(after('todos,-orders,stock', 'show', 'orders')).toEqual(['todos', 'orders', 'stock'])
  const last = arrangementFrom(null).at(-1)!
  expect(rearranged(arrangementFrom(null), { step: 'down', id: last.id })).toEqual(arrangementFrom(null))
})
