import { expect, it } from 'vitest'
import { phoneForms, readSearch } from './search-words.ts'

it.each([
  ['Leica M3', [{ words: ['Leica'] }, { words: ['M3'] }]],
  ['Leica  Leica', [{ words: ['Leica'] }]],
  ['O’Brien', [{ words: ['O’Brien'], whole: ['OBrien'] }]],
  ['O´Brien', [{ words: ["O'Brien"], whole: ['OBrien'] }]],
  ['100%', [{ words: ['100%'] }]],
  ['A-1', [{ words: ['A-1'] }]],
  ['A-10', [{ words: ['A-10'], whole: ['A10'] }]],
  ['１００', [{ words: ['100'] }]],
  ['12-88566-16953', [{ words: ['12-88566-16953'], whole: ['128856616953'], phone: ['28856616953'] }]],
  ['020 7946 0123', [{ words: ['020', '7946', '0123'], whole: ['02079460123'], phone: ['2079460123'] }]],
  ['01 23 45 67 89', [{ words: [], whole: ['0123456789'], phone: ['123456789'] }]],
  ['5 10', [{ words: ['5', '10'], whole: ['510'] }]],
  ['Pat 020 7946', [{ words: ['Pat'] }, { words: ['020', '7946'], whole: ['0207946'], phone: ['207946'] }]],
  ['  ', []],
])('readSearch %s', (typed, parts) => {
  expect(readSearch(typed)).toEqual(parts.map((part) => ({ whole: [], phone: [], ...part })))
})

it.each([
  ['+44 20 7946 0123', ['2079460123']],
  ['+44 (0)20 7946 0123', ['2079460123']],
  ['0044 20 7946 0123', ['2079460123']],
  ['(020) 7946 0123', ['2079460123']],
  ['+1 (555) 010-9999', ['5550109999']],
  ['1-555-010-9999', ['15550109999', '5550109999']],
  ['+380 99 345 67 89', ['993456789']],
  ['8 912 123-45-67', ['89121234567', '21234567', '9121234567']],
  ['+81 3-1234-5678', ['312345678']],
  ['0123', []],
])('phoneForms %s', (typed, forms) => {
  expect(phoneForms(typed)).toEqual(forms)
})
