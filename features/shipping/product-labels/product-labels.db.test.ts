import { beforeAll, expect, it } from 'vitest'
import { addRow, addRows, rowsOf } from '#db/testing-row.ts'
import { signedInBrowser, type TestBrowser } from '#features/people/accounts/testing-browser.ts'
import { addTestMember, addTestSeller, testHubAt } from '#features/people/accounts/testing.ts'
import { scannedTexts } from '#features/machinery/scanning/testing.ts'
import { paths } from '#web/paths.ts'
import { unitsField } from './product-label.ts'
import { loader } from './product-labels-print-resource.ts'

const { db, hub } = await testHubAt()
let browser: TestBrowser
let shipper: TestBrowser
let numbers: string[]

beforeAll(async () => {
  const { id, email } = await addTestMember(hub)
  const packer = await addTestMember(hub)
  const sellerId = await addTestSeller(db, { [id]: 'lister', [packer.id]: 'shipper' })
  shipper = await signedInBrowser(hub, packer.email)
  browser = await signedInBrowser(hub, email)
  const product = await addRow(db.owner, 'products', {
    epid: '100000001',
    gtin: '4006381333931',
    title: 'Lens cap',
    category: 'Lens caps',
  })
  const listing = {
    seller_id: sellerId,
    category: 'Lens caps',
    condition: 'NEW',
    state: 'ACTIVE',
    price_minor: 1250,
  } as const
  await addRows(db.owner, 'listings', [
    { ...listing, title: 'Lens cap', sku: 'CAP-1', currency: 'GBP', quantity_available: 3, product_id: product.id },
    { ...listing, title: 'Strap <b>', sku: 'STRAP/7', currency: 'GBP', quantity_available: 2 },
  ])
  const items = await rowsOf(db.owner, 'stock_items', { seller_id: sellerId }, 'sku')
  numbers = items.map(({ stock_number: number }) => number)
})

async function printed(more: [string, string][], by = browser): Promise<string> {
  const answer = Promise.withResolvers<Response>()
  const print = async (args: never) => answer.resolve(await loader(args))
  await by.get({ loader: print }, `${paths.productLabelsPrint}?${new URLSearchParams(more)}`)
  return (await answer.promise).text()
}

/** A barcode's rectangles as a printer draws them, each module four dots wide. */
function dotsOf(drawing: string): ImageData {
  const [, across = '', down = ''] = /viewBox="0 0 (\d+) (\d+)"/.exec(drawing) ?? []
  // One row of bars is drawn high.
  const high = down === '1' ? 80 : 4
  const [width, height] = [Number(across) * 4, Number(down) * high]
  const data = new Uint8ClampedArray(width * height * 4).fill(255)
  for (const [, left, top, wide] of drawing.matchAll(/M(\d+) (\d+)h(\d+)v1/g))
    for (let y = Number(top) * high; y < (Number(top) + 1) * high; y += 1)
      for (let x = Number(left) * 4; x < (Number(left) + Number(wide)) * 4; x += 1)
        data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3)
  return { width, height, data, colorSpace: 'srgb' }
}

/** What a scanner reads of the barcodes of a page. */
async function scanned(page: string): Promise<string[]> {
  const read: string[] = []
  for (const [drawing] of page.matchAll(/<svg class="bars"[^]*?<\/svg>/g))
    read.push(...(await scannedTexts(dotsOf(drawing))))
  return read
}

it('a scanner reads the labels: the EAN of a product, else the SKU, as often as asked for', async () => {
  const [cap, strap] = numbers
  const page = await printed([
    ['format', 'a4-5x13'],
    ['used', '3'],
    [unitsField(cap!), '2'],
    [unitsField(strap!), '1'],
    ['show', 'title'],
    ['show', 'price'],
  ])
  expect(await scanned(page)).toEqual(['4006381333931', '4006381333931', 'STRAP/7'])
  expect(page.match(/<article/g)).toHaveLength(1)
  expect(page.match(/<div><\/div>/g)).toHaveLength(2)
  expect(page).toContain('£12.50')
  expect(page).toContain('Strap &lt;b&gt;')
})

it('a QR code has the SKU, and a sheet that is full is followed by another', async () => {
  const page = await printed([
    ['format', 'letter-4x20'],
    ['code', 'qr'],
    [unitsField(numbers[1]!), '81'],
  ])
  expect(page.match(/<article/g)).toHaveLength(2)
  expect(await scanned(page.slice(page.lastIndexOf('<article')))).toEqual(['STRAP/7'])
})

it('shippers, who see no amounts, print labels without prices', async () => {
  const page = await printed(
    [
      ['format', 'roll-57x32'],
      [unitsField(numbers[0]!), '1'],
      ['show', 'price'],
    ],
    shipper,
  )
  expect(await scanned(page)).toEqual(['4006381333931'])
  expect(page).not.toContain('12.50')
})
