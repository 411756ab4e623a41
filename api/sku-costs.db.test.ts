import { testShop } from './testing-shop.ts'
import { expect, it } from 'vitest'

const { db, api, sellerId } = await testShop()
const found = db.owner.selectFrom('sellers').select('username').where('id', '=', sellerId)
const costs = `/sellers/${(await found.executeTakeFirstOrThrow()).username}/skus/M3%2F1954/costs`
const body = { unitCost: { value: '21.00', currency: 'GBP' }, quantity: 10, since: '2026-11-01T09:30:00.000Z' }
const cost = { id: 'p-1', sku: 'M3/1954', source: 'API', ...body }

const put = (key: string, sent: object) => api.ask('PUT', `${costs}/${key}`, { body: sent })

it('a cost is saved under the caller’s id, changed, listed and taken away', async () => {
  expect(await put('p-1', body)).toMatchObject({ status: 201, body: cost })
  expect(await put('p-1', body)).toMatchObject({ status: 200, body: cost })
  expect(await put('p-1', { ...body, quantity: null })).toMatchObject({
    status: 200,
    body: { ...cost, quantity: null },
  })
  await put('p-2', { ...body, unitCost: { value: '1900', currency: 'JPY' } })
  const first = (await api.ask('GET', `${costs}?limit=1`)).body
  expect(first.items).toEqual([{ ...cost, quantity: null }])
  const rest = (await api.ask('GET', `${costs}?limit=1&after=${encodeURIComponent(first.next)}`)).body
  expect(rest).toMatchObject({
    items: [{ id: 'p-2', unitCost: { value: '1900', currency: 'JPY' } }],
    next: null,
    more: false,
  })
  expect((await api.ask('DELETE', `${costs}/p-1`)).status).toBe(204)
  expect((await api.ask('DELETE', `${costs}/p-1`)).status).toBe(404)
  expect((await api.ask('GET', costs)).body.items).toHaveLength(1)
})

it.each([
  ['no cost', { ...body, unitCost: undefined }],
  ['a negative cost', { ...body, unitCost: { value: '-1.00', currency: 'GBP' } }],
  ['half an item', { ...body, quantity: 0.5 }],
  ['more than any purchase costs', { ...body, unitCost: { value: '999999999', currency: 'GBP' }, quantity: 1_000_000 }],
  ['no time', { ...body, since: undefined }],
])('a cost with %s is refused', async (_what, sent) => {
  expect((await put('p-3', sent)).status).toBe(422)
})
