import { testShop } from './testing-shop.ts'
import { rowOf } from '#db/testing-row.ts'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { newParcelKey, shipOrder } from '#features/shipping/fulfilment/ship-order-db.server.ts'
import { addTestListing, orderOf, soonAfter } from './testing-orders.ts'

let serial = 0

const { db, api, sellerId, seller } = await testShop()
const item = await addTestListing(db, { sellerId, quantity: 100 })

const paid = { payment: { id: 'p', method: 'CARD', state: 'PAID', paidAt: '2026-11-20T10:00:00Z' } }
const push = (id: string) => api.ask('POST', `${seller}/orders`, { body: { ...orderOf(id, item), ...paid } })
const corrected = { name: 'Anna Example', line1: '10 High Street', city: 'Wien', postalCode: '1010', country: 'AT' }
const correct = (id: string, body: object = corrected, headers = {}) =>
  api.ask('PUT', `${seller}/orders/${id}/ship-to`, { body, headers })
const types = async () =>
  (await api.ask('GET', '/events?limit=100')).body.items.map(({ type }: { type: string }) => type)

it('an address can be corrected until something has shipped; repeating it changes nothing, and one event is published', async () => {
  const { body: order } = await push('C-1')
  const answer = await correct('C-1')
  expect(answer).toMatchObject({
    status: 200,
    body: { shipTo: { line1: '10 High Street', line2: null, country: 'AT' } },
  })
  expect((await correct('C-1')).body).toEqual(answer.body)
  expect((await types()).filter((type: string) => type.startsWith('order.'))).toEqual([
    'order.placed',
    'order.paid',
    'order.address_changed',
  ])
  // A repeated push is the same order, with its current address.
  const again = await push('C-1')
  expect([again.status, again.body.shipTo]).toEqual([200, answer.body.shipTo])
  // The former address may be used again.
  const { shipTo } = order
  expect((await correct('C-1', shipTo)).body.shipTo).toEqual(shipTo)
})

it('an order with the same id and another address is told how to change it', async () => {
  await push('C-2')
  const { status, body } = await api.ask('POST', `${seller}/orders`, {
    body: { ...orderOf('C-2', item), ...paid, shipTo: corrected },
  })
  expect(status).toBe(409)
  expect(body.errors[0].detail).toContain('ship-to')
})

it('only the version that the caller saw is changed', async () => {
  await push('C-3')
  const { headers } = await api.ask('GET', `${seller}/orders/C-3`)
  const seen = { 'if-match': headers.get('etag') ?? '' }
  expect((await correct('C-3', corrected, seen)).status).toBe(200)
  expect((await correct('C-3', { ...corrected, line1: '11 High Street' }, seen)).status).toBe(412)
})

it('a wrong address, and one of an unknown, shipped or cancelled order, is refused', async () => {
  const { body: order } = await push('C-4')
  expect((await correct('C-4', { ...corrected, country: 'Austria' })).status).toBe(422)
  expect((await correct('C-none')).status).toBe(404)
  const shipped = await db.asSeller(sellerId, 'write', (tx) =>
    shipOrder(tx, {
      sellerId,
      number: order.number,
      parcels: [
        {
          key: newParcelKey(),
          carrier: 'DHL',
          trackingNumber: 'JD1',
          service: null,
          shippedAt: soonAfter,
          contents: new Map([[1, 1]]),
        },
      ],
      actor: { kind: 'HUB' },
      now: soonAfter,
    }),
  )
  expect(shipped).toMatchObject({ ok: true })
  const refused = await correct('C-4')
  expect(refused).toMatchObject({
    status: 409,
    body: { type: 'urn:seller-hub:problem:not-possible-now', detail: expect.stringContaining('has shipped') },
  })
  expect((await correct('C-4', order.shipTo)).status).toBe(200)
  // The database enforces it too.
  const { id, ship_to_address_id: address } = await rowOf(db.owner, 'orders', { external_id: 'C-4' })
  await db.owner.updateTable('orders').set({ cancel_state: 'CANCELED' }).where('external_id', '=', 'C-2').execute()
  expect(await correct('C-2')).toMatchObject({ status: 409, body: { detail: expect.stringContaining('cancelled') } })
  await expect(
    db.asOwnerFor(sellerId, (tx) => sql`select change_ship_to(${id}, ${address}, now())`.execute(tx)),
  ).rejects.toMatchObject({ constraint: 'address_can_change' })
})

it.each<[change: object, isChanged: boolean]>([
  [{ postalCode: 'SE1 2AB' }, true],
  [{ name: 'Anna Example-Smith' }, true],
  [{ company: 'Example Ltd', phone: '+44 20 7946 0123' }, true],
  [{ country: 'IE', region: 'Leinster' }, true],
  [{ line2: null }, true],
  // As other programs send the same address.
  [{ company: '', phone: null, region: ' ', line3: '' }, false],
  [{ line1: ' 1 High Street', city: 'London\u00a0', postalCode: 'SE1 1AA\t' }, false],
])('the address with %j instead: corrected and told, %j', async (change, isChanged) => {
  const id = `F-${(serial += 1)}`
  const shipTo = { ...orderOf(id, item).shipTo, line2: 'Floor 2' }
  await api.ask('POST', `${seller}/orders`, { body: { ...orderOf(id, item), ...paid, shipTo } })
  const told = async () => (await types()).filter((type: string) => type === 'order.address_changed').length
  const before = await told()
  const answer = await correct(id, { ...shipTo, ...change })
  expect([answer.status, (await told()) - before]).toEqual([200, isChanged ? 1 : 0])
  expect(answer.body.shipTo).toMatchObject(isChanged ? { ...shipTo, ...change } : shipTo)
})
