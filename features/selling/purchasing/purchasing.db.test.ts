import { beforeEach, expect, it } from 'vitest'
import * as stockItemPage from '#features/selling/inventory/stock-item-page.tsx'
import { addStocked } from '#features/selling/inventory/testing.ts'
import * as countPage from '#features/selling/stock-count/stock-count-page.tsx'
import { signedInBrowser, type TestBrowser } from '#features/people/accounts/testing-browser.ts'
import { addTestMember, addTestSeller, testHubAt } from '#features/people/accounts/testing.ts'
import { loader as fileLoader } from './purchase-file-resource.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { paths } from '#web/paths.ts'
import type { PurchaseModel } from './purchase-page.server.ts'
import * as purchasePage from './purchase-page.tsx'
import * as suppliersPage from './suppliers-page.tsx'
import { addPurchase, addSupplier } from '#features/selling/purchases/testing.ts'

const { db, hub } = await testHubAt('2026-11-22T10:40:00Z')

let seller: number
let ann: TestBrowser
let lister: TestBrowser

beforeEach(async () => {
  const owner = await addTestMember(hub, { name: 'Ann Example' })
  const other = await addTestMember(hub, { name: 'Lis' })
  seller = await addTestSeller(db, { [owner.id]: 'owner', [other.id]: 'lister' })
  ann = await signedInBrowser(hub, owner.email)
  lister = await signedInBrowser(hub, other.email)
  await addStocked(db, seller, 'A')
  await addStocked(db, seller, 'B')
})

const purchase = async (at: string, by = ann): Promise<PurchaseModel> => (await by.get(purchasePage, at)).data
const step = async (at: string, name: string, more: Record<string, string> = {}) => {
  const { version, key } = await purchase(at)
  return ann.post(purchasePage, at, { step: name, version, key, ...more })
}
const available = async (sku: string) =>
  (
    await db.owner
      .selectFrom('stock_items')
      .select('available')
      .where('seller_id', '=', seller)
      .where('sku', '=', sku)
      .executeTakeFirstOrThrow()
  ).available

it('a supplier is added with its price list, and an order goes from draft to received', async () => {
  const to = paths.suppliers()
  const typed = { id: '', name: 'Film & Co', email: 'orders@film.example', currency: 'gbp', lead: '14', note: '' }
  expect((await ann.post(suppliersPage, to, { step: 'save', ...typed, email: 'no' })).status).toBe(422)
  const supplier = assertDefined(
    (await ann.post(suppliersPage, to, { step: 'save', ...typed })).location,
    'it was added',
  )
  const { data } = await ann.get(suppliersPage, supplier)
  const id = data.shown.id
  const rows = 'SKU,Code,Price,Minimum,Pack size\nA,F-1,4.50,10,5\nB,F-2,2.00,,\nX,F-3,1,,'
  const list = await ann.post(suppliersPage, supplier, { step: 'skus', id, rows })
  expect(list.data.errors.rows).toContain('X')
  expect((await ann.get(suppliersPage, supplier)).data.shown.skus).toMatchObject([
    { sku: 'A', code: 'F-1', price: '£4.50', least: '10', pack: '5' },
    { sku: 'B', code: 'F-2', price: '£2.00', least: '1', pack: '1' },
  ])

  const at = assertDefined(
    (await ann.post(suppliersPage, supplier, { step: 'purchase', id, key: data.key })).location,
    'a draft',
  )
  expect(await ann.post(suppliersPage, supplier, { step: 'purchase', id, key: data.key })).toMatchObject({
    location: at,
  })
  expect((await step(at, 'order', { expected: '', note: '', freightBy: 'VALUE' })).status).toBe(422)
  expect((await step(at, 'add', { codes: 'A,10\nnone' })).data.errors.codes).toContain('none')
  await step(at, 'add', { codes: 'A,10\nB,4' })
  await step(at, 'order', {
    expected: '',
    note: 'Soon',
    freight: '5.30',
    freightBy: 'VALUE',
    'units-2': '5',
    'price-1': '4.80',
  })
  const ordered = await purchase(at)
  expect(ordered).toMatchObject({ status: { text: 'Ordered' }, values: { expected: '2026-12-06', freight: '5.30' } })
  expect(ordered.lines).toMatchObject([
    { sku: 'A', ordered: '10', price: '4.80' },
    { sku: 'B', ordered: '5', price: '2.00' },
  ])
  // Coming is not available.
  expect(await available('A')).toBe(4)
  const { stock_number: number } = await db.owner
    .selectFrom('stock_items')
    .select('stock_number')
    .where('seller_id', '=', seller)
    .where('sku', '=', 'A')
    .executeTakeFirstOrThrow()
  const { facts } = (await ann.get(stockItemPage, paths.stockItem(number))).data
  expect(facts).toContainEqual({ label: 'Coming', text: '10' })

  const count = assertDefined((await step(at, 'receive')).location, 'a count that receives it')
  const counting = async () => (await ann.get(countPage, count)).data
  expect((await counting()).count).toMatchObject({
    receives: ordered.number,
    waiting: [
      { sku: 'A', units: '10' },
      { sku: 'B', units: '5' },
    ],
  })
  await ann.post(countPage, count, { step: 'add', key: (await counting()).key, codes: 'A,12' })
  await ann.post(countPage, count, { step: 'fill', key: (await counting()).key })
  await ann.post(countPage, count, { step: 'apply' })
  await ann.post(countPage, count, { step: 'apply' })
  expect([await available('A'), await available('B')]).toEqual([16, 9])
  const received = await purchase(at)
  expect(received).toMatchObject({
    status: { text: 'Received' },
    receipts: [{ units: '17', what: 'Received by Ann Example' }],
  })
  const asked = [...new URL(received.labels ?? '', 'http://hub').searchParams].filter(([name]) => name !== 'keys')
  expect(asked.map(([, units]) => units)).toEqual(['12', '5'])

  await ann.post(purchasePage, at, { step: 'undo', receipt: received.receipts[0]?.key ?? '' })
  expect([await available('A'), (await purchase(at)).status.text]).toEqual([4, 'Ordered'])
})

it('a form that was overtaken changes nothing', async () => {
  const { number } = await addPurchase(db, seller, {
    supplier: await addSupplier(db, seller),
    skus: [{ sku: 'A', units: 3, price: 100 }],
  })
  const at = paths.purchase(number)
  const { version } = await purchase(at)
  await step(at, 'withdraw')
  expect(await ann.post(purchasePage, at, { step: 'cancel', version })).toMatchObject({ status: 422 })
  expect((await purchase(at)).status.text).toBe('Draft')
})

it('an order in another currency needs a rate, and its cost is in the shop’s', async () => {
  const supplier = await addSupplier(db, seller, { currency: 'EUR' })
  const { number } = await addPurchase(db, seller, {
    supplier,
    skus: [{ sku: 'A', units: 2, price: 1000 }],
    state: 'DRAFT',
  })
  const at = paths.purchase(number)
  const terms = { expected: '', note: '', freightBy: 'VALUE' }
  expect((await step(at, 'order', terms)).data.errors.form).toContain('exchange rate')
  await step(at, 'order', { ...terms, rate: '0.86' })
  const count = assertDefined((await step(at, 'receive')).location, 'a count')
  await ann.post(countPage, count, { step: 'fill', key: (await ann.get(countPage, count)).data.key })
  await ann.post(countPage, count, { step: 'apply' })
  const costs = await db.owner
    .selectFrom('costed_skus')
    .select(['currency', 'stock_minor'])
    .where('seller_id', '=', seller)
    .execute()
  expect(costs).toEqual([{ currency: 'GBP', stock_minor: 1720 }])
})

it('a member without the right to the shop’s money sees and changes no amounts', async () => {
  const supplier = await addSupplier(db, seller)
  const { number } = await addPurchase(db, seller, {
    supplier,
    skus: [{ sku: 'A', units: 3, price: 123 }],
    freight: 777,
  })
  const at = paths.purchase(number)
  const shown = await purchase(at, lister)
  expect(shown).toMatchObject({ seesMoney: false, mail: null, lines: [{ price: '', sum: '' }] })
  expect(JSON.stringify(shown.facts)).not.toContain('£')
  await lister.post(purchasePage, at, {
    step: 'save',
    version: shown.version,
    'price-1': '9',
    freight: '1',
    expected: '',
    note: 'x',
  })
  expect(await purchase(at)).toMatchObject({ values: { freight: '7.77', note: 'x' }, lines: [{ price: '1.23' }] })
  const file = async (by: TestBrowser): Promise<string> =>
    (await by.get({ loader: async (args: never) => (await fileLoader(args)).text() }, paths.purchaseFile(number))).data
  expect(await file(ann)).toContain('1.23')
  expect(await file(lister)).not.toContain('1.23')
})

it('an order is mailed to its supplier once, with its lines as a file', async () => {
  const { number } = await addPurchase(db, seller, {
    supplier: await addSupplier(db, seller),
    skus: [{ sku: 'A', units: 3, price: 123 }],
  })
  const at = paths.purchase(number)
  const { version, mail } = await purchase(at)
  expect(mail).toBe('orders@film.example')
  hub.mails.length = 0
  const outcomes = await Promise.all([1, 2].map(() => ann.post(purchasePage, at, { step: 'mail', version })))
  expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set([303, 422]))
  expect(hub.mails).toMatchObject([
    {
      to: 'orders@film.example',
      subject: expect.stringContaining(number),
      text: expect.stringContaining('3 at £1.23'),
      attachments: [{ filename: `${number}.csv`, content: expect.stringContaining('1.23') }],
    },
  ])
  expect(await purchase(at)).toMatchObject({ isMailed: true })
  expect((await lister.post(purchasePage, at, { step: 'mail', version: String(Number(version) + 1) })).status).toBe(403)
})
