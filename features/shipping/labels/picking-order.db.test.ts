import { expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { addRows } from '#db/testing-row.ts'
import { addSeller } from '#db/testing-seller.ts'
import { addOrderToShip } from '#features/shipping/fulfilment/testing.ts'
import { testServices } from '#features/people/accounts/testing.ts'
import { inPickingOrder } from './print-labels.server.ts'
import { addLabelAccount, labelRequest } from './testing.ts'
import { wantLabels } from './want-labels-db.server.ts'

const db = await testDatabase()

it('labels are printed in the order in which their parcels are picked, those without a bin last', async () => {
  const sellerId = await addSeller(db, 'picking')
  const hub = testServices(db)
  const account = await addLabelAccount(hub, { sellerId, key: 'carrier_picking', url: 'http://127.0.0.1:1' })
  const keys = new Map<string, string>()
  for (const sku of ['LAST', 'TEN', 'TWO']) {
    const order = await addOrderToShip(db, sellerId, [1])
    await db.owner.updateTable('line_items').set({ sku }).where('order_id', '=', order.id).execute()
    const request = labelRequest(order, account)
    const member = { id: 'ada', name: 'Ada', isLimited: false }
    await db.asSeller(sellerId, 'write', (own) =>
      wantLabels(own, { sellerId, member, batch: null, zone: 'UTC', now: hub.now() }, [request]),
    )
    keys.set(request.key, sku)
  }
  await addRows(db.owner, 'bins', [
    { seller_id: sellerId, sku: 'TEN', bin: 'A-10' },
    { seller_id: sellerId, sku: 'TWO', bin: 'A-2' },
  ])
  const sorted = await db.asSeller(sellerId, 'read', (own) => inPickingOrder(own, sellerId, [...keys.keys()]))
  expect(sorted.map((key) => keys.get(key))).toEqual(['TWO', 'TEN', 'LAST'])
})
