import fc from 'fast-check'
import { expect, it } from 'vitest'
import { expectForAll } from './testing-property.ts'
import { shortened } from './shortened.ts'

it('cuts a text to its length, but no character in two', () => {
  expect(shortened('Leica 📷', 8)).toBe('Leica 📷')
  expect(shortened('Leica 📷', 7)).toBe('Leica ')
  const text = fc.string({ unit: 'grapheme', maxLength: 60 })
  expectForAll(text, fc.integer({ min: 1, max: 60 }), (whole, most) => {
    const cut = shortened(whole, most)
    expect(whole.startsWith(cut)).toBe(true)
    expect(cut.isWellFormed()).toBe(true)
    expect(cut.length).toBeGreaterThanOrEqual(Math.min(whole.length, most) - 1)
    expect(cut.length).toBeLessThanOrEqual(most)
  })
})
