import { rowOf } from '#db/testing-row.ts'
import { expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import type { DisputeNumber } from '#features/after-sale/disputes/dispute.ts'
import { moveDispute } from '#features/after-sale/disputes/move-dispute-db.server.ts'
import { memoryStore } from '#features/core/listing-pictures/testing-store.ts'
import { addTestDocument, smallPdf } from '#features/core/listing-pictures/testing-pdf.ts'
import { addPostedOrder } from '#features/payments/testing.ts'
import { addTestSeller } from '#features/people/accounts/testing.ts'
import { brand } from '#lib/brand.ts'
import { apiRoot } from './marketplace-api.ts'
import { testApi } from './testing.ts'

const now = new Date('2026-11-10T12:00:00Z')

const db = await testDatabase()
const api = await testApi(db, { now: () => now })
api.hub.pictures = { ...api.hub.pictures, store: memoryStore() }

/** A seller with a paid order of 11.00. */
async function shop() {
  const id = await addTestSeller(db)
  const { username } = await rowOf(db.owner, 'sellers', { id })
  const order = await addPostedOrder(db, id, { netMinor: 1_100 })
  const ask = (method: string, path: string, body?: object) =>
    api.ask(method, `/sellers/${username}${path}`, body === undefined ? {} : { body })
  return { id, username, order, ask, funds: async () => (await ask('GET', '/balances')).body.items[0].processing.value }
}

const typesAbout = async (id: string) => {
  const { items } = (await api.ask('GET', '/events?limit=200')).body
  return items
    .filter((event: { data: { dispute?: { id: string } } }) => event.data.dispute?.id === id)
    .map(({ type, data }: { type: string; data: { subject: string } }) => [type, data.subject])
}

it('a dispute is opened, answered in the hub, and decided; each is told by an event', async () => {
  const { id, username, order, ask, funds } = await shop()
  const document = await addTestDocument(api.hub, id)
  const body = { order: order.number, reason: 'NOT_RECEIVED', message: 'It never came.' }
  expect(await ask('PUT', '/disputes/told-1', body)).toMatchObject({
    status: 201,
    body: {
      id: 'told-1',
      state: 'ACTION_NEEDED',
      amount: { value: '11.00', currency: 'GBP' },
      respondBy: '2026-11-15T12:00:00.000Z',
      answer: null,
    },
  })
  expect(await funds()).toBe('0.00')
  expect((await ask('PUT', '/disputes/told-1', body)).status).toBe(200)
  expect((await ask('PUT', '/disputes/told-1', { ...body, reason: 'OTHER' })).status).toBe(409)
  expect((await ask('PUT', '/disputes/told-2', body)).status).toBe(409)
  const { dispute_number: number } = await rowOf(db.owner, 'disputes', { seller_id: id })
  await db.asSeller(id, 'write', (own) =>
    moveDispute(own, {
      sellerId: id,
      number: brand<DisputeNumber>(number),
      step: 'contest',
      answer: { text: 'Delivered on 12 November.', files: [{ hash: document, name: 'Beleg.pdf' }] },
      by: 'Ada',
      now,
      policyPack: api.hub.config.policyPack,
    }),
  )
  expect((await ask('GET', '/disputes/told-1')).body).toMatchObject({
    state: 'CONTESTED',
    answer: {
      text: 'Delivered on 12 November.',
      pictures: [],
      documents: [{ id: document, name: 'Beleg.pdf', bytes: smallPdf().length }],
    },
  })
  const download = await api.raw(
    new Request(`${api.hub.config.publicUrl}${apiRoot}/sellers/${username}/disputes/told-1/documents/${document}`, {
      headers: { authorization: `Bearer ${api.key}` },
    }),
  )
  expect([download.status, await download.text()]).toEqual([200, smallPdf()])
  expect(download.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''Beleg.pdf")
  const other = `doc${'0'.repeat(32)}`
  expect((await ask('GET', `/disputes/told-1/documents/${other}`)).status).toBe(404)
  expect((await ask('PUT', '/disputes/told-1', { ...body, state: 'WON' })).body).toMatchObject({ state: 'WON' })
  expect((await ask('PUT', '/disputes/told-1', { ...body, state: 'WON' })).status).toBe(200)
  expect((await ask('PUT', '/disputes/told-1', { ...body, state: 'LOST' })).status).toBe(409)
  expect(await funds()).toBe('11.00')
  expect(await typesAbout('told-1')).toEqual([
    ['dispute.opened', 'told-1'],
    ['dispute.contested', 'told-1'],
    ['dispute.won', 'told-1'],
  ])
  expect((await ask('GET', '/disputes')).body.items).toHaveLength(1)
})

it('a dispute about more than is left, nothing, another currency or no order is refused', async () => {
  const { order, ask } = await shop()
  const of = (value: string, currency = 'GBP') => ({
    order: order.number,
    reason: 'OTHER',
    amount: { value, currency },
  })
  const more = await ask('PUT', '/disputes/no-1', of('11.01'))
  expect(more).toMatchObject({ status: 409, body: { detail: 'Refunds and disputes leave 11.00 GBP of the order.' } })
  expect((await ask('PUT', '/disputes/no-1', of('0'))).status).toBe(409)
  expect((await ask('PUT', '/disputes/no-1', of('1.00', 'EUR'))).status).toBe(422)
  expect((await ask('PUT', '/disputes/no-1', { order: 'none', reason: 'OTHER' })).status).toBe(404)
  expect((await ask('PUT', '/disputes/no-1', of('11.00'))).status).toBe(201)
  expect((await ask('GET', '/disputes/no-2')).status).toBe(404)
})
