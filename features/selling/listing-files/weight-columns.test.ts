import { describe, expect, it } from 'vitest'
import { readFile } from './testing.ts'
import { unusedReason } from './unused-columns.ts'

const weights = async (text: string) => {
  const { rows } = await readFile(text)
  return rows.map(({ patch, problems }) => (problems.length > 0 ? problems.map(({ rule }) => rule) : patch.weight))
}

describe('the weight of a listing', () => {
  it.each([
    ['WooCommerce in kilograms', 'SKU,Name,Regular price,Weight (kg)\nA,Tee,12.50,0.2\nB,Mug,9,1.25', [200, 1250]],
    ['WooCommerce in pounds', 'SKU,Name,Regular price,Weight (lbs)\nA,Tee,12.50,0.5', [227]],
    ['grams', 'SKU,Name,Price,Weight (g)\nA,Tee,12.50,200', [200]],
    ['words', 'SKU;Titel;Preis;Gewicht in kg\nA;Hemd;12,50;0,2', [200]],
    ['other marks in the header', 'SKU,Title,Price,Weight / kg\nA,Tee,12.50,0.2', [200]],
    ['a header without brackets', 'SKU,Title,Price,weight_oz\nA,Tee,12.50,8', [227]],
    ['Shopify, whose other unit is for display', 'Handle,Title,Variant SKU,Variant Grams,Variant Price,Variant Weight Unit\na,Tee,A,600,12.50,kg', [600]], // prettier-ignore
    ['Shopify since 2025', 'Handle,Title,SKU,Price,Weight value (grams),Weight unit for display\na,Tee,A,12.50,600,lb', [600]], // prettier-ignore
    ['a column of units', 'SKU,Title,Price,Weight,Weight unit\nA,Tee,12.50,0.2,kg\nB,Mug,9,8,oz', [200, 227]],
    ['Shopify tools with a weight', 'Handle,Title,Variant SKU,Variant Price,Variant Weight,Variant Weight Unit\na,Tee,A,12.50,0.6,kg', [600]], // prettier-ignore
    ['Amazon, each weight with its own unit', 'sku\titem-name\tprice\titem_weight\titem_weight_unit_of_measure\tpackage_weight\tpackage_weight_unit_of_measure\nA\tTee\t12.50\t1\tLB\t0.7\tkilograms', [700]], // prettier-ignore
    ['the cells', 'SKU,Title,Price,Weight\nA,Tee,12.50,200 g\nB,Mug,9,0.4 kg', [200, 400]],
    ['a cell that contradicts its header', 'SKU,Title,Price,Weight (kg)\nA,Tee,12.50,200 g', [200]],
    ['one cell without a unit', 'SKU,Title,Price,Weight\nA,Tee,12.50,200 g\nB,Mug,9,400', [200, ['weight']]],
    ['a wrong unit', 'SKU,Title,Price,Weight (g)\nA,Tee,12.50,0.2', [['weight']]],
    ['nothing', 'SKU,Title,Price,Weight\nA,Tee,12.50,200', [undefined]],
  ])('is read from %s', async (_name, text, expected) => expect(await weights(text)).toEqual(expected))

  it('asks for the unit where the file names none', () => {
    expect(unusedReason('Weight')).toBe('unit')
    expect(unusedReason('Weight (kg)')).toBeNull()
  })
})

const header =
  'Handle,Title,Option1 Name,Option1 Value,SKU,Location,Incoming (not editable),Unavailable (not editable),Committed (not editable),Available (not editable),On hand (current),On hand (new)'

describe("Shopify's inventory file", () => {
  it('sets what its column for new stock says, and nothing where that is empty', async () => {
    const { dialect, rows } = await readFile(
      [
        header,
        'lampx,Desk lamp,Title,Default Title,LAMP-X1,Main street,0,0,1,6,7,25',
        'lampy,Floor lamp,Title,Default Title,LAMP-Y1,Main street,0,0,0,6,6,',
        'lampz,Wall lamp,Title,Default Title,LAMP-Z1,Main street,0,0,0,not stocked,not stocked,not stocked',
      ].join('\n'),
    )
    expect(dialect).toBe('shopify')
    expect(rows.map(({ sku, patch, problems }) => [sku, patch.quantity, problems])).toEqual([
      ['LAMP-X1', 25, []],
      ['LAMP-Y1', undefined, []],
      ['LAMP-Z1', undefined, []],
    ])
  })

  it('sets what is there where nothing new was entered', async () => {
    const { rows } = await readFile(`${header}\nlampx,Desk lamp,Title,Default Title,LAMP-X1,Main street,0,0,1,6,7,\n`)
    expect(rows.map(({ patch }) => patch.quantity)).toEqual([7])
  })
})
