import { expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { addTestShop } from '#features/people/accounts/testing-browser.ts'
import { testServices } from '#features/people/accounts/testing.ts'
import { addOrderToShip } from '#features/shipping/fulfilment/testing.ts'
import { changeAddress } from '#features/orders/order-address/change-address-db.server.ts'
import type { OrderNumber } from '#features/core/order/order.ts'
import { cancelOrder } from '#features/after-sale/cancellations/cancel-order-db.server.ts'
import { newCancelKey } from '#features/after-sale/cancellations/cancellations-db.server.ts'
import { testPolicyPack } from '#features/core/policy-pack/testing.ts'
import { minute } from '#lib/duration.ts'
import { paths, withQuery } from '#web/paths.ts'
import * as printPage from './print-page.tsx'
import { startRun } from './print-runs-db.server.ts'

let now = new Date('2026-11-20T12:00:00Z')
const db = await testDatabase()
const hub = testServices(db, { now: () => now })

it('documents printed before the address or the items change are marked as outdated when choosing what to print', async () => {
  const { sellerId, browser: by } = await addTestShop(hub, { name: 'Amira' })
  const { id, number } = await addOrderToShip(db, sellerId, [2])
  const print = (document: 'slip' | 'pick-list') => {
    now = new Date(now.getTime() + minute)
    const run = { sellerId, document, orderIds: [id], printedBy: 'Ada', now, label: null }
    return db.asSeller(sellerId, 'write', (own) => startRun(own, run))
  }
  const isMarked = async (document: string) => {
    const { documents } = (await by.get(printPage, withQuery(paths.ordersPrint, { keys: number }))).data.model
    return documents.find((each: { id: string }) => each.id === document).hint.includes('changed after printing')
  }
  await print('slip')
  await print('pick-list')
  expect(await isMarked('slip')).toBe(false)
  now = new Date(now.getTime() + minute)
  const shipTo = {
    name: 'Ann New',
    company: null,
    line1: '10 High Street',
    line2: null,
    line3: null,
    city: 'Wien',
    region: null,
    postal_code: '1010',
    country: 'AT',
    phone: null,
  }
  const change = {
    sellerId,
    number: number as OrderNumber,
    shipTo,
    reason: null,
    actor: { kind: 'MARKETPLACE' },
    now,
  } as const
  expect(await db.asOwnerFor(sellerId, (own) => changeAddress(own, change))).toEqual({ ok: true, changed: true })
  // A pick list contains no address, and no label was printed.
  expect([await isMarked('slip'), await isMarked('pick-list'), await isMarked('label')]).toEqual([true, false, false])
  await print('slip')
  expect(await isMarked('slip')).toBe(false)
  now = new Date(now.getTime() + minute)
  const cancelling = {
    sellerId,
    number: number as OrderNumber,
    key: newCancelKey(),
    actor: { kind: 'MARKETPLACE' },
    now,
  } as const
  const one = {
    units: new Map([[1, 1]]),
    reason: 'OUT_OF_STOCK_OR_CANNOT_FULFILL',
    restocks: true,
    policyPack: testPolicyPack,
  } as const
  expect(await db.asSeller(sellerId, 'write', (own) => cancelOrder(own, { ...cancelling, ...one }))).toMatchObject({
    ok: true,
  })
  expect([await isMarked('slip'), await isMarked('pick-list'), await isMarked('label')]).toEqual([true, false, false])
})
