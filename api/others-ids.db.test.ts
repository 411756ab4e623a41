import { rowOf } from '#db/testing-row.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { addTestSeller } from '#features/people/accounts/testing.ts'
import { apiScopes, newKeyId, sellerScopes } from '#features/developers/api-keys/api-key.ts'
import { makeApiKey } from '#features/developers/api-keys/api-keys-db.server.ts'
import { addPolicy } from '#features/selling/policies/policies-db.server.ts'
import { hour } from '#lib/duration.ts'
import { endpoints } from './endpoints.ts'
import { sellRoutes } from './sell/routes.ts'
import { createSellApi } from './sell/sell-api.ts'
import { signToken } from './sell/token.ts'
import { daysAgo, fillSeller } from './testing-filled.ts'
import { orderOf } from './testing-orders.ts'
import { testApi } from './testing.ts'
import { flatShipping } from '#features/core/shipping/shipping.ts'

const policyKinds = { fulfillment_policy: 'FULFILMENT', payment_policy: 'PAYMENT', return_policy: 'RETURN' } as const

/** Access token of a seller's tool with all permissions of a seller's key. */
async function tokenOf(sellerId: number): Promise<string> {
  const newKey = { id: newKeyId(), name: 'tool', scopes: [...sellerScopes], sellerId, madeBy: null, days: 1 }
  const { id } = (await makeApiKey(db.owner, { ...newKey, now: new Date() }))!
  const expiresAt = new Date(Date.now() + hour)
  return signToken(api.hub.secret, { kind: 'access', keyId: id, scopes: sellerScopes, expiresAt })
}

/** Sends a request as a seller's tool. */
async function tool(token: string, method: string, path: string): Promise<Response> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'content-language': 'en-GB' }
  const body = method === 'POST' || method === 'PUT' ? { body: '{}' } : {}
  return createSellApi(api.hub)(new Request(api.hub.config.publicUrl + path, { method, headers, ...body }))
}

const db = await testDatabase()
const api = await testApi(db)
/** Another seller without items. */
const bob = await addShop()
const shop = await addShop()
/** Ids of one seller's items, by path parameter. */
const ann = await fillSeller(api, { db, ...shop })
const annsToken = await tokenOf(shop.id)
for (const [path, kind] of Object.entries(policyKinds)) {
  const policy = {
    kind,
    name: 'Ann’s',
    shipping: kind === 'FULFILMENT' ? flatShipping(395) : null,
    days: kind === 'RETURN' ? 30 : null,
  }
  await db.asSeller(shop.id, 'write', (own) => addPolicy(own, shop.id, { ...policy, terms: 'Hers' }))
  const list = await tool(annsToken, 'GET', `/sell/account/v1/${path}?marketplace_id=EBAY_GB`)
  ann[path] = /"\w+PolicyId":"([^"]+)"/.exec(await list.text())![1]!
}

async function addShop(): Promise<{ id: number; name: string }> {
  const id = await addTestSeller(db)
  const row = await db.owner.selectFrom('sellers').select('username').where('id', '=', id).executeTakeFirstOrThrow()
  return { id, name: row.username }
}

/** A path with one seller's ids; fails on an unknown parameter. */
function addressOf(path: string, over: Record<string, string> = {}): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const id = over[name] ?? ann[name]
    expect(id, `${path}: {${name}} is to be tried with another seller's`).toBeDefined()
    return encodeURIComponent(id!)
  })
}

/** Everything of the first seller that could have changed, as text. */
async function stateOfAnn(): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = current_schema() and column_name = 'seller_id' and table_name <> 'api_keys' order by 1`.execute(
    db.owner,
  )
  const { id } = await rowOf(db.owner, 'sellers', { username: ann.seller! })
  const rows = await Promise.all(
    tables.map(({ name }) =>
      sql`select * from ${sql.table(name)} t where seller_id = ${id} order by t::text`.execute(db.owner),
    ),
  )
  return JSON.stringify(rows.map(({ rows: all }, index) => [tables[index]!.name, all]))
}

const hasId = ({ path }: { path: string }) => path.includes('{')
/** Body of a call: the documentation's example with her ids. */
const bodyOf = ({ example }: { example?: unknown }) =>
  example === undefined
    ? {}
    : {
        body: JSON.parse(
          JSON.stringify(example).replaceAll('118304211004', ann.item!).replaceAll('A-1001', 'A-1'),
        ) as object,
      }

describe('the key of another seller', () => {
  it('finds nothing of her at any address of the marketplace’s API, and changes nothing', async () => {
    // More scopes than a seller's key may have; it is refused even so.
    const key = await api.makeKey({ sellerId: bob.id, scopes: apiScopes })
    const before = await stateOfAnn()
    for (const endpoint of endpoints.filter((each) => each.ofSeller && hasId(each))) {
      const { status } = await api.ask(endpoint.method, addressOf(endpoint.path), { key, ...bodyOf(endpoint) })
      expect(status, `${endpoint.method} ${endpoint.path}`).toBe(404)
    }
    expect(await stateOfAnn()).toBe(before)
  })

  it('does not find her resources under its own seller name', async () => {
    const key = await api.makeKey({ sellerId: bob.id, scopes: apiScopes })
    // A listing is named by the marketplace's id, which may be hers too: it is a listing of his own.
    const saving = endpoints.find(({ operationId }) => operationId === 'saveListing')!
    // An order that is paid comes in, whatever it names: it is an order of his own, without her listing.
    const placing = endpoints.find(({ operationId }) => operationId === 'placeOrder')!
    const before = await stateOfAnn()
    const ask = async (endpoint: (typeof endpoints)[number]) =>
      api.ask(endpoint.method, addressOf(endpoint.path, { seller: bob.name }), { key, ...bodyOf(endpoint) })
    const own = endpoints.filter((each) => each.ofSeller && hasId(each) && each !== saving && each !== placing)
    for (const endpoint of own) {
      const name = `${endpoint.method} ${endpoint.path}`
      const { status, body } = await ask(endpoint)
      if (/\{(order|case|picture|document|item|key)\}/.test(endpoint.path)) expect(status, name).toBe(404)
      // Bob has keys of his own.
      else if (endpoint.operationId === 'listKeys') expect(JSON.stringify(body), name).not.toContain(ann.key)
      // What shipping costs is answered for each item that was asked for.
      else if (endpoint.operationId === 'getShippingQuote')
        expect(body.items, name).toMatchObject([{ problem: 'NO_LISTING', services: [] }])
      else if (status === 200 && body.items) expect(body.items, name).toEqual([])
    }
    // Requests that refer to her items in the body.
    const told = async (method: string, path: string, body: object) =>
      (await api.ask(method, `/sellers/${bob.name}${path}`, { key, body })).status
    expect(
      await told('POST', '/tracking-events', { shipment: ann.fulfillmentId, event: 'EXCEPTION', at: daysAgo(0) }),
    ).toBe(404)
    expect(await told('PUT', '/feedback/f-9', { order: ann.number, rating: 'NEGATIVE', leftAt: daysAgo(0) })).toBe(404)
    expect(await told('POST', '/orders', orderOf('B-1', ann.item!))).toBe(422)
    const traffic = { item: ann.item, day: '2026-11-22', impressions: 1, views: 1, watchers: 1 }
    expect(await told('POST', '/traffic', traffic)).toBe(422)
    expect((await ask(saving)).status).toBe(201)
    const placed = await ask(placing)
    expect(placed).toMatchObject({ status: 201, body: { lines: [{ listing: null, title: ann.item }] } })
    expect(await stateOfAnn()).toBe(before)
  })

  it('finds nothing of her at the addresses of sellers’ tools', async () => {
    const token = await tokenOf(bob.id)
    const ask = async (of: string, { method, path }: { method: string; path: string }) => {
      const [kind = ''] = /\w+_policy/.exec(path) ?? []
      const promotionId = path.includes('item_promotion') ? ann.coupon : ann.saleEvent
      return (await tool(of, method, addressOf(path, { policyId: ann[kind] ?? '', promotionId: promotionId ?? '' })))
        .status
    }
    const all = sellRoutes.filter(hasId)
    // They exist for her; nobody has transfers.
    for (const route of all.filter(({ method, path }) => method === 'GET' && !path.endsWith('{transferId}')))
      expect(await ask(annsToken, route), route.path).toBe(200)
    const before = await stateOfAnn()
    // Requests that use ids that she also used.
    const naming = [
      'PUT /sell/inventory/v1/inventory_item/{sku}',
      'POST /sell/inventory/v1/location/{merchantLocationKey}',
    ]
    for (const route of all) {
      const name = `${route.method} ${route.path}`
      const status = await ask(token, route)
      if (naming.includes(name)) expect([201, 204, 400], name).toContain(status)
      else if (name !== `DELETE ${naming[0]!.slice(4)}`) expect(status, name).toBe(404)
    }
    expect(await stateOfAnn()).toBe(before)
  })
})
