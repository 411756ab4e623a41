import { rowsOf } from '#db/testing-row.ts'
import { expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { addTestShop } from '#features/people/accounts/testing-browser.ts'
import { testServices } from '#features/people/accounts/testing.ts'
import { newParcelKey } from '#features/shipping/fulfilment/ship-order-db.server.ts'
import { addOrderToShip } from '#features/shipping/fulfilment/testing.ts'
import { newRefundKey } from '#features/after-sale/refunds/refund-order-db.server.ts'
import { minute } from '#lib/duration.ts'
import { paths } from '#web/paths.ts'
import * as refundPage from './refund-order-page.tsx'
import * as shipPage from './ship-order-page.tsx'

// A form whose response was lost: a changed form is then another request under the same key.

let now = new Date('2026-11-20T12:00:00Z')
const db = await testDatabase()
const hub = testServices(db, { now: () => now })

const { sellerId: seller, browser: by } = await addTestShop(hub, { name: 'Amira' })

it('a refund with a changed amount is not reported as done, and is made when submitted again', async () => {
  const { id, number } = await addOrderToShip(db, seller, [1])
  const send = (key: string, minor: number) => {
    const fields = { key, scope: 'amount', amount: (minor / 100).toFixed(2), reason: 'OTHER_ADJUSTMENT' }
    return by.post(refundPage, paths.refundOrder(number), { ...fields, confirmed: String(minor) })
  }
  const refunded = async () =>
    (
      await db.owner.selectFrom('refunds').select('amount_minor').where('order_id', '=', id).orderBy('id').execute()
    ).map(({ amount_minor: minor }) => minor)
  const key = newRefundKey()
  expect((await send(key, 100)).status).toBe(303)
  expect((await send(key, 100)).status).toBe(303)
  const changed = await send(key, 200)
  expect(changed).toMatchObject({
    status: 409,
    data: {
      readAgain: true,
      sum: 200,
      values: { amount: '2.00' },
      errors: { form: expect.stringContaining('A refund of £1.00') },
    },
  })
  expect(await refunded()).toEqual([100])
  expect((await send(changed.data.values.key, 200)).status).toBe(303)
  expect(await refunded()).toEqual([100, 200])
  // With nothing left, the page would redirect and not show the error.
  const rest = newRefundKey()
  expect((await send(rest, 700)).status).toBe(303)
  expect(await send(rest, 600)).toMatchObject({ status: 409, data: { readAgain: false } })
})

it('a parcel with a changed number or contents is not reported as shipped', async () => {
  const { id, number } = await addOrderToShip(db, seller, [2])
  interface Typed {
    key: string
    tracking: string
    units: number
  }
  const send = (...parcels: Typed[]) =>
    by.post(shipPage, paths.shipOrder(number), {
      step: 'ship',
      ...Object.fromEntries(
        parcels.flatMap(({ key, tracking, units }, index) => [
          [`key.${index + 1}`, key],
          [`tracking.${index + 1}`, tracking],
          [`carrier.${index + 1}`, 'DHL'],
          [`units.${index + 1}.1`, String(units)],
        ]),
      ),
    })
  const shipped = async () =>
    (await rowsOf(db.owner, 'shipments', { order_id: id }, 'id')).map(({ tracking_number: tracking }) => tracking)
  const first = { key: newParcelKey(), tracking: 'JD 0146', units: 1 }
  expect((await send(first)).location).toMatch(/undo=/)
  now = new Date(now.getTime() + minute)
  expect((await send(first)).status).toBe(303)
  const corrected = await send({ ...first, tracking: 'JD 0147' })
  expect(corrected).toMatchObject({
    status: 409,
    data: {
      readAgain: true,
      parcels: [{ tracking: 'JD 0147' }],
      errors: { form: expect.stringContaining('DHL JD 0146 with 1 item.') },
    },
  })
  const divided = await send(first, { ...first, key: newParcelKey(), tracking: 'JD 0148' })
  expect([divided.status, await shipped()]).toEqual([409, ['JD 0146']])
  const key = corrected.data.parcels[0].key
  const again = { key, tracking: 'JD 0147', units: 1 }
  expect([(await send(again)).status, await shipped()]).toEqual([303, ['JD 0146', 'JD 0147']])
  expect(await send({ ...again, tracking: 'JD 0149' })).toMatchObject({ status: 409, data: { readAgain: false } })
})
