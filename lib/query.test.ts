import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from './testing-property.ts'
import { refilterPath, refilterQuery } from './query.ts'

describe('refilterQuery', () => {
  it.each([
    ['sets a key', '?a=1', { key: 'b', value: '2' }, 'a=1&b=2'],
    ['replaces where it stands', '?a=1&b=2', { key: 'a', value: '3' }, 'a=3&b=2'],
    ['trims', '', { key: 'q', value: '  lens cap ' }, 'q=lens+cap'],
    ['an empty value removes', '?a=1&b=2', { key: 'a', value: '' }, 'b=2'],
    [
      'so do spaces, null and undefined',
      '?a=1&b=2&c=3',
      [
        { key: 'a', value: '  ' },
        { key: 'b', value: null },
        { key: 'c', value: undefined },
      ],
      '',
    ],
    [
      'zero and false are values',
      '',
      [
        { key: 'a', value: 0 },
        { key: 'b', value: false },
      ],
      'a=0&b=false',
    ],
    ['duplicates collapse', '?a=1&a=2&b=3', { key: 'a', value: '4' }, 'a=4&b=3'],
    ['others keep theirs', '?a=1&a=2', { key: 'b', value: '3' }, 'a=1&a=2&b=3'],
    [
      'later changes win',
      '',
      [
        { key: 'a', value: '1' },
        { key: 'a', value: '2' },
      ],
      'a=2',
    ],
    ['offset becomes 0', '?offset=50&limit=25', { key: 'q', value: 'x' }, 'offset=0&limit=25&q=x'],
    ['also a changed one', '', { key: 'offset', value: 75 }, 'offset=0'],
    ['none is added', '?a=1', [], 'a=1'],
  ])('%s', (_, current, changes, query) => expect(refilterQuery(current, changes)).toBe(query))

  it('a non-empty src is kept', () => {
    expect(refilterQuery('?a=1', [], ' pricing ')).toBe('a=1&src=pricing')
    expect(refilterQuery('?src=x', [], '')).toBe('src=x')
    expect(refilterQuery('', { key: 'src', value: 'a' }, 'b')).toBe('src=b')
  })
  it('the path is kept and the hash removed', () => {
    const url = new URL('https://hub.example/sh/ord?offset=50#row-3')
    expect(refilterPath(url, { key: 'q', value: 'x' })).toBe('/sh/ord?offset=0&q=x')
    expect(refilterPath(new URL('https://hub.example/sh/ord?q=x#a'), { key: 'q', value: null })).toBe('/sh/ord')
  })
})

const key = fc.constantFrom('q', 'offset', 'limit', 'src', 'é', 'a b')
const value = fc.oneof(fc.string(), fc.constantFrom('', ' ', ' x '))
const changes = fc.array(fc.record({ key, value }), { maxLength: 6 })
const query = fc.array(fc.tuple(key, value), { maxLength: 6 }).map((pairs) => new URLSearchParams(pairs).toString())

it('no value is empty or untrimmed, offset is 0 or absent', () => {
  expectForAll(query, changes, (current, list) => {
    const result = new URLSearchParams(refilterQuery(current, list))
    for (const text of result.values()) expect(text).toBe(text.trim())
    expect([...result.values()]).not.toContain('')
    expect([null, '0']).toContain(result.get('offset'))
  })
})
it('is idempotent', () => {
  expectForAll(query, changes, (current, list) => {
    const once = refilterQuery(current, list)
    expect(refilterQuery(once, list)).toBe(once)
  })
})
