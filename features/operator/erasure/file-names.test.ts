import { expect, it } from 'vitest'
import { erasedName, hasTerm } from './mentions-db.server.ts'

const terms = ['Zoë Müller', 'zoe_m', 'zoe@shop.example', '12-64120-58213', ' ']

it.each([
  ['Rückgabe Zoë Müller.pdf', true],
  ['return-zoë-müller-2.csv', true],
  ['ZOE_M.csv', true],
  ['labels_zoe@shop.example.csv', true],
  ['12-64120-58213.xlsx', true],
  ['zoe_muster.csv', false],
  ['Müller.csv', false],
  ['orders.csv', false],
])('the name %s names the buyer: %s', (name, expected) => {
  expect(hasTerm(name, terms)).toBe(expected)
})

it('leaves the ending of a name', () => {
  expect([erasedName('Ann Smith.CSV'), erasedName('Ann Smith'), erasedName('a.b/Ann Smith')]).toEqual([
    'file.CSV',
    'file',
    'file',
  ])
})
