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

it('a quantity below zero is 0, with a note', async () => {
  const { rows } = await readFile('Handle,Title,Variant SKU,Variant Inventory Qty,Variant Price\nh,Hoodie,H-1,-3,45.00')
  expect(rows).toMatchObject([
    { patch: { quantity: 0 }, problems: [], notes: [{ column: 'quantity', value: '-3', rule: 'belowZero' }] },
  ])
})

it('a SKU that a spreadsheet shortened is refused, such a GTIN left out with a note, and a total no row', async () => {
  const { rows } = await readFile(
    'SKU,Title,Price,GTIN\n1.23E+12,Cup,2.00,\nA-1,Cup,2.00,5.01235E+12\n1E5,Cup,2.00,\n,Total:,6.00,',
  )
  expect(rows.map(({ problems, notes }) => [problems, notes])).toEqual([
    [[{ column: 'sku', value: '1.23E+12', rule: 'shortened' }], []],
    [[], [{ column: 'gtin', value: '5.01235E+12', rule: 'shortened' }]],
    [[], []],
  ])
})

it('Etsy’s variations, which are all in one row, are refused: its stock is of all of them', async () => {
  const { dialect, columns, rows } = await readFile(
    [
      'TITLE,DESCRIPTION,PRICE,CURRENCY_CODE,QUANTITY,TAGS,MATERIALS,IMAGE1,IMAGE2,VARIATION 1 TYPE,VARIATION 1 NAME,VARIATION 1 VALUES,VARIATION 2 TYPE,VARIATION 2 NAME,VARIATION 2 VALUES,SKU',
      'Apron,Fine.,32.00,GBP,12,linen,linen,https://i.example/1.jpg,https://i.example/2.jpg,Color,Color,"Blue,Red",Size,Size,"S,M","A,B"',
      'Print,A print.,12.00,GBP,5,print,paper,https://i.example/3.jpg,https://i.example/4.jpg,,,,,,,P-1',
    ].join('\n'),
  )
  expect([dialect, columns.variation]).toEqual(['etsy', undefined])
  expect(rows).toMatchObject([
    { sku: null, patch: {}, problems: [{ column: 'variation', value: 'Apron: Blue,Red; S,M', rule: 'allInOneRow' }] },
    { sku: 'P-1', patch: { price: 1200, quantity: 5 }, problems: [] },
  ])
  expect(rows[1]?.pictures).toEqual(['https://i.example/3.jpg', 'https://i.example/4.jpg'])
})

it('refuses a number that may be a thousand times as much', async () => {
  const { rows } = await readFile('SKU;Menge;Preis\nA;1.000;1.250\nB;1000;1250', { currency: 'EUR' })
  expect(rows.map(({ patch, problems }) => [patch.quantity, patch.price, problems.map(({ rule }) => rule)])).toEqual([
    [undefined, undefined, ['price', 'quantity']],
    [1000, 125_000, []],
  ])
})

it('reads such a price where its column shows the decimal mark', async () => {
  const { rows } = await readFile('SKU,Price\nA,1.250\nB,12.50')
  expect(rows.map(({ patch }) => patch.price)).toEqual([125, 1_250])
})

it('takes the price in the currency of the shop', async () => {
  const { rows } = await readFile('SKU,Price (EUR),Price (GBP)\nA,11.00,9.99')
  expect(rows).toMatchObject([{ patch: { price: 999 }, currency: 'GBP', problems: [] }])
})

it.each([
  ['without tax', 'SKU,Price (net),Price (gross)', 12_00],
  ['without tax, alone', 'SKU,Note,Price (excl. VAT)', undefined],
  ['of before', 'SKU,Price (was),Price (now)', 12_00],
])('takes no price %s', async (_name, header, price) => {
  const { rows } = await readFile(`${header}\nA,10.00,12.00`)
  expect(rows.map(({ patch }) => patch.price)).toEqual([price])
})
