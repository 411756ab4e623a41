import { rowOf } from '#db/testing-row.ts'
import { sql } from 'kysely'
import { expect, inject, onTestFinished } from 'vitest'
import { apiRoot } from '#api/marketplace-api.ts'
import { fulfillmentRoot } from '#api/sell/order-shape.ts'
import { inventoryRoot } from '#api/sell/sell-route.ts'
import { signToken } from '#api/sell/token.ts'
import { addTestListing, orderOf } from '#api/testing-orders.ts'
import { openDatabase, type Database } from '#db/client.ts'
import { inSchema, withClient } from '#db/connection.ts'
import { oneRow } from '#db/one-row.ts'
import { dropSchema } from '#db/own-schema.ts'
import { afterTestFile } from '#db/testing-cleanup.ts'
import { marketplaceScopes, newKeyId, sellerScopes } from '#features/developers/api-keys/api-key.ts'
import { makeApiKey } from '#features/developers/api-keys/api-keys-db.server.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { hour, minute } from '#lib/duration.ts'
import { startHub, type HubProcess } from '#server/testing-process.ts'
import { findSellerId } from '#web/find-seller.server.ts'
import type { DividedMarket } from './divided-market.ts'
import { testHub, type TestHub } from './testing.ts'

declare module 'vitest' {
  interface ProvidedContext {
    divided: DividedMarket
  }
}

/** A hub inside the test's process, on the divided schema or that of `url`; closed after the file's tests. */
export async function clusterHub({ url } = inject('divided')): Promise<TestHub> {
  const db = openDatabase({ url })
  afterTestFile(() => db.close())
  return testHub({ beside: { db: { ...db, url } }, isCluster: true })
}

/** A hub process as `npm start` runs it, on the divided schema; killed after the test. `env` adds variables. */
export async function clusterProcess(env: Record<string, string> = {}): Promise<HubProcess> {
  const { coordinator, schema } = inject('divided')
  const hub = await startHub({ DATABASE_URL: coordinator, DATABASE_SCHEMA: schema, ...env })
  await hub.ready
  return hub
}

/** Another schema of the cluster; dropped after the test. */
export async function otherSchema(name: string): Promise<DividedMarket> {
  const market = inject('divided')
  const other = { ...market, schema: name, url: inSchema(market.coordinator, name) }
  const drop = () =>
    withClient(other.url, async (client) => {
      for (const each of [name, `${name}_jobs`]) await dropSchema(client, each)
    })
  await drop()
  onTestFinished(drop)
  return other
}

/** Headers of a new API key of the whole marketplace. */
export async function marketplaceKey({ db }: TestHub): Promise<{ Authorization: string }> {
  const key = { id: newKeyId(), name: 'test', scopes: marketplaceScopes, sellerId: null, madeBy: null, days: 1 }
  const { secret } = assertDefined(await makeApiKey(db.owner, { ...key, now: new Date() }), 'its id is new')
  return { Authorization: `Bearer ${secret}` }
}

/** Headers of a tool of a seller's own, for eBay's API. */
export async function toolKey({ db, hub }: TestHub, { id: sellerId }: TestShop): Promise<{ Authorization: string }> {
  const key = { id: newKeyId(), name: 'tool', scopes: [...sellerScopes], sellerId, madeBy: null, days: 1 }
  await makeApiKey(db.owner, { ...key, now: new Date() })
  const expiresAt = new Date(Date.now() + hour)
  const token = signToken(hub.secret, { kind: 'access', keyId: key.id, scopes: sellerScopes, expiresAt })
  return { Authorization: `Bearer ${token}` }
}

/** A seller whose one listing does not sell out. */
export interface TestShop {
  id: number
  username: string
  item: string
  /** The e-mail address of its owner. */
  owner: string
}

/** Adds a seller with an owner through the API, and a listing. */
export async function addShop(
  { url, db }: Pick<TestHub, 'url' | 'db'>,
  api: { Authorization: string },
  username: string,
): Promise<TestShop> {
  const body = { username, displayName: username, country: 'GB', timeZone: 'Europe/London', currency: 'GBP' }
  const answer = await send(`${url}${apiRoot}/sellers/${username}`, { api, method: 'PUT', body })
  expect(answer.status).toBe(201)
  const id = assertDefined(await findSellerId(db.owner, username), 'it was added')
  const owner = `${username}@shop.example`
  const member = { api, method: 'PUT', body: { name: username, role: 'owner' } }
  expect((await send(`${url}${apiRoot}/sellers/${username}/members/${owner}`, member)).status).toBe(201)
  return { id, username, owner, item: await addTestListing(db, { sellerId: id, quantity: 100_000, sku: 'SKU-1' }) }
}

/** Sends JSON to the API; gives up after 30 seconds. */
export function send(
  url: string,
  { api, method = 'POST', body }: { api: { Authorization: string }; method?: string; body: unknown },
): Promise<Response> {
  const headers = { ...api, 'Content-Type': 'application/json' }
  return fetch(url, { method, headers, body: JSON.stringify(body), signal: AbortSignal.timeout(minute / 2) })
}

/** An order that has just been placed. */
export const newOrder = (id: string, item: string) => ({
  ...orderOf(id, item),
  placedAt: new Date(Date.now() - minute).toISOString(),
})

/** Places an order of a shop, pays, ships and refunds it, and sets a price, as programs do; returns what was refused. */
export async function writeByPrograms(
  { url, db }: TestHub,
  shop: TestShop,
  { api, tool }: Record<'api' | 'tool', { Authorization: string }>,
): Promise<string[]> {
  const at = `${url}${apiRoot}/sellers/${shop.username}`
  const sell = `${url}${fulfillmentRoot}/order`
  const refused: string[] = []
  const ask = async (what: string, asked: Promise<Response>) => {
    const answer = await asked
    if (!answer.ok) refused.push(`${what}: ${await answer.clone().text()}`)
    return answer
  }
  await ask('order', send(`${at}/orders`, { api, body: newOrder('w-1', shop.item) }))
  const paid = { method: 'CARD', state: 'PAID', paidAt: new Date().toISOString() }
  await ask('payment', send(`${at}/orders/w-1/payments/p-1`, { api, method: 'PUT', body: paid }))
  const { order_number: number } = await rowOf(db.owner, 'orders', { seller_id: shop.id })
  const parcel = { trackingNumber: 'AB123456785GB', shippingCarrierCode: 'ROYAL_MAIL' }
  await ask('parcel', send(`${sell}/${number}/shipping_fulfillment`, { api: tool, body: parcel }))
  const refund = { reasonForRefund: 'BUYER_CANCEL', orderLevelRefundAmount: { value: '1.00', currency: 'GBP' } }
  await ask('refund', send(`${sell}/${number}/issue_refund`, { api: tool, body: refund }))
  const inventory = `${url}${inventoryRoot}`
  const offers = await ask('offers', fetch(`${inventory}/offer?sku=SKU-1`, { headers: tool }))
  const [offer] = ((await offers.json()) as { offers: { offerId: string }[] }).offers
  const price = { offerId: offer?.offerId, price: { value: '46.00', currency: 'GBP' } }
  const requests = [{ sku: 'SKU-1', offers: [price] }]
  await ask('price', send(`${inventory}/bulk_update_price_quantity`, { api: tool, body: { requests } }))
  return refused
}

/** The server and the shard with a seller's rows. */
export interface Placement {
  shard: number
  host: string
  port: number
}

/** Finds the server of a seller. */
export function placementOf({ owner, schema }: Database, sellerId: number): Promise<Placement> {
  return oneRow(
    owner,
    sql<Placement>`
      select s.shardid as shard, n.nodename as host, n.nodeport as port
      from (select get_shard_id_for_distribution_column((${schema} || '.sellers')::regclass, ${sellerId}::bigint) as shardid) s
      join pg_dist_placement p using (shardid) join pg_dist_node n on n.groupid = p.groupid`,
  )
}

/** Adds sellers until two are on different servers. */
export async function addShopsOfTwoServers(
  test: TestHub,
  api: { Authorization: string },
  name: string,
): Promise<[TestShop, TestShop]> {
  const first = await addShop(test, api, `${name}-0`)
  const { port } = await placementOf(test.db, first.id)
  for (let nth = 1; ; nth += 1) {
    const other = await addShop(test, api, `${name}-${nth}`)
    if ((await placementOf(test.db, other.id)).port !== port) return [first, other]
  }
}

/** Orders of a seller that are pushed one after the other until `stop`. */
export interface OrderStream {
  /** Statuses of all answers so far; 0 for none. */
  statuses: number[]
  /** Resolves when `count` more orders were answered with `status`. */
  answered(status: number, count: number): Promise<void>
  /** Ends it; returns the ids of orders that were acknowledged. */
  stop(): Promise<string[]>
}

/** Pushes orders to hubs in turns. An order that was not acknowledged is sent again, under its id. */
export function streamOrders(hubs: readonly string[], api: { Authorization: string }, shop: TestShop): OrderStream {
  const statuses: number[] = []
  const taken: string[] = []
  const stopping = new AbortController()
  const run = async () => {
    while (!stopping.signal.aborted) {
      const id = `${shop.username}-${taken.length}`
      const hub = hubs[statuses.length % hubs.length]
      const sent = send(`${hub}${apiRoot}/sellers/${shop.username}/orders`, { api, body: newOrder(id, shop.item) })
      const status = await sent.then(
        (answer) => answer.status,
        () => 0,
      )
      statuses.push(status)
      if (status === 200 || status === 201) taken.push(id)
    }
  }
  const running = run()
  return {
    statuses,
    answered: async (status, count) => {
      const of = () => statuses.filter((each) => each === status).length
      const before = of()
      await expect.poll(of, { timeout: 3 * minute }).toBeGreaterThanOrEqual(before + count)
    },
    stop: async () => {
      stopping.abort()
      await running
      return taken
    },
  }
}

/** Ids of a seller's orders as they are kept, in order of the ids. */
export async function keptOrders({ db }: TestHub, { id }: TestShop): Promise<string[]> {
  const rows = await db.owner.selectFrom('orders').select('external_id').where('seller_id', '=', id).execute()
  return rows.map((row) => row.external_id ?? '').toSorted()
}
