import { describe, expect, it } from 'vitest'
import { fileCurrency, headerCurrency, writtenCurrency } from './written-currency.ts'

describe('the currency that a file names', () => {
  it.each([
    ['Price (EUR)', 'EUR'],
    ['Price [EUR]', 'EUR'],
    ['price_EUR', 'EUR'],
    ['Preis in €', 'EUR'],
    ['Price (US$)', 'USD'],
    ['Price', null],
    ['Custom label (SKU)', null],
    ['Price incl. VAT', null],
    ['NEW PRICE', null],
  ])('in the header %s is %s', (header, currency) => expect(headerCurrency(header, 'GBP')).toBe(currency))

  it.each([
    ['*Action(SiteID=Germany|Country=DE|Currency=EUR|Version=1193|CC=UTF-8)', 'EUR'],
    ['Action(SiteID=UK|Country=GB|Currency=GBP|Version=1193)', 'GBP'],
    ['*Action(Currency=XXY)', null],
    ['Currency', null],
  ])('for all rows in %s is %s', (header, currency) => expect(fileCurrency(['Info', header])).toBe(currency))

  it('of a dollar is that of the shop if it has dollars', () =>
    expect([writtenCurrency('$5', 'CAD'), writtenCurrency('$5', 'GBP')]).toEqual(['CAD', 'USD']))
})
