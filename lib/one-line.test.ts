import { expect, it } from 'vitest'
import { oneLine } from './one-line.ts'

it('a text becomes one line, and is otherwise unchanged', () => {
  expect(oneLine('\r\n Ann\u0000\u0007 &\u2028\u2029\u0085\u000B\f\t sons \n')).toBe('Ann & sons')
  expect(oneLine('1\u202F000,00\u00A0€ – „ok“ 😀')).toBe('1\u202F000,00\u00A0€ – „ok“ 😀')
})
