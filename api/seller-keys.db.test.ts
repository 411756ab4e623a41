import { expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { maxLiveKeys } from '#features/developers/api-keys/api-key.ts'
import { addTestSeller } from '#features/people/accounts/testing.ts'
import { testApi } from './testing.ts'

const db = await testDatabase()
const api = await testApi(db)

async function addSeller(name: string): Promise<string> {
  const id = await addTestSeller(db)
  await db.owner.updateTable('sellers').set({ external_id: name }).where('id', '=', id).execute()
  return `/sellers/${name}`
}
const wanted = { name: 'Their tool', scopes: ['listings:read'] }

it('a seller’s key is made by the marketplace’s: it opens this seller alone, with its scopes', async () => {
  const [own, other] = [await addSeller('own'), await addSeller('other')]
  const made = await api.ask('POST', `${own}/keys`, { body: wanted })
  expect(made).toMatchObject({
    status: 201,
    body: { ...wanted, state: 'live', secret: expect.stringMatching(/^hub_/) },
  })
  const ask = async (path: string) => (await api.ask('GET', path, { key: made.body.secret as string })).status
  expect([await ask(`${own}/listings`), await ask(`${own}/orders`), await ask(`${other}/listings`)]).toEqual([
    200, 403, 404,
  ])
  const { body } = await api.ask('GET', `${own}/keys`)
  expect(body.items).toMatchObject([{ id: made.body.id, name: 'Their tool' }])
  expect(JSON.stringify(body)).not.toContain(made.body.secret)
  expect((await api.ask('DELETE', `${own}/keys/${made.body.id}`)).status).toBe(204)
  expect(await ask(`${own}/listings`)).toBe(401)
  expect((await api.ask('DELETE', `${own}/keys/${made.body.id}`)).status).toBe(404)
})

it('its secret is told once, and not kept for an Idempotency-Key', async () => {
  const seller = await addSeller('once')
  const body = { id: '0123456789ab', ...wanted }
  expect((await api.ask('POST', `${seller}/keys`, { body })).body.secret).toMatch(/^hub_/)
  expect(await api.ask('POST', `${seller}/keys`, { body })).toMatchObject({ status: 200, body: { secret: null } })
  const named = await api.ask('POST', `${seller}/keys`, { body: wanted, headers: { 'idempotency-key': 'one' } })
  expect(named.status).toBe(400)
  expect(await db.owner.selectFrom('api_answers').select('body').execute()).toEqual([])
})

it('its scopes are those that sellers can have, and a seller has not more keys than the pages allow', async () => {
  const seller = await addSeller('many')
  const refused = await api.ask('POST', `${seller}/keys`, { body: { ...wanted, scopes: ['orders:write'] } })
  expect(refused.status).toBe(422)
  for (let count = 0; count < maxLiveKeys; count += 1)
    expect((await api.ask('POST', `${seller}/keys`, { body: wanted })).status).toBe(201)
  expect((await api.ask('POST', `${seller}/keys`, { body: wanted })).status).toBe(409)
})
