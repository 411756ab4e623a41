import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from './testing-property.ts'
import { trimmed, typedCode } from './trimmed.ts'
import { busyFor } from './testing.ts'

describe('a text that was typed or pasted', () => {
  it.each([
    ['\u200eJD0146\u200f', 'JD0146'],
    ['\u202a 12 34\u202c\u00a0', '12 34'],
    ['\ufeff\u2068Ada\u2069 \t', 'Ada'],
    // The flag of England ends with an invisible character; a family emoji contains several.
    ['🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
    [' 👨‍👩‍👧 ', '👨‍👩‍👧'],
    ['\u200b', ''],
  ])('%j is %j', (text, plain) => expect(trimmed(text)).toBe(plain))

  it('is trimmed as by String.trim without invisible characters, and idempotently', () => {
    expectForAll(fc.string(), (text) => {
      expect(trimmed(text)).toBe(text.trim())
      expect(trimmed(trimmed(`\u200e ${text} \u200f`))).toBe(trimmed(text))
    })
  })

  it('is fast for a hundred thousand spaces', async () => {
    const trim = () => trimmed(`a${' '.repeat(100_000)}b`)
    expect(trim()).toHaveLength(100_002)
    expect(await busyFor(trim)).toBeLessThan(1_000)
  })
})

it('a code gets plain spaces and hyphens', () => {
  expect(typedCode('\u200e1Z\u00a0999\u202fAA1\u2011012\u200b345 ')).toBe('1Z 999 AA1-012345')
})
