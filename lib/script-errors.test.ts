import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from './testing-property.ts'
import { cleanMessage, cleanPath, collectScriptErrors } from './script-errors.ts'

const error = (over = {}) => ({
  message: 'boom',
  filename: 'https://hub.example/assets/a.js?v=1#x',
  lineno: 3,
  ...over,
})

/** Includes lone surrogates and control characters. */
const anyText = fc.array(fc.nat(0xffff), { maxLength: 20 }).map((codes) => String.fromCharCode(...codes))
const someText = fc.tuple(fc.constantFrom('', 'x'.repeat(195)), anyText).map((parts) => parts.join(''))
const someAddress = fc
  .tuple(
    fc.constantFrom('', '/', 'https://hub.example', 'blob:https://x/'),
    fc.string(),
    fc.constantFrom('', '?', '#'),
    fc.string(),
  )
  .map((parts) => parts.join(''))

describe('collectScriptErrors', () => {
  it('keeps message, line and path without query', () => {
    const errors = collectScriptErrors()
    errors.add(error(), '/sh/ord')
    expect(errors.list()).toEqual([{ message: 'boom', line: 3, path: '/assets/a.js', count: 1 }])
  })

  it('uses the page if the browser names no script', () => {
    const errors = collectScriptErrors()
    errors.add({ message: '' }, '/sh/ord')
    expect(errors.list()).toEqual([{ message: 'unknown', line: 0, path: '/sh/ord', count: 1 }])
  })

  it('keeps at most 10 different ones and counts all', () => {
    const errors = collectScriptErrors()
    for (let line = 1; line <= 15; line++) errors.add(error({ lineno: line }), '/')
    errors.add(error({ lineno: 10 }), '/')
    errors.add(error({ lineno: 11 }), '/')
    expect(errors.list().map(({ line, count }) => [line, count])).toEqual([
      ...Array.from({ length: 9 }, (_, index) => [index + 1, 1]),
      [10, 2],
    ])
    expect(errors.count()).toBe(17)
  })

  it('accepts any input within its limits', () => {
    const reported = fc.record(
      {
        message: someText,
        filename: someAddress,
        lineno: fc.double(),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fc.array(reported, { maxLength: 15 }), (all) => {
        const errors = collectScriptErrors()
        for (const one of all) errors.add(one, '/sh/ord')
        const list = errors.list()
        expect(errors.count()).toBe(all.length)
        expect(list.length).toBeLessThanOrEqual(10)
        if (list.length < 10) expect(list.reduce((sum, { count }) => sum + count, 0)).toBe(all.length)
        for (const { message, path, line } of list) {
          expect(message.length).toBeLessThanOrEqual(200)
          expect(path).toMatch(/^\/[^?#]{0,199}$/)
          expect(Number.isSafeInteger(line) && line >= 0).toBe(true)
        }
      }),
      { numRuns: 40 },
    )
  })
})

describe('cleanMessage', () => {
  it.each([
    ['Failed to fetch https://x.example/a/b?token=1#c now', 'Failed to fetch https://x.example/a/b now'],
    ["Loading '/sh/ord?q=ann' failed", "Loading '/sh/ord' failed"],
    ['why? because', 'why? because'],
    ['a?.b is not a function', 'a?.b is not a function'],
    [' one\n\ttwo\0three ', 'one two three'],
  ])('turns %j into %j', (message, clean) => {
    expect(cleanMessage(message)).toBe(clean)
  })

  it('is idempotent', () => {
    expectForAll(fc.oneof(someText, someAddress), (text) => {
      const clean = cleanMessage(text)
      expect(cleanMessage(clean)).toBe(clean)
      expect(clean.isWellFormed()).toBe(true)
    })
  })
})

it.each([
  ['https://user@hub.example:8080/a/b.js?x', '/a/b.js'],
  ['https://hub.example', '/'],
  ['/sh/ord?orderid=1', '/sh/ord'],
  ['blob', '/blob'],
])('cleanPath turns %j into %j', (address, path) => {
  expect(cleanPath(address)).toBe(path)
})
