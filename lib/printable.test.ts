import { expect, it } from 'vitest'
import { printable } from './printable.ts'

it('what would steer a terminal is written as its number', () => {
  expect(printable('\u001B[2Jgone\r\u0007 \u009B31m \u202Eabc')).toBe(
    '\\u{1b}[2Jgone\\u{d}\\u{7} \\u{9b}31m \\u{202e}abc',
  )
})

it('letters, signs, lines and tabs stay', () => {
  const text = 'São Paulo\t– „ok“ ✓ 😀\nשלום\n'
  expect(printable(text)).toBe(text)
})
