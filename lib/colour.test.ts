import { describe, expect, it } from 'vitest'
import { colourVariables, inColour, wantsColour } from './colour.mjs'

const terminal = { isTTY: true }
const file = {}

describe('colour', () => {
  it.each([
    [terminal, {}, true],
    [terminal, { TERM: 'xterm' }, true],
    [terminal, { TERM: 'dumb' }, false],
    [terminal, { NO_COLOR: '1' }, false],
    // An empty NO_COLOR counts as unset (no-color.org), an empty FORCE_COLOR as set (Node).
    [terminal, { NO_COLOR: '' }, true],
    [file, { FORCE_COLOR: '' }, true],
    [terminal, { FORCE_COLOR: '0' }, false],
    [terminal, { FORCE_COLOR: 'false' }, false],
    [terminal, { FORCE_COLOR: '1', NO_COLOR: '1' }, true],
    [file, {}, false],
    [file, { TERM: 'xterm', CI: 'true' }, false],
    [file, { FORCE_COLOR: '1' }, true],
  ])('in %o with %o: %s', (stream, env, expected) => {
    expect(wantsColour(stream, env)).toBe(expected)
  })

  it('is passed to programs in a form that each understands', () => {
    for (const colour of [true, false]) {
      const given: Record<string, string | undefined> = { FORCE_COLOR: '0', NO_COLOR: '' }
      const env = { ...given, ...colourVariables(colour) }
      expect(wantsColour(file, env)).toBe(colour)
      expect(Object.values(env).filter((value) => value !== undefined)).toEqual(['1'])
    }
  })

  it('leaves the text unchanged without colour', () => {
    expect(inColour('red', 'late', false)).toBe('late')
    expect(inColour('red', 'late', true)).toBe('\u001B[31mlate\u001B[0m')
  })
})
