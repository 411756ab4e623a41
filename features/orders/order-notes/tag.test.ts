import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from '#lib/testing-property.ts'
import { knownSpelling, noteLimits, readTag, tagsAfter } from './tag.ts'

describe('a tag', () => {
  it.each([
    ['  film   apart ', { ok: true, tag: 'film apart' }],
    ['x'.repeat(24), { ok: true, tag: 'x'.repeat(24) }],
    ['x'.repeat(25), { ok: false, problem: 'long' }],
    [' \n ', { ok: false, problem: 'empty' }],
    ['gift, fragile', { ok: false, problem: 'comma' }],
  ])('%j is accepted', (typed, read) => {
    expect(readTag(typed)).toEqual(read)
  })

  it('keeps the seller’s existing spelling', () => {
    expect(knownSpelling('GIFT', ['Fragile', 'Gift'])).toBe('Gift')
    expect(knownSpelling('gifts', ['Gift'])).toBe('gifts')
  })
})

const ten = Array.from({ length: noteLimits.tags }, (_, index) => `tag ${index}`)

describe('the tags of an order', () => {
  it('are at most ten: an eleventh changes nothing', () => {
    expect(tagsAfter(ten.slice(1), { add: ['new'], remove: [] })).toHaveLength(10)
    expect(tagsAfter(ten, { add: ['new'], remove: [] })).toBeNull()
    expect(tagsAfter(ten, { add: ['TAG 3'], remove: [] })).toEqual(ten)
    expect(tagsAfter(ten, { add: ['new'], remove: ['tag 0'] })).toHaveLength(10)
    expect(tagsAfter(ten, { add: [], remove: ['TAG 3'] })).toEqual(ten.filter((tag) => tag !== 'tag 3'))
  })

  it('are restored by the inverse of a change', () => {
    const tags = fc.uniqueArray(fc.constantFrom(...'abcdefghijkl'.split('')), {
      maxLength: 10,
    })
    expectForAll(tags, tags, tags, (given, add, remove) => {
      const before = given.toSorted()
      const after = tagsAfter(before, { add, remove })
      if (after === null) return
      const inverse = {
        add: before.filter((tag) => !after.includes(tag)),
        remove: after.filter((tag) => !before.includes(tag)),
      }
      expect(tagsAfter(after, inverse)).toEqual(before)
      expect(new Set(after).size).toBe(after.length)
    })
  })
})
