import { rowOf } from '#db/testing-row.ts'
import { expect, it } from 'vitest'
import { endpoints } from '#api/endpoints.ts'
import { goodBody, readKnown } from '#api/sell/testing-requests.ts'
import { sellRoutes } from '#api/sell/routes.ts'
import { createSellApi, tokenPath } from '#api/sell/sell-api.ts'
import { fillSeller } from '#api/testing-filled.ts'
import { addTestListing, orderOf } from '#api/testing-orders.ts'
import { testApi } from '#api/testing.ts'
import { openDatabase } from '#db/client.ts'
import { findDivision } from '#db/shards.ts'
import { afterTestFile } from '#db/testing-cleanup.ts'
import { watchServers } from '#db/testing-divided.ts'
import { testDatabase } from '#db/testing.ts'
import { parseOrderNumber } from '#features/core/order/order.ts'
import { addFormProducts, addFormShop } from '#features/selling/listing-form/testing.ts'
import { newKeyId, sellerScopes } from '#features/developers/api-keys/api-key.ts'
import { makeApiKey } from '#features/developers/api-keys/api-keys-db.server.ts'
import { undoHandOver } from '#features/shipping/hand-over/hand-over-db.server.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { jsonOf } from '#lib/json-of.ts'

const name = 'every-address'
/** Statements that asked more than one server, as the cluster's own log of them says. */
const spread: string[] = []
const db = await testDatabase()
const watched = openDatabase({ url: db.url, poolSize: 2 })
afterTestFile(() => watched.close())
await findDivision(watched)
await watchServers(watched.pool, spread)
const api = await testApi(watched)
const shop = await addFormShop(api.hub, db, name)
await addFormProducts(db)
const item = await addTestListing(db, { sellerId: shop.sellerId, quantity: 1_000, sku: 'EVERY' })
for (const sku of ['KNOWN-1', 'KNOWN-2', 'KNOWN-3']) await shop.publish({ sku })
const ids: Record<string, string> = {
  ...(await fillSeller(api, { db, id: shop.sellerId, name })),
  buyer: 'b-anna',
  product: 'm3',
  connection: 'vendure',
  delivery: '1',
}

/** The address of an endpoint with the shop's ids. */
const addressOf = (path: string, over: Record<string, string> = {}) =>
  path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) =>
    encodeURIComponent(assertDefined(over[parameter] ?? ids[parameter], `${path} has a ${parameter}`)),
  )

/** What requests came to. */
interface Asked {
  /** Those with a statement that asked several servers. */
  spread: string[]
  failed: string[]
  answered: number
}

const asked = (): Asked => ({ spread: [], failed: [], answered: 0 })

async function ask<T extends { status: number }>(all: Asked, request: string, send: () => Promise<T>): Promise<T> {
  spread.length = 0
  const answer = await send()
  if (spread.length > 0) all.spread.push(request)
  if (answer.status >= 500) all.failed.push(`${answer.status} ${request}`)
  if (answer.status < 300) all.answered += 1
  return answer
}

const collected = {
  delivery: 'COLLECT',
  shipTo: undefined,
  payment: { id: 'p', method: 'CARD', state: 'PAID', paidAt: '2026-11-20T10:00:00Z' },
}

/** Places an order through the API. */
const place = (all: Asked, id: string) => {
  const body = { ...orderOf(id, item), ...(id === 'saveHandOver' ? collected : {}) }
  return ask(all, 'placeOrder', () => api.ask('POST', `/sellers/${name}/orders`, { body }))
}

it('each request of the marketplace’s API about a seller asks one server', async () => {
  const [ofSeller, others] = [asked(), asked()]
  for (const { method, path, operationId, example, ofSeller: isOfSeller } of endpoints) {
    const all = isOfSeller ? ofSeller : others
    const body = JSON.stringify(example)?.replaceAll('118304211004', item).replaceAll('A-1001', 'A-1')
    // What changes an order gets one of its own.
    const order = path.includes('{order}') && method !== 'GET' ? operationId : 'A-1'
    if (order !== 'A-1') expect((await place(ofSeller, order)).status).toBe(201)
    const { body: answer } = await ask(all, operationId, () =>
      api.ask(method, addressOf(path, { order }), body === undefined ? {} : { body }),
    )
    if (operationId === 'saveHandOver') expect(answer).toMatchObject({ status: 'DELIVERED' })
    const { id, items } = (answer ?? {}) as { id?: string; items?: { id: string }[] }
    if (operationId === 'addWebhook') ids.webhook = id ?? ''
    if (operationId === 'listEvents') ids.event = items?.[0]?.id ?? ''
    if (operationId === 'eraseBuyer') ids.erasure = id ?? ''
  }
  // A session keeps a plan for all values after five runs.
  for (let nth = 0; nth < 8; nth += 1) {
    await place(ofSeller, `again-${nth}`)
    for (const list of ['orders', 'listings', 'shipments']) {
      const address = `/sellers/${name}/${list}`
      await ask(ofSeller, list, () => api.ask('GET', address))
    }
  }
  const key = await api.makeKey({ sellerId: shop.sellerId, scopes: sellerScopes })
  for (const path of ['/sellers', '/events'])
    await ask(ofSeller, `a seller’s ${path}`, () => api.ask('GET', path, { key }))
  expect(ofSeller).toMatchObject({ spread: [], failed: [] })
  expect(ofSeller.answered).toBeGreaterThan(80)
  expect(others).toMatchObject({
    spread: ['listSellers', 'eraseBuyer', 'getErasure', 'listEvents', 'getEvent'],
    failed: [],
  })
})

it('a handover is taken back with one role in its transaction', async () => {
  const { order_number: number, delivered_at: at } = await rowOf(db.owner, 'orders', {
    seller_id: shop.sellerId,
    external_id: 'saveHandOver',
  })
  const numbers = [assertDefined(parseOrderNumber(number), 'the hub numbers orders')]
  const inverse = { numbers, at: assertDefined(at, 'it was handed over').toISOString() }
  const undone = await watched.asOwnerFor(shop.sellerId, (own) =>
    undoHandOver(own, { sellerId: shop.sellerId, inverse, actor: { kind: 'MARKETPLACE' }, now: api.hub.now() }),
  )
  expect(undone).toEqual({ back: 1, left: 0 })
})

it('each request of a seller’s tool asks one server', async () => {
  const made = {
    id: newKeyId(),
    name: 'tool',
    scopes: [...sellerScopes],
    sellerId: shop.sellerId,
    madeBy: null,
    days: 1,
  }
  const { id, secret } = assertDefined(await makeApiKey(db.owner, { ...made, now: api.hub.now() }), 'its id is new')
  const serve = createSellApi(api.hub)
  const send = async (path: string, init: RequestInit) => serve(new Request(api.hub.config.publicUrl + path, init))
  const tool = asked()
  let token = ''
  await ask(tool, tokenPath, async () => {
    const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
    const body = new URLSearchParams({ grant_type: 'client_credentials' })
    const answer = await send(tokenPath, { method: 'POST', headers: { authorization }, body })
    token = (await jsonOf<{ access_token: string }>(answer.clone())).access_token
    return answer
  })
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'content-language': 'en-GB' }
  const known = await readKnown(async (path) => (await send(path, { headers })).json(), 'EBAY_GB')
  const [known1, offer] = [
    assertDefined(known.items[0], 'three are published'),
    assertDefined(known.offers[1], 'as above'),
  ]
  const about = {
    item: known1,
    offer,
    sku: String(known1.sku),
    offerId: String(offer.offerId),
    orderId: ids.orderId ?? '',
    name: 'NEW-1',
  }
  for (const { method, path, body } of sellRoutes) {
    const kind = /(fulfillment|payment|return)_policy/.exec(path)?.[1] as keyof typeof known.policies | undefined
    const policy = kind && known.policies[kind]
    const of = { sku: about.sku, offerId: about.offerId, policyId: String(policy?.[`${kind}PolicyId`]) }
    const query = kind ? `?marketplace_id=EBAY_GB&name=${encodeURIComponent(String(policy?.name))}` : ''
    const sent = body === undefined ? {} : { body: JSON.stringify(goodBody(path, about, known)) }
    await ask(tool, `${method} ${path}`, () => send(addressOf(path, of) + query, { method, headers, ...sent }))
  }
  expect(tool).toMatchObject({ spread: [], failed: [] })
  expect(tool.answered).toBeGreaterThan(35)
})
