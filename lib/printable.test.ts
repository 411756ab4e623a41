import { expect, it } from 'vitest'
import { printable } from './printable.ts'

it('terminal control characters are written as numbers', () => {
  expect(printable('\u001B[2Jgone\r\u0007 \u009B31m \u202Eabc')).toBe(
    '\\u{1b}[2Jgone\\u{d}\\u{7} \\u{9b}31m \\u{202e}abc',
  )
})

it('letters, symbols, line breaks and tabs are kept', () => {
  const text = 'São Paulo\t– „ok“ ✓ 😀\nשלום\n'
  expect(printable(text)).toBe(text)
})
