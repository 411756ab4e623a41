import { rowOf } from '#db/testing-row.ts'
import { expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { addTestSeller } from '#features/people/accounts/testing.ts'
import {
  claimDeliveries,
  recordDeliveryAnswer,
  type ClaimedDelivery,
} from '#features/developers/webhooks/deliveries-db.server.ts'
import { placeEvents } from '#features/developers/webhooks/events-db.server.ts'
import type { SendOutcome } from '#features/developers/webhooks/send.server.ts'
import { maxEndpoints, readSigning } from '#features/developers/webhooks/endpoints-db.server.ts'
import { newSecret } from '#lib/webhook-signature.ts'
import { day, minute } from '#lib/duration.ts'
import { addTestListing } from './testing-orders.ts'
import { testApi } from './testing.ts'

let now = new Date('2026-11-22T10:00:00Z')

const db = await testDatabase()
const api = await testApi(db, { now: () => now })

const secretsOf = async (id: string) => (await readSigning(api.hub, [id])).get(id)?.secrets
const kept = async () => JSON.stringify(await db.owner.selectFrom('api_answers').selectAll().execute())

it('a webhook is added with a secret that is in no later answer and not stored in plain text', async () => {
  const secret = newSecret()
  const body = { url: 'https://shop.example/hooks', types: ['order.shipped'], secret }
  const headers = { 'idempotency-key': 'hooks' }
  const [added, again] = [
    await api.ask('POST', '/webhooks', { body, headers }),
    await api.ask('POST', '/webhooks', { body, headers }),
  ]
  expect(added.status).toBe(201)
  expect(added.body).toMatchObject({ url: body.url, types: body.types, paused: false, formerSecretUntil: null })
  expect(again.body).toEqual(added.body)
  expect(await secretsOf(added.body.id)).toEqual([secret])
  expect(await kept()).toContain(added.body.id)
  expect(await kept()).not.toContain(secret)
  expect(JSON.stringify(added.body)).not.toContain('whsec_')

  expect((await api.ask('POST', '/webhooks', { body })).status).toBe(409)
  for (const wrong of [
    { url: 'https://10.0.0.1/hooks' },
    { url: 'shop' },
    { secret: 'whsec_c2hvcnQ=' },
    { types: ['order.eaten'] },
  ])
    expect((await api.ask('POST', '/webhooks', { body: { ...body, ...wrong } })).status).toBe(422)
  expect((await api.ask('GET', '/webhooks')).body.items).toEqual([added.body])
})

it.each([
  ['HTTPS://Shop.example/Capitals', 'https://shop.example/Capitals'],
  [' https:spaces.example', 'https://spaces.example/'],
  ['https://shop.example/a\u0000b', 'https://shop.example/a%00b'],
])('a webhook’s address is normalised as by browsers, and unique: %j', async (url, spelled) => {
  const add = (as: string) => api.ask('POST', '/webhooks', { body: { url: as, secret: newSecret() } })
  const added = await add(url)
  expect([added.status, added.body.url]).toEqual([201, spelled])
  expect((await add(spelled)).status).toBe(409)
  await api.ask('DELETE', `/webhooks/${added.body.id}`)
})

it('a webhook is changed, gets a second secret for a day, and is removed', async () => {
  const first = newSecret()
  const { body } = await api.ask('POST', '/webhooks', { body: { url: 'https://shop.example/two', secret: first } })
  const path = `/webhooks/${body.id}`
  const change = async (what: object) => (await api.ask('PUT', path, { body: what })).body
  expect(await change({ paused: true })).toEqual({ ...body, paused: true })
  expect(await change({ types: ['stock.changed'] })).toEqual({ ...body, paused: true, types: ['stock.changed'] })
  expect(await change({ paused: false, types: null })).toEqual(body)

  expect(await change({ secret: first })).toEqual(body)
  const second = newSecret()
  const until = new Date(now.getTime() + day).toISOString()
  expect(await change({ secret: second })).toEqual({ ...body, formerSecretUntil: until })
  expect(await change({ secret: second })).toEqual({ ...body, formerSecretUntil: until })
  expect(await secretsOf(body.id)).toEqual([second, first])
  // All secrets a receiver may have sign, even after several changes.
  const third = newSecret()
  for (const secret of [first, second, third]) await change({ secret })
  expect(await secretsOf(body.id)).toEqual([third, second, first])
  await change({ secret: second })
  const before = now
  now = new Date(before.getTime() + day)
  expect(await secretsOf(body.id)).toEqual([second])
  now = before

  expect((await api.ask('DELETE', path)).status).toBe(204)
  expect((await api.ask('DELETE', path)).status).toBe(404)
})

it('a seller’s key manages only its seller’s webhooks, at most ten, with the scope for it', async () => {
  const [mine, theirs] = [await addTestSeller(db), await addTestSeller(db)]
  const [key, other] = [await api.makeKey({ sellerId: mine }), await api.makeKey({ sellerId: theirs })]
  const add = (n: number) =>
    api.ask('POST', '/webhooks', { key, body: { url: `https://shop.example/${n}`, secret: newSecret() } })
  const { body } = await add(0)
  for (const stranger of [other, api.key]) {
    expect((await api.ask('PUT', `/webhooks/${body.id}`, { key: stranger, body: { paused: true } })).status).toBe(404)
    expect((await api.ask('DELETE', `/webhooks/${body.id}`, { key: stranger })).status).toBe(404)
  }
  expect((await api.ask('GET', '/webhooks', { key: other })).body.items).toEqual([])
  expect((await api.ask('GET', '/webhooks', { key })).body.items).toEqual([body])
  for (let n = 1; n < maxEndpoints; n += 1) expect((await add(n)).status).toBe(201)
  expect((await add(maxEndpoints)).status).toBe(409)
  const reader = await api.makeKey({ sellerId: mine, scopes: ['events:read'] })
  expect((await api.ask('GET', '/webhooks', { key: reader })).status).toBe(403)
})

it('a delivery is found and sent again, only by its webhook’s owner', async () => {
  const [mine, theirs] = [await addTestSeller(db), await addTestSeller(db)]
  const [key, other] = [await api.makeKey({ sellerId: mine }), await api.makeKey({ sellerId: theirs })]
  const { body: webhook } = await api.ask('POST', '/webhooks', {
    key,
    body: { url: 'https://shop.example/again', types: ['listing.published'], secret: newSecret() },
  })
  const path = `/webhooks/${webhook.id}/deliveries`
  const list = async (query = '') => (await api.ask('GET', path + query, { key })).body
  for (let n = 0; n < 3; n += 1) await addTestListing(db, { sellerId: mine, quantity: 1 })
  await placeEvents(db, () => now)
  const { items, more, next } = await list('?limit=2')
  expect([items.length, more]).toEqual([2, true])
  const rest = await list(`?limit=2&after=${encodeURIComponent(next)}`)
  expect([rest.items.length, rest.more, rest.next]).toEqual([1, false, null])
  const [oldest] = rest.items
  const untried = { type: 'listing.published', state: 'WAITING', attempts: 0, triedAt: null, status: null }
  expect(oldest).toMatchObject({ ...untried, event: expect.stringMatching(/^evt_/), nextAttemptAt: now.toISOString() })

  const claims = async () => {
    const [claimed] = await claimDeliveries(db.owner, {
      now,
      until: new Date(now.getTime() + minute),
      busy: [],
      failing: [],
      perEndpoint: 1,
      limit: 1,
    })
    return claimed!
  }
  const resend = async (by = key, id: string = oldest.id) => api.ask('POST', `${path}/${id}/resend`, { key: by })
  const answered = (row: ClaimedDelivery, outcome: SendOutcome, at = now) =>
    recordDeliveryAnswer(db.owner, row, { outcome, tookMs: 1, now: at, random: 0 })
  const first = await claims()
  expect(await resend()).toMatchObject({ status: 202, body: { state: 'WAITING', attempts: 1, nextAttemptAt: null } })
  await answered(first, { failure: 'TIMED_OUT' }, new Date(now.getTime() + 4 * day))
  expect((await list()).items.at(-1)).toMatchObject({ state: 'PARKED', failure: 'TIMED_OUT', nextAttemptAt: null })
  const { status, body: queued } = await resend()
  expect([status, queued]).toEqual([
    202,
    { ...oldest, failure: 'TIMED_OUT', triedAt: now.toISOString(), nextAttemptAt: now.toISOString() },
  ])
  expect((await resend()).body).toEqual(queued)
  expect((await list()).items).toHaveLength(3)
  await answered(await claims(), { status: 0, text: '' })
  expect((await list()).items.at(-1)).toMatchObject({ status: null, failure: 'UNREADABLE' })

  for (const stranger of [other, api.key]) {
    expect((await api.ask('GET', path, { key: stranger })).status).toBe(404)
    expect((await resend(stranger)).status).toBe(404)
  }
  expect((await resend(key, '0'.repeat(16))).status).toBe(404)
})

it('a test is queued for the webhook alone, and is no event', async () => {
  const [mine, theirs] = [await addTestSeller(db), await addTestSeller(db)]
  const [key, other] = [await api.makeKey({ sellerId: mine }), await api.makeKey({ sellerId: theirs })]
  const body = { url: 'https://shop.example/test', types: ['order.shipped'], secret: newSecret() }
  const { body: webhook } = await api.ask('POST', '/webhooks', { key, body })
  const test = (by: string) =>
    api.ask('POST', `/webhooks/${webhook.id}/test`, { key: by, headers: { 'idempotency-key': 'one' } })
  const sent = await test(key)
  expect(sent).toMatchObject({ status: 202, body: { type: 'webhook.test', state: 'WAITING', attempts: 0 } })
  expect((await test(key)).body).toEqual(sent.body)
  for (const stranger of [other, api.key]) expect((await test(stranger)).status).toBe(404)
  expect((await api.ask('GET', `/webhooks/${webhook.id}/deliveries`, { key })).body.items).toEqual([sent.body])
  const row = await rowOf(db.owner, 'webhook_deliveries', { delivery_key: sent.body.id })
  const { event: id, madeAt: timestamp } = sent.body
  expect(JSON.parse(row.body!)).toEqual({ id, type: 'webhook.test', version: '1', timestamp, data: {} })
  expect((await api.ask('GET', `/events/${id}`, { key })).status).toBe(404)
})
