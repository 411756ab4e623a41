import { describe, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { signedInBrowser } from '#features/people/accounts/testing-browser.ts'
import { addTestMember, addTestSeller, testServices } from '#features/people/accounts/testing.ts'
import { newParcelKey } from '#features/shipping/fulfilment/ship-order-db.server.ts'
import { addOrderToShip } from '#features/shipping/fulfilment/testing.ts'
import { listOrdersToPack } from '#features/shipping/packing/packing-db.server.ts'
import { packOrder } from '#features/shipping/packing/pack-view.server.ts'
import { startRun } from '#features/shipping/printing/print-runs-db.server.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { minute } from '#lib/duration.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { paths } from '#web/paths.ts'
import * as addressPage from './order-address-page.tsx'
import * as detailsPage from '#features/order-page/details/order-details-page.tsx'
import * as shipPage from './ship-order-page.tsx'

let now = new Date('2026-11-20T12:00:00Z')
const db = await testDatabase()
const hub = testServices(db, { now: () => now })

const owner = await addTestMember(hub, { name: 'Amira' })
const other = await addTestMember(hub, { name: 'Vera' })
const seller = await addTestSeller(db, { [owner.id]: 'owner', [other.id]: 'viewer' })
const by = await signedInBrowser(hub, owner.email)
const viewer = await signedInBrowser(hub, other.email)

const typed = {
  name: 'Ann New',
  line1: '10 High Street',
  city: 'Wien',
  postal_code: '1010',
  country: 'AT',
  reason: 'BUYER_ASKED',
}
const open = async (number: string) => (await by.get(addressPage, paths.orderAddress(number))).data
const send = async (number: string, more: object = {}, seen?: string) =>
  by.post(addressPage, paths.orderAddress(number), { ...typed, ...more, seen: seen ?? (await open(number)).panel.seen })
const page = async (number: string, who = by) => (await who.get(detailsPage, paths.orderDetails(number))).data

describe('an address that a seller changes', () => {
  it('replaces the order’s address; the timeline shows who, why and the old address, to roles that see addresses', async () => {
    const { number } = await addOrderToShip(db, seller, [1])
    const before = (await page(number)).model.address.lines
    now = new Date(now.getTime() + minute)
    expect((await send(number)).status).toBe(303)
    const { model } = await page(number)
    expect(model.address.lines).toEqual(['Ann New', '10 High Street', '1010 Wien', 'Austria'])
    const event = assertDefined(model.timeline.at(-1), 'it was changed')
    expect(event.by).toBe('Amira')
    expect(event.text).toBe(`Address changed: The buyer asked for it. Before: ${before.join(', ')}`)
    const masked = assertDefined((await page(number, viewer)).model.timeline.at(-1), 'it was changed')
    expect(masked.text).toBe('Address changed: The buyer asked for it.')
  })

  it('must have every required part and a reason; invalid input is kept in the form', async () => {
    const { number } = await addOrderToShip(db, seller, [1])
    const refused = await send(number, { name: ' ', city: '', country: 'XX', reason: '', line1: 'x'.repeat(201) })
    expect(refused).toMatchObject({ status: 422, data: { values: { postal_code: '1010' } } })
    expect(Object.keys(refused.data.errors).toSorted()).toEqual(['city', 'country', 'line1', 'name', 'reason'])
    expect((await send(number, { line1: 'x'.repeat(200) })).status).toBe(303)
  })

  it('does not overwrite a colleague’s change silently', async () => {
    const { number } = await addOrderToShip(db, seller, [1])
    const { seen } = (await open(number)).panel
    expect((await send(number)).status).toBe(303)
    const late = await send(number, { line1: '11 High Street' }, seen)
    expect(late).toMatchObject({ status: 409, data: { errors: { form: expect.stringContaining('10 High Street') } } })
    expect((await send(number, { line1: '11 High Street' }, late.data.seen)).status).toBe(303)
  })

  it('cannot be changed after shipping, or without the role for shipping', async () => {
    const { number } = await addOrderToShip(db, seller, [2])
    expect((await page(number)).addressHref).toBe(paths.orderAddress(number))
    expect((await page(number, viewer)).addressHref).toBeNull()
    expect((await viewer.post(addressPage, paths.orderAddress(number), typed)).status).toBe(403)
    const { seen } = (await open(number)).panel
    const parcel = { 'key.1': newParcelKey(), 'tracking.1': 'JD123456', 'carrier.1': 'DHL', 'units.1.1': '1' }
    expect((await by.post(shipPage, paths.shipOrder(number), { step: 'ship', ...parcel })).status).toBe(303)
    expect((await page(number)).addressHref).toBeNull()
    expect(await send(number, {}, seen)).toMatchObject({
      status: 409,
      data: { errors: { form: expect.stringContaining('has been shipped') } },
    })
  })

  it('is announced to a member filling in the shipping form', async () => {
    const { number } = await addOrderToShip(db, seller, [1])
    const { address } = (await by.get(shipPage, paths.shipOrder(number))).data.panel
    expect((await send(number)).status).toBe(303)
    const parcel = { 'key.1': newParcelKey(), 'tracking.1': 'JD123456', 'carrier.1': 'DHL', 'units.1.1': '1' }
    const ship = (seen: string) =>
      by.post(shipPage, paths.shipOrder(number), { step: 'ship', address: seen, ...parcel })
    const told = await ship(address)
    expect(told).toMatchObject({ status: 409, data: { errors: { form: expect.stringContaining('10 High Street') } } })
    expect((await ship(told.data.address)).status).toBe(303)
  })
})

it('marks earlier prints as outdated until printed again', async () => {
  const { id, number } = await addOrderToShip(db, seller, [1])
  const print = (document: 'slip' | 'label' | 'pick-list') => {
    now = new Date(now.getTime() + minute)
    const run = { sellerId: seller, document, orderIds: [id], printedBy: 'Ada', now, label: null }
    return db.asSeller(seller, 'write', (own) => startRun(own, run))
  }
  const texts = textsFor('en', 'Europe/London')
  const warning = async () => {
    const rows = await db.asSeller(seller, 'read', (own) => listOrdersToPack(own, seller))
    const row = assertDefined(
      rows.find((each) => each.number === number),
      'it is to be packed',
    )
    return packOrder(row, { now, texts }).warning
  }
  await print('slip')
  await print('pick-list')
  expect((await page(number)).model.outdated).toBeNull()
  expect((await open(number)).panel.printed).toBe('Already printed: Packing slip. Print again after the change.')
  now = new Date(now.getTime() + minute)
  expect((await send(number)).status).toBe(303)
  expect((await page(number)).model.outdated).toBe('Order changed after printing: Packing slip. Print again.')
  expect(await warning()).toBe('Order changed after printing. Print slip and label again.')
  await print('slip')
  expect((await page(number)).model.outdated).toBeNull()
  expect(await warning()).toBeNull()
})
