import { expect, it } from 'vitest'
import type { FieldErrorModel, FormView } from './form-view.ts'
import { liveProblems, standingErrors } from './standing-errors.ts'

const typed = { title: 'Kite', price: 'ten', quantity: '1', sku: 'K-1', condition: 'NEW' }
const error = (field: string): FieldErrorModel => ({ field, fieldId: field, text: field })
const view = {
  currency: 'GBP',
  zone: 'UTC',
  limits: { priceMinor: 100_000, quantity: 50 },
  leaf: null,
  hasOtherPicture: true,
  typed,
  errors: ['', 'price', 'sku', 'category'].map(error),
} as unknown as FormView
const left = (changes: Record<string, string>) =>
  standingErrors(view, { ...typed, ...changes }).map(({ field }) => field)

it('an unreadable field is reported once, whatever else it breaks', () => {
  expect(liveProblems(view, typed).filter(({ field }) => field === 'price')).toMatchObject([{ problem: 'notMoney' }])
})

it('an error disappears when its field is valid, and a server-side error when its field is changed', () => {
  expect(standingErrors(view, typed)).toBe(view.errors)
  expect(left({ price: '12' })).toEqual(['', 'sku', 'category'])
  expect(left({ price: 'eleven' })).toEqual(['', 'price', 'sku', 'category'])
  expect(left({ sku: 'K-2' })).toEqual(['', 'price', 'category'])
})
