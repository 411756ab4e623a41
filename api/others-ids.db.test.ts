import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '#db/testing.ts'
import { addTestSeller } from '#features/shop/accounts/testing.ts'
import { apiScopes, newKeyId, sellerScopes } from '#features/shop/api-keys/api-key.ts'
import { makeApiKey } from '#features/shop/api-keys/api-keys-db.server.ts'
import { newParcelKey, shipOrder } from '#features/shipping/fulfilment/ship-order-db.server.ts'
import { payOutNow } from '#features/payments/payouts/due-payouts.server.ts'
import { makeFundsAvailable } from '#features/payments/payouts/funds-available.server.ts'
import { addPostedOrder } from '#features/payments/testing.ts'
import { addPolicy } from '#features/selling/policies/policies-db.server.ts'
import { hour } from '#lib/duration.ts'
import { endpoints } from './endpoints.ts'
import { sellRoutes } from './sell/routes.ts'
import { createSellApi } from './sell/sell-api.ts'
import { signToken } from './sell/token.ts'
import { addTestListing, orderOf } from './testing-orders.ts'
import { testApi, type TestApi } from './testing.ts'

let db: TestDatabase
let api: TestApi
/** Ids of one seller's items, by path parameter. */
let ann: Record<string, string>
/** Another seller without items. */
let bob: { id: number; name: string }
let annsToken: string

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

const at = (daysAgo: number) => new Date(Date.now() - daysAgo * 24 * hour).toISOString()

beforeAll(async () => {
  db = await testDatabase()
  api = await testApi(db)
  bob = await addShop()
  const shop = await addShop()
  ann = await fill(shop)
  annsToken = await tokenOf(shop.id)
  for (const [path, kind] of Object.entries(policyKinds)) {
    const policy = {
      kind,
      name: 'Ann’s',
      priceMinor: kind === 'FULFILMENT' ? 395 : null,
      days: kind === 'RETURN' ? 30 : null,
    }
    await db.asSeller(shop.id, 'write', (own) => addPolicy(own, shop.id, { ...policy, terms: 'Hers' }))
    const list = await tool(annsToken, 'GET', `/sell/account/v1/${path}?marketplace_id=EBAY_GB`)
    ann[path] = /"\w+PolicyId":"([^"]+)"/.exec(await list.text())![1]!
  }
})

async function addShop(): Promise<{ id: number; name: string }> {
  const id = await addTestSeller(db)
  const row = await db.owner.selectFrom('sellers').select('username').where('id', '=', id).executeTakeFirstOrThrow()
  return { id, name: row.username }
}

/** Adds one item of each kind for a seller. */
async function fill({ id, name }: { id: number; name: string }): Promise<Record<string, string>> {
  const ask = async (method: string, path: string, body: object) => {
    const answer = await api.ask(method, `/sellers/${name}${path}`, { body })
    expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300)
    return answer.body
  }
  const item = await addTestListing(db, { sellerId: id, quantity: 9, sku: 'ANN-1' })
  const payment = { id: 'p-1', method: 'CARD', state: 'PAID', paidAt: at(3) }
  const { number } = await ask('POST', '/orders', { ...orderOf('A-1', item), placedAt: at(3), payment })
  const parcel = { key: newParcelKey(), carrier: 'DHL', trackingNumber: 'JD1', shippedAt: new Date(at(2)) }
  const shipped = await db.asSeller(id, 'write', (tx) =>
    shipOrder(tx, {
      sellerId: id,
      number,
      actor: { kind: 'HUB' },
      now: new Date(),
      parcels: [{ ...parcel, contents: 'rest' }],
    }),
  )
  expect(shipped).toMatchObject({ ok: true })
  await ask('POST', '/tracking-events', { shipment: parcel.key, event: 'DELIVERED', at: at(1) })
  const shot = await sharp({ create: { width: 600, height: 600, channels: 3, background: '#876' } })
    .jpeg()
    .toBuffer()
  const picture = await api.raw(
    new Request(`${api.hub.config.publicUrl}/marketplace/v1/sellers/${name}/pictures`, {
      method: 'POST',
      headers: { authorization: `Bearer ${api.key}`, 'content-type': 'image/jpeg' },
      body: new Uint8Array(shot),
    }),
  )
  const { id: pictureId } = (await picture.json()) as { id: string }
  const opened = await ask('POST', '/orders/A-1/cases', {
    id: 'r-1',
    kind: 'RETURN',
    reason: 'DEFECTIVE_ITEM',
    line: 1,
    quantity: 1,
    words: 'It sticks.',
    photos: [{ picture: pictureId }],
  })
  await ask('PUT', '/feedback/f-1', { order: 'A-1', rating: 'POSITIVE', leftAt: at(0) })
  await ask('PUT', '/members/ada@ann.example', { name: 'Ada', role: 'owner' })
  await addPostedOrder(db, id)
  await makeFundsAvailable(api.hub)
  await payOutNow(api.hub, id)
  const payouts = (await api.ask('GET', `/sellers/${name}/payouts`)).body
  const sold = await addPostedOrder(db, id)
  await ask('PUT', '/holds/h-1', { order: sold.number, reason: 'MARKETPLACE' })
  await ask('PUT', '/disputes/d-1', { order: sold.number, reason: 'OTHER' })
  const unitCost = { value: '1.00', currency: 'GBP' }
  await ask('PUT', '/skus/ANN-1/costs/c-1', { unitCost, since: at(0) })
  await db.owner
    .insertInto('merchant_locations')
    .values({
      seller_id: id,
      location_key: 'ann',
      is_enabled: true,
      details: JSON.stringify({ location: { address: { country: 'GB', postalCode: 'SE1 1AA' } } }),
    })
    .execute()
  const { id: key } = await ask('POST', '/keys', { name: 'Ann’s tool', scopes: ['orders:read'] })
  return {
    seller: name,
    key,
    order: 'A-1',
    number,
    item,
    case: opened.number,
    picture: pictureId,
    payment: 'p-1',
    feedback: 'f-1',
    hold: 'h-1',
    cost: 'c-1',
    dispute: 'd-1',
    payout: payouts.items[0].id,
    payoutId: payouts.items[0].id,
    transferId: 't-1',
    email: 'ada@ann.example',
    orderId: number,
    fulfillmentId: parcel.key,
    shipment: parcel.key,
    refund: 'rf-1',
    sku: 'ANN-1',
    offerId: item,
    merchantLocationKey: 'ann',
  }
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
  const { id } = await db.owner
    .selectFrom('sellers')
    .select('id')
    .where('username', '=', ann.seller!)
    .executeTakeFirstOrThrow()
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
    const before = await stateOfAnn()
    const ask = async (endpoint: (typeof endpoints)[number]) =>
      api.ask(endpoint.method, addressOf(endpoint.path, { seller: bob.name }), { key, ...bodyOf(endpoint) })
    const own = endpoints.filter((each) => each.ofSeller && hasId(each) && each !== saving)
    for (const endpoint of own) {
      const name = `${endpoint.method} ${endpoint.path}`
      const { status, body } = await ask(endpoint)
      if (/\{(order|case|picture|item|key)\}/.test(endpoint.path)) expect(status, name).toBe(404)
      // Bob has keys of his own.
      else if (endpoint.operationId === 'listKeys') expect(JSON.stringify(body), name).not.toContain(ann.key)
      else if (status === 200 && body.items) expect(body.items, name).toEqual([])
    }
    // Requests that refer to her items in the body.
    const told = async (method: string, path: string, body: object) =>
      (await api.ask(method, `/sellers/${bob.name}${path}`, { key, body })).status
    expect(await told('POST', '/tracking-events', { shipment: ann.fulfillmentId, event: 'EXCEPTION', at: at(0) })).toBe(
      404,
    )
    expect(await told('PUT', '/feedback/f-9', { order: ann.number, rating: 'NEGATIVE', leftAt: at(0) })).toBe(404)
    expect(await told('POST', '/orders', orderOf('B-1', ann.item!))).toBe(422)
    const traffic = { item: ann.item, day: '2026-11-22', impressions: 1, views: 1, watchers: 1 }
    expect(await told('POST', '/traffic', traffic)).toBe(422)
    expect((await ask(saving)).status).toBe(201)
    expect(await stateOfAnn()).toBe(before)
  })

  it('finds nothing of her at the addresses of sellers’ tools', async () => {
    const token = await tokenOf(bob.id)
    const ask = async (of: string, { method, path }: { method: string; path: string }) => {
      const [kind = ''] = /\w+_policy/.exec(path) ?? []
      return (await tool(of, method, addressOf(path, { policyId: ann[kind] ?? '' }))).status
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
