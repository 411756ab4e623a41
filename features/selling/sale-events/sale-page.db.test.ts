import { beforeEach, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { updateRows } from '#db/testing-row.ts'
import { signedInBrowser, type TestBrowser } from '#features/people/accounts/testing-browser.ts'
import { addTestMember, addTestSeller, testServices } from '#features/people/accounts/testing.ts'
import { addHeld, addStocked } from '#features/selling/inventory/testing.ts'
import { readRows } from '#features/machinery/grid/list-rows-db.server.ts'
import { addOrderToShip } from '#features/shipping/fulfilment/testing.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { paths } from '#web/paths.ts'
import * as openResource from './open-sale-resource.ts'
import type { SalePageModel } from './sale-page.server.ts'
import * as page from './sale-page.tsx'
import { saleEventsList } from './sale-events-list.server.ts'
import { usesWords } from './sale-words.ts'
import { addSale, knowPrices, scheduleSale } from './testing.ts'

const db = await testDatabase()
let clock = new Date('2026-11-20T09:00:00Z')
const hub = testServices(db, { now: () => clock })

let email: string
let seller: number
let ann: TestBrowser
let lister: TestBrowser
let shipper: TestBrowser

beforeEach(async () => {
  clock = new Date('2026-11-20T09:00:00Z')
  const [owner, lis, sam] = [await addTestMember(hub), await addTestMember(hub), await addTestMember(hub)]
  seller = await addTestSeller(db, { [owner.id]: 'owner', [lis.id]: 'lister', [sam.id]: 'shipper' })
  await updateRows(db.owner, 'sellers', { id: seller }, { time_zone: 'Europe/Berlin', currency: 'GBP' })
  email = owner.email
  ann = await signedInBrowser(hub, email)
  lister = await signedInBrowser(hub, lis.email)
  shipper = await signedInBrowser(hub, sam.email)
  await addStocked(db, seller, 'A', { price_minor: 5000 })
  await knowPrices(db, seller)
})

/** Moves the clock, beyond which sessions do not last. */
async function later(moment: string): Promise<void> {
  clock = new Date(moment)
  ann = await signedInBrowser(hub, email)
}

const typed = {
  name: 'Winter',
  by: 'percent',
  figure: '20',
  ending: '99',
  startDate: '2026-12-01',
  startTime: '08:30',
  endDate: '2026-12-08',
  endTime: '00:00',
}
const read = async (at: string, by = ann): Promise<SalePageModel> => (await by.get(page, at)).data
const saleOf = async (at: string) => assertDefined((await read(at)).sale ?? undefined, 'it is a sale')
const step = async (at: string, name: string, more: Record<string, string> = {}) =>
  ann.post(page, at, { step: name, version: (await saleOf(at)).version, ...more })
const make = async (change: Record<string, string> = {}) =>
  ann.post(page, paths.saleEvent(), { step: 'make', key: (await read(paths.saleEvent())).newKey, ...typed, ...change })

it('a draft keeps its times in UTC and shows them in the shop’s zone', async () => {
  const at = assertDefined((await make()).location ?? undefined, 'it is made')
  const row = await db.owner
    .selectFrom('sale_events')
    .selectAll()
    .where('seller_id', '=', seller)
    .executeTakeFirstOrThrow()
  expect([row.starts_at.toISOString(), row.ends_at.toISOString(), row.time_zone]).toEqual([
    '2026-12-01T07:30:00.000Z',
    '2026-12-07T23:00:00.000Z',
    'Europe/Berlin',
  ])
  expect((await read(at)).values).toMatchObject(typed)
})

it('a form sent twice makes one draft', async () => {
  const { newKey: key } = await read(paths.saleEvent())
  for (let n = 0; n < 2; n += 1) await ann.post(page, paths.saleEvent(), { step: 'make', key, ...typed })
  expect(await db.owner.selectFrom('sale_events').select('id').where('seller_id', '=', seller).execute()).toHaveLength(
    1,
  )
})

it('what cannot be read is said beside its field, and nothing typed is lost', async () => {
  const wrong: [Record<string, string>, string][] = [
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(91) }, 'name'],
    [{ figure: '0' }, 'figure'],
    [{ figure: '91' }, 'figure'],
    [{ figure: '12.5' }, 'figure'],
    [{ by: 'price', figure: '0' }, 'figure'],
    [{ by: 'price', figure: 'ten' }, 'figure'],
    [{ startDate: '2026-02-31x' }, 'startDate'],
    [{ endDate: '' }, 'endDate'],
    [{ endDate: '2026-12-01', endTime: '08:30' }, 'endDate'],
    [{ endDate: '2027-12-04' }, 'endDate'],
  ]
  for (const [change, field] of wrong) {
    const { status, data } = await make(change)
    expect([status, Object.keys(data.errors)], JSON.stringify(change)).toEqual([422, [field]])
    expect(data.values).toMatchObject({ ...typed, ...change })
  }
  expect((await make({ figure: '90' })).status).toBe(303)
  expect((await make({ by: 'price', figure: '0.01' })).status).toBe(303)
})

it('listings are added by SKU, shown with their prices, and scheduled', async () => {
  const at = assertDefined((await make()).location ?? undefined, 'it is made')
  const unknown = await step(at, 'add', { codes: 'A\nB' })
  expect([unknown.status, unknown.data.values.codes]).toEqual([422, 'A\nB'])
  expect((await step(at, 'schedule', typed)).location).toContain('refused-empty')
  await step(at, 'add', { codes: 'A' })
  const { lines, count } = await saleOf(at)
  expect(count).toBe(1)
  expect(lines).toMatchObject([
    { price: '£50.00', sale: '£39.99', was: '£50.00', problem: null, notes: [expect.any(String)] },
  ])
  await step(at, 'schedule', typed)
  expect(await saleOf(at)).toMatchObject({ isDraft: false, choices: ['withdraw'], status: { text: 'Scheduled' } })
  await later('2026-12-02T09:00:00Z')
  expect(await saleOf(at)).toMatchObject({ choices: ['pause', 'end'], status: { text: 'Running' } })
})

it('a volume price and a coupon are made, scheduled with the lowest price, and set no price', async () => {
  const wrong: [Record<string, string>, string][] = [
    [{ kind: 'VOLUME', units1: '1', percent1: '5' }, 'units1'],
    [{ kind: 'VOLUME', units1: '2', percent1: '91' }, 'percent1'],
    [{ kind: 'VOLUME', units1: '2', percent1: '5', units2: '3', percent2: '5' }, 'units1'],
    [{ kind: 'COUPON', code: 'abc' }, 'code'],
    [{ kind: 'COUPON', code: 'ZÄHLT' }, 'code'],
    [{ kind: 'COUPON', code: 'TEN10', mostUses: '0' }, 'mostUses'],
    [{ kind: 'COUPON', code: 'TEN10', mostUses: '1000001' }, 'mostUses'],
    [{ kind: 'COUPON', code: 'TEN10', mostPerBuyer: '1001' }, 'mostPerBuyer'],
    [{ kind: 'ORDER', least: 'x' }, 'least'],
  ]
  for (const [change, field] of wrong) {
    const { status, data } = await make(change)
    expect([status, Object.keys(data.errors)], JSON.stringify(change)).toEqual([422, [field]])
    expect(data.values).toMatchObject(change)
  }
  const volume = { ...typed, kind: 'VOLUME', units1: '2', percent1: '5', units2: '5', percent2: '10' }
  const at = assertDefined((await make(volume)).location ?? undefined, 'it is made')
  await step(at, 'add', { codes: 'A' })
  await step(at, 'schedule', volume)
  expect(await saleOf(at)).toMatchObject({ isDraft: false, lines: [{ sale: '£45.00', problem: null }] })
  const coupon = {
    ...typed,
    kind: 'COUPON',
    by: 'price',
    figure: '10',
    code: 'winter26',
    least: '40',
    mostUses: '1000',
    mostPerBuyer: '1',
  }
  const second = assertDefined((await make(coupon)).location ?? undefined, 'it is made')
  await step(second, 'add', { codes: 'A' })
  expect((await read(second)).values).toMatchObject({
    kind: 'COUPON',
    figure: '10.00',
    code: 'WINTER26',
    least: '40.00',
    mostUses: '1000',
    mostPerBuyer: '1',
  })
  const [line] = (await saleOf(second)).lines
  expect([line!.sale, line!.notes[0]]).toEqual(['£40.00', 'With Winter: down to £35.00.'])
  expect(await db.owner.selectFrom('sale_prices').select('sale_id').where('seller_id', '=', seller).execute()).toEqual(
    [],
  )
})

it('shows how many orders used a coupon, of how many that may', async () => {
  const terms = { ...typed, kind: 'COUPON', code: 'SPRING26', ending: 'NONE' }
  const at = assertDefined((await make({ ...terms, mostUses: '2', mostPerBuyer: '1' })).location ?? undefined, 'made')
  const facts = async () => (await saleOf(at)).facts.filter(({ label }) => label.startsWith('Uses'))
  expect(await facts()).toEqual([
    { label: 'Uses', text: '0 of 2' },
    { label: 'Uses per buyer', text: '1' },
  ])
  const sale = await db.owner
    .selectFrom('sale_events')
    .selectAll()
    .where('seller_id', '=', seller)
    .executeTakeFirstOrThrow()
  const shown = async () => {
    const [row] = await db.asSeller(seller, 'read', (own) => readRows(own, saleEventsList, seller, [sale.id]))
    return usesWords(row!, row!.uses, textsFor('en', 'UTC'))
  }
  const order = await addOrderToShip(db, seller, [1])
  await db.owner.insertInto('coupon_uses').values({ seller_id: seller, sale_id: sale.id, order_id: order.id }).execute()
  expect([(await facts())[0]?.text, await shown()]).toEqual(['1 of 2', '1 of 2'])
  await updateRows(db.owner, 'sale_events', { id: sale.id }, { most_uses: null })
  expect([(await facts())[0]?.text, await shown()]).toEqual(['1', '1'])
  await updateRows(db.owner, 'orders', { id: order.id }, { cancel_state: 'CANCELED' })
  expect([(await facts())[0]?.text, await shown()]).toEqual(['0', '0'])
  expect((await saleOf(assertDefined((await make()).location ?? undefined, 'made'))).facts).not.toContainEqual(
    expect.objectContaining({ label: 'Uses' }),
  )
})

it('an old form changes nothing, and says so', async () => {
  const at = assertDefined((await make()).location ?? undefined, 'it is made')
  const { version } = await saleOf(at)
  await step(at, 'save', typed)
  const { status, data } = await ann.post(page, at, { step: 'save', version, ...typed, name: 'Late' })
  expect([status, data.values.name]).toEqual([422, 'Late'])
  expect((await saleOf(at)).name).toBe('Winter')
  expect((await ann.post(page, at, { step: 'delete', version })).status).toBe(422)
  expect((await step(at, 'delete')).location).toBe(paths.saleEvents)
})

it('a draft whose answer was lost has what was typed then', async () => {
  const { newKey: key } = await read(paths.saleEvent())
  const first = await ann.post(page, paths.saleEvent(), { step: 'make', key, ...typed })
  const again = await ann.post(page, paths.saleEvent(), { step: 'make', key, ...typed, name: 'Later', figure: '30' })
  expect(again.location).toBe(first.location)
  const at = assertDefined(first.location ?? undefined, 'it is made')
  expect((await read(at)).values).toMatchObject({ name: 'Later', figure: '30' })
  // Once it was worked on, the old form changes nothing.
  await step(at, 'save', { ...typed, name: 'Saved' })
  await ann.post(page, paths.saleEvent(), { step: 'make', key, ...typed })
  expect((await read(at)).values.name).toBe('Saved')
})

it('says why no former price is shown, and what overlaps', async () => {
  const listing = await addStocked(db, seller, 'NEW', { price_minor: 5000 })
  const draft = await addSale(db, seller, [listing], { name: 'Second' })
  await updateRows(db.owner, 'listing_prices', { listing_id: listing }, { since: new Date('2026-11-10T00:00:00Z') })
  const at = paths.saleEvent(draft.sale_key)
  expect((await saleOf(at)).lines[0]!.notes[0]).toBe(
    'No former price: only 21 days of prices are known before the start.',
  )
  await updateRows(db.owner, 'listing_prices', { listing_id: listing }, { since: new Date('2026-06-01T00:00:00Z') })
  await updateRows(db.owner, 'listings', { id: listing }, { price_minor: 9000 })
  await updateRows(
    db.owner,
    'listing_prices',
    { listing_id: listing, price_minor: 9000 },
    { since: new Date('2026-11-19T00:00:00Z') },
  )
  expect((await saleOf(at)).lines[0]!.notes[0]).toBe(
    'No former price: the lowest in the days before the start is £50.00.',
  )
  await scheduleSale(db, seller, [listing], { name: 'First', ends_at: new Date('2026-12-01T00:00:01Z') })
  expect(await saleOf(at)).toMatchObject({ unable: 1, lines: [{ problem: 'In “First” at that time.' }] })
  await step(at, 'removeUnable')
  expect((await saleOf(at)).count).toBe(0)
})

it('shows what it brought beside the same time before', async () => {
  const listing = await addStocked(db, seller, 'SOLD', { price_minor: 5000, quantity_available: 90 })
  const sale = await scheduleSale(db, seller, [listing])
  const sell = (placed: string, quantity: number) =>
    addHeld(db, { seller_id: seller, listing_id: listing }, { quantity, placedAt: new Date(placed) })
  // Before the two days before, in them, at the first second, and at the present one.
  await sell('2026-11-28T23:59:59Z', 16)
  await sell('2026-11-29T00:00:00Z', 1)
  await sell('2026-12-01T00:00:00Z', 2)
  await sell('2026-12-02T23:59:59Z', 4)
  await sell('2026-12-03T00:00:00Z', 8)
  await later('2026-12-03T00:00:00Z')
  const { results } = await saleOf(paths.saleEvent(sale.sale_key))
  expect(results!.rows.map(({ units }) => units)).toEqual(['6', '1'])
  expect(results!.title).toBe('Results of 2 days')
})

it('listings are chosen in their list', async () => {
  const { location } = await ann.post(openResource, paths.saleEventOpen, { all: '1' })
  expect((await saleOf(assertDefined(location ?? undefined, 'it opens'))).count).toBe(1)
})

it('belongs to its shop, and to who may edit listings; costs are for who may see them', async () => {
  const stranger = await addTestSeller(db, {})
  const theirs = await addSale(db, stranger, [])
  for (const at of [paths.saleEvent(theirs.sale_key), paths.saleEvent('x')]) {
    expect((await ann.get(page, at)).status).toBe(404)
    expect((await ann.post(page, at, { step: 'end', version: '1' })).status).toBe(404)
  }
  const own = await addSale(db, seller, [])
  const at = paths.saleEvent(own.sale_key)
  expect((await shipper.get(page, at)).status).toBe(403)
  expect((await lister.get(page, at)).data.sale.seesMoney).toBe(false)
  expect((await ann.post(page, paths.saleEvent(theirs.sale_key), { step: 'delete' })).status).toBe(404)
  await ann.post(page, at, { step: 'delete', version: String(own.version) })
  const left = await db.owner.selectFrom('sale_events').select('id').where('id', 'in', [own.id, theirs.id]).execute()
  expect(left).toEqual([{ id: theirs.id }])
})
