import { beforeEach, expect, it } from 'vitest'
import { rowOf, updateRows } from '#db/testing-row.ts'
import { storeKits } from '#features/core/listing/kits-db.server.ts'
import { addOrderToShip } from '#features/shipping/fulfilment/testing.ts'
import { listOrdersToPack } from '#features/shipping/packing/packing-db.server.ts'
import { packOrder } from '#features/shipping/packing/pack-view.server.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { scanCode, type PackState } from '#features/shipping/packing/pack-station.ts'
import { addStocked } from '#features/selling/inventory/testing.ts'
import * as itemPage from '#features/selling/inventory/stock-item-page.tsx'
import { signedInBrowser, type TestBrowser } from '#features/people/accounts/testing-browser.ts'
import { addTestMember, addTestSeller, testHubAt } from '#features/people/accounts/testing.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { paths } from '#web/paths.ts'
import * as codePage from './assign-code-page.tsx'
import { findCodes } from './find-codes-db.server.ts'
import * as countPage from './stock-count-page.tsx'

const { db, hub } = await testHubAt()
const gtin = '4006381333931'

let seller: number
let ann: TestBrowser

beforeEach(async () => {
  const owner = await addTestMember(hub, { name: 'Ann Example' })
  seller = await addTestSeller(db, { [owner.id]: 'owner' })
  ann = await signedInBrowser(hub, owner.email)
  for (const sku of ['PEN-1', 'PEN-2']) await addStocked(db, seller, sku)
})

const itemOf = async (sku: string) => rowOf(db.owner, 'stock_items', { seller_id: seller, sku })

/** Assigns a code to a SKU as its page does; returns where it leads, or why it is refused. */
async function assign(code: string, sku: string, to = paths.assignCode({ code })) {
  const { location, data } = await ann.post(codePage, to, {
    step: 'assign',
    code,
    item: (await itemOf(sku)).stock_number,
  })
  return location ?? data.errors.code
}

const namedBy = async (...codes: string[]) => {
  const found = await db.asSeller(seller, 'read', (own) => findCodes(own, seller, codes))
  const rows = await db.owner.selectFrom('stock_items').select(['id', 'sku']).where('seller_id', '=', seller).execute()
  return codes.map((code) => rows.find(({ id }) => id === found.get(code))?.sku ?? null)
}

async function count(codes: string) {
  const { data } = await ann.get(countPage, paths.stockCount())
  const { location } = await ann.post(countPage, paths.stockCount(), { step: 'add', key: data.key, codes })
  const at = assertDefined(location, 'the codes were taken')
  const read = async () => {
    const { items, sums } = (await ann.get(countPage, at)).data.count
    const rows = items.map(({ sku, counted }: { sku: string; counted: number }) => `${sku} ${counted}`)
    return [...rows, ...sums.unknown.map(({ code }: { code: string }) => `? ${code}`)]
  }
  return { at, read, id: new URL(at, 'http://hub').searchParams.get('count') ?? '' }
}

it('a code that a count does not know is assigned to a SKU that is searched, counts there, and is known everywhere', async () => {
  const first = await count(`${gtin}\n${gtin}\nPEN-2`)
  expect(await first.read()).toEqual(['PEN-2 1', `? ${gtin}`])
  const to = paths.assignCode({ code: gtin, count: first.id })
  const { data } = await ann.get(codePage, `${to}&q=pen`)
  expect(data.found.map(({ sku }: { sku: string }) => sku).toSorted()).toEqual(['PEN-1', 'PEN-2'])
  const done = await assign(gtin, 'PEN-1', to)
  expect((await ann.get(codePage, done)).data).toMatchObject({
    done: 'assigned',
    item: { sku: 'PEN-1', codes: [gtin] },
  })
  expect(new Set(await first.read())).toEqual(new Set(['PEN-1 2', 'PEN-2 1']))
  // Later counts know it, with zeros in front, too; and so does the pack station.
  expect(await (await count(`0${gtin}`)).read()).toEqual(['PEN-1 1'])
  const { number } = await addOrderToShip(db, seller, [1], { placedAt: new Date('2026-11-20T10:00:00Z') })
  await updateRows(db.owner, 'line_items', { seller_id: seller }, { sku: 'PEN-1' })
  const rows = await db.asSeller(seller, 'read', (own) => listOrdersToPack(own, seller))
  const texts = textsFor('en', 'UTC')
  const orders = rows.map((row) => packOrder(row, { now: hub.now(), texts }))
  const station: PackState = { orders, current: null, notice: null }
  const scanned = scanCode(station, gtin, () => ({ id: 'e', at: '2026-11-20T10:00:00Z' }))
  expect(scanned.event).toMatchObject({ order: number, change: 1 })
  expect(scanCode(station, '9780201379624', () => ({ id: 'e', at: '' })).event).toBeNull()
  const { facts } = (await ann.get(itemPage, paths.stockItem((await itemOf('PEN-1')).stock_number))).data
  expect(facts).toContainEqual({ label: 'Other codes', text: gtin })
})

it('a code typed beside its SKU in a count is remembered; a line that cannot be read is not', async () => {
  const first = await count('abc-77\nPEN-2,9000000')
  const { data } = await ann.get(countPage, first.at)
  const step = (code: string, key: string) =>
    ann.post(countPage, first.at, { step: 'assign', key, code, sku: 'pen-1', counted: '3' })
  await step('abc-77', data.key)
  await step('PEN-2,9000000', (await ann.get(countPage, first.at)).data.key)
  expect(await namedBy('ABC-77', 'pen-2,9000000')).toEqual(['PEN-1', null])
})

it('names one SKU: another is refused with the reason, until it is taken back', async () => {
  expect(await assign('4711', 'PEN-1')).toContain('done=assigned')
  expect(await assign('4711', 'PEN-1')).toBe('The code already names this SKU.')
  expect(await assign('4711', 'PEN-2')).toBe('The code already names PEN-1.')
  expect(await assign('pen-1', 'PEN-2')).toBe('The code already names PEN-1.')
  expect(await assign('x'.repeat(51), 'PEN-2')).toBe('Enter a code of 1 to 50 characters.')
  const { listing_id: listingId } = await itemOf('PEN-2')
  await db.asSeller(seller, 'write', (own) =>
    storeKits(own, seller, [{ listingId, position: 0, parts: [{ sku: 'PEN-1', units: 2 }] }]),
  )
  expect(await assign('4712', 'PEN-2')).toBe('A kit is scanned by its parts: assign the code to one of them.')
  const undo = { step: 'remove', code: '4711', item: (await itemOf('PEN-1')).stock_number }
  expect((await ann.post(codePage, paths.assignCode({ code: '4711' }), undo)).location).toContain('done=removed')
  expect(await namedBy('4711')).toEqual([null])
})

it('two members who assign a code at once give it to one SKU', async () => {
  const outcomes = await Promise.all([assign('5000', 'PEN-1'), assign('5000', 'PEN-2')])
  expect(outcomes.filter((outcome) => outcome.includes('done=assigned'))).toHaveLength(1)
  expect(outcomes.filter((outcome) => outcome.startsWith('The code already names'))).toHaveLength(1)
})

it('is of its seller alone', async () => {
  await assign('4711', 'PEN-1')
  const owner = await addTestMember(hub, { name: 'Bob Example' })
  const other = await addTestSeller(db, { [owner.id]: 'owner' })
  await addStocked(db, other, 'PEN-1')
  const bob = await signedInBrowser(hub, owner.email)
  expect(await db.asSeller(other, 'read', (own) => findCodes(own, other, ['4711']))).toEqual(new Map())
  const foreign = { step: 'assign', code: '4712', item: (await itemOf('PEN-1')).stock_number }
  expect((await bob.post(codePage, paths.assignCode({ code: '4712' }), foreign)).status).toBe(404)
})
