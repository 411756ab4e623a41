import fc from 'fast-check'
import { expect, it } from 'vitest'
import { expectForAll } from '#lib/testing-property.ts'
import { markWords } from './mark-words.ts'

it('marks each word that was typed, whatever its case', () => {
  expect(markWords('Awaiting shipment', 'SHIP aw')).toEqual([
    { text: 'Aw', isHit: true },
    { text: 'aiting ', isHit: false },
    { text: 'ship', isHit: true },
    { text: 'ment', isHit: false },
  ])
  expect(markWords('a (b)', '#(')).toEqual([
    { text: 'a ', isHit: false },
    { text: '(', isHit: true },
    { text: 'b)', isHit: false },
  ])
  expect(markWords('Shipped', ' ')).toEqual([{ text: 'Shipped', isHit: false }])
})

it('loses and adds no letter', () => {
  expectForAll(fc.string(), fc.string(), (text, typed) => {
    expect(
      markWords(text, typed)
        .map((stretch) => stretch.text)
        .join(''),
    ).toBe(text)
  })
})
