import { beforeAll, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '#db/testing.ts'
import { addTestSeller } from '#features/shop/accounts/testing.ts'
import { maxEndpoints, readSigning } from '#features/shop/webhooks/endpoints-db.server.ts'
import { newSecret } from '#features/shop/webhooks/signature.ts'
import { day } from '#lib/duration.ts'
import { testApi, type TestApi } from './testing.ts'

let db: TestDatabase
let api: TestApi
let now = new Date('2026-11-22T10:00:00Z')

beforeAll(async () => {
  db = await testDatabase()
  api = await testApi(db, { now: () => now })
})

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
