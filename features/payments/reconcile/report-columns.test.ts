import { expect, it } from 'vitest'
import { isStored } from './report-columns.ts'

const days = ['2026-07-21', '2026-07-22']

it.each(['posted-date', 'Statement date', 'Answered', 'Wholesale day', 'Realised on', 'Capacity'])(
  'a column of days called %s is stored: words for buyers count as whole words only',
  (header) => expect(isStored({ header, values: days })).toBe(true),
)

it.each(['Ship to zip', 'BuyerPhone', 'PLZ', 'Kundennummer', 'Post code', 'buyername', 'Address1', 'Telefon'])(
  'a column called %s is not, whatever it holds',
  (header) => expect(isStored({ header, values: ['12345', '23456'] })).toBe(false),
)
