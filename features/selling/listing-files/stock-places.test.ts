import { describe, expect, it } from 'vitest'
import { readStockPlaces } from './stock-places.ts'
import { readFile } from './testing.ts'

const header =
  'Handle,Title,Option1 Name,Option1 Value,SKU,Location,Bin name,Committed (not editable),Available (not editable),On hand (current),On hand (new)'
const read = (rows: readonly string[]) => readStockPlaces(new TextEncoder().encode([header, ...rows, ''].join('\n')))

/** Quantities by line and SKU, as an upload reads them. */
async function quantities(bytes: Uint8Array | undefined) {
  const { rows } = await readFile(bytes ?? '')
  return rows.map(({ line, sku, patch }) => [line, sku, patch.quantity])
}

const lamps = [
  'lampx,Desk lamp,Title,Default Title,LAMP-X1,Main street,A-1,0,3,3,4',
  'lampx,Desk lamp,Title,Default Title,LAMP-X1,Warehouse,B-2,0,9,9,11',
  'lampy,Floor lamp,Title,Default Title,LAMP-Y1,Main street,,1,5,6,',
  'lampy,Floor lamp,Title,Default Title,LAMP-Y1,Warehouse,,0,2,2,8',
  'lampz,Wall lamp,Title,Default Title,LAMP-Z1,Main street,,0,not stocked,not stocked,not stocked',
  'lampz,Wall lamp,Title,Default Title,LAMP-Z1,Warehouse,,0,7,7,',
]

describe('stock at several locations', () => {
  it('is one row for each SKU: all together, what is not entered as it is', async () => {
    const found = await read(lamps)
    expect(found?.places).toEqual(['Main street', 'Warehouse'])
    expect(await quantities(found?.take(null))).toEqual([
      [2, 'LAMP-X1', 15],
      [4, 'LAMP-Y1', 14],
      [6, 'LAMP-Z1', undefined],
    ])
  })

  it('is that of one of them', async () => {
    const found = await read(lamps)
    expect(await quantities(found?.take('Warehouse'))).toEqual([
      [3, 'LAMP-X1', 11],
      [5, 'LAMP-Y1', 8],
      [7, 'LAMP-Z1', undefined],
    ])
  })

  it('sums what is there where nothing is entered', async () => {
    const found = await read(lamps.map((row) => row.replace(/,(?:\d+|not stocked)?$/, ',')))
    expect(await quantities(found?.take(null))).toEqual([
      [2, 'LAMP-X1', 12],
      [4, 'LAMP-Y1', 8],
      [6, 'LAMP-Z1', 7],
    ])
  })

  it('is told by variants without a SKU', async () => {
    const found = await read([
      'cap,Cap,Size,S,,Main street,,0,1,1,1',
      'cap,Cap,Size,S,,Warehouse,,0,2,2,2',
      'cap,Cap,Size,M,,Main street,,0,4,4,4',
    ])
    expect(await quantities(found?.take(null))).toEqual([
      [2, null, 3],
      [4, null, 4],
    ])
  })

  it('is none if each SKU has one', async () => {
    expect(await read(lamps.slice(1, 3))).toMatchObject({ isSeveral: false })
    expect(await readStockPlaces(new TextEncoder().encode('SKU,Stock\nA,1\nA,2\n'))).toBeNull()
    expect(await readStockPlaces(new TextEncoder().encode('*Action,CustomLabel,*Location,*Quantity\nAdd,A,Berlin,1\nAdd,B,Hull,1\n'))).toMatchObject({ isSeveral: false }) // prettier-ignore
  })
})

describe('stock of programs with a column for each location', () => {
  const of = (text: string) => readStockPlaces(new TextEncoder().encode(text))
  const square =
    'Token,Item Name,Variation Name,SKU,Price,Enabled Main St,Current Quantity Main St,New Quantity Main St,Stock Alert Count Main St,Current Quantity Barn (old),New Quantity Barn (old)\n' +
    'T1,Mug,Regular,MUG-1,8.00,Y,4,,2,3,5\nT2,Bowl,Regular,BOWL-1,9.00,Y,,,,0,\nT3,Jug,Regular,JUG-1,9.00,Y,,,,,\n'

  it('of Square: what is entered, else what is there, at one location or at all', async () => {
    const found = await of(square)
    expect(found).toMatchObject({ places: ['Main St', 'Barn (old)'], isSeveral: true })
    const stock = (units: readonly [number | undefined, number | undefined]) => [
      [2, 'MUG-1', units[0]],
      [3, 'BOWL-1', units[1]],
      [4, 'JUG-1', undefined],
    ]
    expect(await quantities(found?.take(null))).toEqual(stock([9, 0]))
    expect(await quantities(found?.take('Main St'))).toEqual(stock([4, undefined]))
    expect(await quantities(found?.take('Barn (old)'))).toEqual(stock([5, 0]))
  })

  it('of Square with one location needs no question', async () => {
    const one = await of('Item Name,SKU,Current Quantity Shop,New Quantity Shop\nMug,MUG-1,4,\n')
    expect(one).toMatchObject({ places: ['Shop'], isSeveral: false })
    expect(await quantities(one?.take(null))).toEqual([[2, 'MUG-1', 4]])
  })

  it('of Amazon: at Amazon, and at the seller', async () => {
    const found = await of(
      'sku\tfnsku\tasin\tproduct-name\tmfn-fulfillable-quantity\tafn-warehouse-quantity\tafn-fulfillable-quantity\tafn-total-quantity\nMUG-1\tX01\tB01\tMug\t3\t9\t7\t12\n',
    )
    expect(found).toMatchObject({ places: ['MFN', 'AFN'], isSeveral: true })
    expect(await quantities(found?.take('AFN'))).toEqual([[2, 'MUG-1', 7]])
    expect(await quantities(found?.take(null))).toEqual([[2, 'MUG-1', 10]])
  })

  it('of Amazon by condition: what cannot be sold is never taken unasked', async () => {
    const found = await of(
      'seller-sku\tfulfillment-channel-sku\tasin\tcondition-type\tWarehouse-Condition-code\tQuantity Available\nMUG-1\tX01\tB01\tNewItem\tSELLABLE\t7\nBOWL-1\tX02\tB02\tNewItem\tUNSELLABLE\t2\n',
    )
    expect(found).toMatchObject({ places: ['SELLABLE', 'UNSELLABLE'], isSeveral: true })
    expect(await quantities(found?.take('SELLABLE'))).toEqual([[2, 'MUG-1', 7]])
  })

  it('is no other column of quantities', async () => {
    for (const columns of ['SKU,Quantity,New quantity', 'SKU,New Quantity Shop', 'SKU,Current quantity,Reserved'])
      expect(await of(`${columns}\nA,1,2\n`)).toBeNull()
  })
})

describe('a report of stock and prices', () => {
  const expectStock = async (file: string, patch: object) => {
    const { rows } = await readFile(file, { facts: { skus: new Set(['LAMP-X1']) } })
    expect(rows.map(({ patch: said, pictures }) => ({ ...said, pictures }))).toEqual([{ ...patch, pictures: [] }])
  }

  it('of Shopify sets the stock, not titles or customs data', async () => {
    await expectStock(
      'Handle,Title,Option1 Name,Option1 Value,SKU,HS Code,COO,Location,On hand (current),On hand (new)\nlampx,Lamp by hand,Title,Default Title,LAMP-X1,9405,DE,Hall,3,4\n',
      { quantity: 4 },
    )
  })

  it('of eBay, Amazon and WooCommerce sets no title, category or condition', async () => {
    await expectStock(
      'Action,Category name,Item number,Title,Listing site,Currency,Start price,Available quantity\nRevise,Film Cameras,100000000000,Lamp,UK,GBP,12.50,4\n',
      { price: 1250, quantity: 4 },
    )
    await expectStock(
      'sku\tfnsku\tasin\tproduct-name\tcondition\tyour-price\tavailable\nLAMP-X1\tX0001\tB00000AB\tLamp\tNew\t12.50\t4\n',
      { quantity: 4 },
    )
    await expectStock('ID,Type,SKU,Name,In stock?,Stock\n7,simple,LAMP-X1,Lamp,1,4\n', { quantity: 4 })
  })

  it('is no file of products, whose titles are read', async () => {
    await expectStock('ID,Type,SKU,Name,Stock,Regular price\n7,simple,LAMP-X1,Lamp,4,12.50\n', {
      title: 'Lamp',
      quantity: 4,
      price: 1250,
    })
    await expectStock('Title,URL handle,SKU,Price,Inventory quantity,Location\nLamp,lampx,LAMP-X1,12.50,4,Hall\n', {
      title: 'Lamp',
      quantity: 4,
      price: 1250,
    })
  })
})
