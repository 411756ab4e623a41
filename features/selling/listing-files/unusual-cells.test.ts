import { describe, expect, it } from 'vitest'
import { readFile } from './testing.ts'

describe('the currency of a row', () => {
  it.each([
    ['Action(SiteID=Germany|Country=DE|Currency=EUR|Version=1193)', '*Action(SiteID=Germany|Country=DE|Currency=EUR|Version=1193|CC=UTF-8),CustomLabel,*Title,*StartPrice\nAdd,A,Card,"4,50"', 'EUR', 450], // prettier-ignore
    ['its column', 'SKU,Title,Price (EUR)\nA,Card,4.50', 'EUR', 450],
    ['its price', 'SKU,Title,Price\nA,Card,€4.50', 'EUR', 450],
    ['its column of currencies, before all others', 'SKU,Title,Price (EUR),Currency\nA,Card,4.50,GBP', 'GBP', 450],
    ['nothing: that of the shop', 'SKU,Title,Price\nA,Card,4.50', 'GBP', 450],
  ])('is that of %s', async (_name, text, currency, price) => {
    const { rows } = await readFile(text)
    expect(rows.map((row) => [row.currency, row.patch.price, row.problems])).toEqual([[currency, price, []]])
  })

  it('is that of its other amounts, too', async () => {
    const { rows } = await readFile('SKU,Title,Price,Cost per item (USD)\nA,Card,4.50,2.00\nB,Card,4.50,')
    expect(rows.map(({ problems }) => problems)).toEqual([
      [{ column: 'cost', value: '2.00', rule: 'currencyOther', values: { currency: 'GBP' } }],
      [],
    ])
  })
})

describe('a quantity below zero', () => {
  it('is 0, with a note', async () => {
    const { rows } = await readFile(
      'Handle,Title,Variant SKU,Variant Inventory Qty,Variant Price\nh,Hoodie,H-1,-3,45.00',
    )
    expect(rows).toMatchObject([
      { patch: { quantity: 0 }, problems: [], notes: [{ column: 'quantity', value: '-3', rule: 'belowZero' }] },
    ])
  })
})
