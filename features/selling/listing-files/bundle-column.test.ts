import { describe, expect, it } from 'vitest'
import { isBundleColumn, readParts } from './bundle-column.ts'
import { readFile } from './testing.ts'

/** An item as WooCommerce Product Bundles exports it. */
const item = (product: string, details: object = {}) => ({
  product_id: product,
  menu_order: '0',
  meta_data: { quantity_min: '1', quantity_max: '1', quantity_default: '1', optional: 'no', ...details },
})

const times = (units: number | string) => ({ quantity_min: `${units}`, quantity_max: `${units}` })
const read = (...items: object[]) =>
  readParts(JSON.stringify(Object.fromEntries(items.map((each, at) => [at + 7, each]))))

describe('a bundle of WooCommerce', () => {
  it('is a kit of its products, whose units are counted together', () => {
    expect(read(item('BOX-1'), item('MUG-4', times(2)))).toEqual([
      { sku: 'BOX-1', units: 1 },
      { sku: 'MUG-4', units: 2 },
    ])
    expect(read(item('MUG-4', times(2)), item('MUG-4'))).toEqual([{ sku: 'MUG-4', units: 3 }])
    // PHP writes a list where the ids count from 0, and numbers where it has some.
    expect(readParts(JSON.stringify([{ product_id: 'BOX-1', meta_data: { quantity_min: 6 } }]))).toEqual([
      { sku: 'BOX-1', units: 6 },
    ])
    expect(readParts('{"7":{"product_id":"BOX-1"}}')).toEqual([{ sku: 'BOX-1', units: 1 }])
  })

  it.each([
    ['buyers may leave a product out', item('BOX-1', { optional: 'yes' }), 'partsChosen'],
    ['buyers choose how many', item('BOX-1', { quantity_min: '1', quantity_max: '2' }), 'partsChosen'],
    ['there is no limit', item('BOX-1', { quantity_max: '' }), 'partsChosen'],
    ['there may be none', item('BOX-1', times(0)), 'partsChosen'],
    ['a product has no SKU', item('id:93'), 'partsById'],
    ['a product is not named', item(''), 'notParts'],
    ['a number is none', item('BOX-1', times('a')), 'notParts'],
  ])('is no kit if %s', (_, wrong, rule) => {
    expect(read(item('MUG-4'), wrong)).toBe(rule)
  })

  it('is not read from damaged text', () => {
    expect(readParts('{"7":{"product_id":"BOX-1"')).toBe('notParts')
    expect(readParts('[]')).toBe('notParts')
    expect(readParts('2 MUG-4')).toEqual([{ sku: 'MUG-4', units: 2 }])
  })

  it('has a column of its own, which says nothing of other products', async () => {
    expect(isBundleColumn('Bundled Items (JSON-encoded)')).toBe(true)
    expect(isBundleColumn('Bundled items')).toBe(false)
    const cell = JSON.stringify({ 7: item('MUG-4', times(6)) }).replaceAll('"', '""')
    const { dialect, rows } = await readFile(
      [
        'ID,Type,SKU,Name,Stock,Regular price,Grouped products,Bundled Items (JSON-encoded),Bundle Layout',
        `9,bundle,SIX,Six mugs,,30.00,,"${cell}",default`,
        '8,simple,MUG-4,Mug,12,6.00,,,',
        '7,grouped,ALL,All mugs,,,"MUG-4, SIX",,',
      ].join('\n'),
    )
    expect(dialect).toBe('woocommerce')
    expect(rows.map(({ sku, patch: { parts }, problems }) => ({ sku, parts, problems }))).toEqual([
      { sku: 'SIX', parts: '6 MUG-4', problems: [] },
      { sku: 'MUG-4', parts: undefined, problems: [] },
      // A grouped product shows others, which are bought one by one.
      { sku: 'ALL', parts: undefined, problems: [] },
    ])
  })

  it('leaves a column of the seller’s own to clear the parts', async () => {
    const { rows } = await readFile('SKU,Price,Bundled items\nSIX,30.00,6 MUG-4\nMUG-4,6.00,')
    expect(rows.map(({ patch }) => patch.parts)).toEqual(['6 MUG-4', null])
  })
})
