import { testShop } from './testing-shop.ts'
import { rowOf } from '#db/testing-row.ts'
import { expect, it } from 'vitest'
import { apiScopes, newKeyId, sellerScopes, type ApiScope } from '#features/developers/api-keys/api-key.ts'
import { makeApiKey } from '#features/developers/api-keys/api-keys-db.server.ts'
import { hour } from '#lib/duration.ts'
import { endpoints } from './endpoints.ts'
import { sellRoutes } from './sell/routes.ts'
import { createSellApi } from './sell/sell-api.ts'
import { signToken } from './sell/token.ts'

const { db, api, sellerId } = await testShop()
const { username } = await rowOf(db.owner, 'sellers', { id: sellerId })

/** A path with the seller's name and otherwise unknown ids. */
const addressOf = (path: string) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => (name === 'seller' ? username : 'none'))

type Route = Pick<(typeof endpoints)[number], 'method' | 'path' | 'scope'>
const nameOf = ({ method, path }: Route) => `${method} ${path}`
const without = (scope: ApiScope) => apiScopes.filter((each) => each !== scope)

/** One key for each set of scopes. */
function keysFor(make: (scopes: readonly ApiScope[]) => Promise<string>) {
  const made = new Map<string, Promise<string>>()
  return (scopes: readonly ApiScope[]) => {
    const name = scopes.join(' ')
    return made.get(name) ?? made.set(name, make(scopes)).get(name)!
  }
}

/** Endpoints refused to keys with these scopes. */
async function refused<R extends Route>(
  routes: readonly R[],
  scopesFor: (route: R) => readonly ApiScope[],
  lacks: (route: R, scopes: readonly ApiScope[]) => Promise<boolean>,
): Promise<string[]> {
  const names: string[] = []
  for (const route of routes) if (await lacks(route, scopesFor(route))) names.push(nameOf(route))
  return names
}

const makesKey = (of: number | null) => keysFor((scopes) => api.makeKey({ scopes, sellerId: of }))
const ofMarketplace = makesKey(null)
const ofSeller = makesKey(sellerId)
const lacks = (keyOf: typeof ofSeller) => async (route: Route, scopes: readonly ApiScope[]) => {
  const body = ['POST', 'PUT'].includes(route.method) ? { body: {} } : {}
  const answer = await api.ask(route.method, addressOf(route.path), { key: await keyOf(scopes), ...body })
  if (answer.status !== 403) return false
  expect(answer.body).toMatchObject({ type: 'urn:seller-hub:problem:missing-scope' })
  return true
}

it('a key of the marketplace can do what its scope allows: one scope is enough, and no other works', async () => {
  expect(await refused(endpoints, ({ scope }) => [scope], lacks(ofMarketplace))).toEqual([])
  expect(await refused(endpoints, ({ scope }) => without(scope), lacks(ofMarketplace))).toEqual(endpoints.map(nameOf))
})

it('a seller’s key is limited to sellers’ scopes, and cannot create sellers or products', async () => {
  const beyond = endpoints.filter(({ scope }) => !(sellerScopes as readonly ApiScope[]).includes(scope))
  expect(await refused(endpoints, () => sellerScopes, lacks(ofSeller))).toEqual(beyond.map(nameOf))
  const ofAll = beyond.filter((each) => !each.ofSeller)
  expect(ofAll.map(nameOf)).toEqual(expect.arrayContaining(['PUT /sellers/{seller}', 'PUT /products/{product}']))
  expect(await refused(endpoints, () => apiScopes, lacks(ofSeller))).toEqual(ofAll.map(nameOf))
  const body = { username: 'smuggled', displayName: 'S', country: 'GB', timeZone: 'Europe/London', currency: 'GBP' }
  for (const seller of ['smuggled', username])
    expect((await api.ask('PUT', `/sellers/${seller}`, { key: await ofSeller(apiScopes), body })).status).toBe(403)
  expect(await db.owner.selectFrom('sellers').select('username').execute()).toEqual([{ username }])
})

it('a seller’s tool can do what its scope allows: one scope is enough, and no other works', async () => {
  const tokenOf = keysFor(async (scopes) => {
    const newKey = { id: newKeyId(), name: 'tool', scopes: [...scopes], sellerId, madeBy: null, days: 1 }
    const { id } = (await makeApiKey(db.owner, { ...newKey, now: new Date() }))!
    const expiresAt = new Date(Date.now() + hour)
    return signToken(api.hub.secret, { kind: 'access', keyId: id, scopes: sellerScopes, expiresAt })
  })
  const serve = createSellApi(api.hub)
  const lacksIt = async ({ method, path }: Route, scopes: readonly ApiScope[]) => {
    const headers = { authorization: `Bearer ${await tokenOf(scopes)}`, 'content-type': 'application/json' }
    const body = method === 'GET' || method === 'DELETE' ? {} : { body: '{}' }
    const request = new Request(api.hub.config.publicUrl + addressOf(path), { method, headers, ...body })
    return (await serve(request)).status === 403
  }
  expect(await refused(sellRoutes, ({ scope }) => [scope], lacksIt)).toEqual([])
  expect(await refused(sellRoutes, ({ scope }) => without(scope), lacksIt)).toEqual(sellRoutes.map(nameOf))
})
