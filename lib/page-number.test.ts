import { expect, it } from 'vitest'
import { readPageNumber } from './page-number.ts'

it.each([
  [null, 1],
  ['', 1],
  ['2', 2],
  ['0', 1],
  ['-1', 1],
  ['1.5', 1],
  ['x', 1],
  ['1e9', 1],
  ['100000', 1],
])('the page %s is %i', (text, page) => expect(readPageNumber(text)).toBe(page))
