import { expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { addTestShop } from '#features/people/accounts/testing-browser.ts'
import { testServices } from '#features/people/accounts/testing.ts'
import { newParcelKey } from '#features/shipping/fulfilment/ship-order-db.server.ts'
import { addOrderToShip } from '#features/shipping/fulfilment/testing.ts'
import { paths } from '#web/paths.ts'
import * as overviewPage from './overview-page.tsx'

it('the classic view does not report a tracking number changed since it was sent as shipped', async () => {
  const db = await testDatabase()
  const hub = testServices(db, { now: () => new Date('2026-11-20T12:00:00Z') })
  const { sellerId: seller, browser: by } = await addTestShop(hub)
  const { id, number } = await addOrderToShip(db, seller, [2])
  const key = newParcelKey()
  const send = (tracking: string) =>
    by.post(overviewPage, paths.overview, { order: number, carrier: 'DHL', tracking, key })
  expect([(await send('JD 0150')).status, (await send('JD 0150')).status]).toEqual([303, 303])
  const changed = await send('JD 0151')
  expect(changed).toMatchObject({
    status: 422,
    data: { errors: { form: expect.stringContaining('was already shipped from this page') } },
  })
  const parcels = db.owner.selectFrom('shipments').select('tracking_number').where('order_id', '=', id)
  expect(await parcels.execute()).toEqual([{ tracking_number: 'JD 0150' }])
})
