import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from '#lib/testing-property.ts'
import {
  countSelected,
  maxSelected,
  noSelection,
  pageSelection,
  restoreSelection,
  select,
  storeSelection,
} from './selection.ts'

const page = ['a', 'b', 'c']
const some = { keys: ['a', 'z'], all: false }
const all = { keys: [], all: true }

describe('a selection', () => {
  it('grows and shrinks by rows, also rows of other pages', () => {
    expect(select(some, ['b'], true, page).keys).toEqual(['a', 'z', 'b'])
    expect(select(some, ['a'], true, page).keys).toEqual(['a', 'z'])
    expect(select(some, ['a'], false, page).keys).toEqual(['z'])
    expect(select(select(some, page, true, page), page, false, page).keys).toEqual(['z'])
  })

  it('of all that match becomes this page’s rows when one is taken out', () => {
    expect(select(all, ['b'], false, page)).toEqual({ keys: ['a', 'c'], all: false })
    expect(select(all, ['b'], true, page)).toBe(all)
  })

  it('is counted, and says how much of the page it covers', () => {
    expect(countSelected(all, 3128)).toBe(3128)
    expect(countSelected(some, 3128)).toBe(2)
    expect(pageSelection(noSelection, page)).toBe('none')
    expect(pageSelection(some, page)).toBe('some')
    expect(pageSelection({ keys: ['c', 'b', 'a'], all: false }, page)).toBe('all')
    expect(pageSelection(all, page)).toBe('all')
    expect(pageSelection(noSelection, [])).toBe('none')
  })

  it('never grows beyond what fits into an address', () => {
    const many = Array.from({ length: maxSelected + 50 }, (_, index) => `row-${index}`)
    expect(select(noSelection, many, true, many).keys).toHaveLength(maxSelected)
  })

  it('survives the tab’s storage, but only for the rows it was made among', () => {
    expectForAll(fc.uniqueArray(fc.string(), { maxLength: 20 }), fc.boolean(), fc.string(), (keys, isAll, match) => {
      const selection = { keys, all: isAll }
      expect(restoreSelection(storeSelection(selection, match), match)).toEqual(selection)
      expect(restoreSelection(storeSelection(selection, match), `${match}x`)).toEqual(noSelection)
    })
  })

  it.each([null, '', '{', '[]', 'null', '7', '{"match":"m","keys":"a","all":1}', '{"match":"m","keys":[1,null]}'])(
    'is empty where storage holds %s',
    (stored) => expect(restoreSelection(stored, 'm')).toEqual(noSelection),
  )
})
