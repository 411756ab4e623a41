import type { Database } from '#db/client.ts'
import { flatShipping } from '#features/core/shipping/shipping.ts'
import { addPolicy } from '#features/selling/policies/policies-db.server.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { apiScopes } from '#features/developers/api-keys/api-key.ts'
import { addListing, listingOf, makeKey, orderOf, ordersUrl, removePushed } from './pushed.ts'
import { spreadOf } from './percentiles.ts'
import type { RunSuite } from './setting.ts'
import type { Table } from './table.ts'

const singles = 1_000
const connections = 8
const [ordersOfBatch, listingsOfBatch] = [5_000, 50_000]

const itemsOfQuote = 50

/** Time of a quote of fifty items with a policy priced by weight, over loopback, one at a time. */
async function quoteTable({
  db,
  sellerId,
  secret,
  url,
}: {
  db: Database
  sellerId: number
  secret: string
  url: string
}): Promise<Table> {
  const bands = [{ upToGrams: 30_000, minor: 395 }]
  const service = { carrier: '', name: '', days: null, rate: { by: 'weight' as const, bands }, freeFromMinor: null }
  const shipping = { ...flatShipping(0), zones: [{ places: ['GB'], services: [service] }] }
  const policy = { kind: 'FULFILMENT', name: `bench ${Date.now()}`, days: null, terms: '', shipping } as const
  const id = await db.asSeller(sellerId, 'write', (own) => addPolicy(own, sellerId, policy))
  const items: string[] = []
  for (let n = 0; n < itemsOfQuote; n += 1) {
    const { id: listing, item_number: item } = await addListing(db, sellerId, 1)
    const of = { seller_id: sellerId, listing_id: listing }
    await db.owner
      .insertInto('listing_contents')
      .values({ ...of, weight_grams: 400 })
      .execute()
    await db.owner
      .insertInto('listing_policies')
      .values({ ...of, kind: 'FULFILMENT', policy_id: assertDefined(id, 'its name is new') })
      .execute()
    items.push(item)
  }
  const body = JSON.stringify({ to: { country: 'GB' }, items: items.map((item) => ({ item, quantity: 1 })) })
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
  const times: number[] = []
  await db.owner.deleteFrom('rate_limits').execute()
  for (let n = 0; n < singles; n += 1) {
    const began = performance.now()
    const response = await fetch(url, { method: 'POST', headers, body })
    const text = await response.text()
    times.push(performance.now() - began)
    if (!response.ok || text.includes('"services":[]')) throw new Error(`a quote was answered with ${text}`)
  }
  const { p50, p95 } = spreadOf(times.slice(singles / 2))
  return {
    title: `Shipping quotes of ${itemsOfQuote} items`,
    columns: ['what', 'p50 ms', 'p95 ms'],
    rows: [['one at a time', p50.toFixed(2), p95.toFixed(2)]],
  }
}

/** Orders and listings that a shop pushes: one by one, concurrently, and in one request. */
export const apiSuite: RunSuite = async ({ db, known: { sellerId }, hub, say }) => {
  await removePushed(db, sellerId)
  const { secret } = await makeKey(db, apiScopes, null)
  const url = await ordersUrl(db, hub.url, sellerId)
  const { item_number: item } = await addListing(db, sellerId, 1_000_000)
  const run = Date.now().toString(36)
  let pushed = 0
  const nextOrder = () => {
    pushed += 1
    return JSON.stringify(orderOf({ id: `${run}-${pushed}`, buyer: `${run}-${pushed % 500}`, item }))
  }
  const push = async (type: string, body: string, to = url) => {
    const headers = { authorization: `Bearer ${secret}`, 'content-type': type }
    const response = await fetch(to, { method: 'POST', headers, body })
    const text = await response.text()
    const refused = response.ok ? text.split('\n').find((line) => /"status":[345]/.test(line)) : text
    if (refused) throw new Error(`a push was answered with ${response.status}: ${refused}`)
  }
  const pushEach = async (atOnce: number) => {
    // Clears the rate limit of 3,000 requests per minute, which is not measured here.
    await db.owner.deleteFrom('rate_limits').execute()
    let left = singles
    const client = async () => {
      while (left-- > 0) await push('application/json', nextOrder())
    }
    await Promise.all(Array.from({ length: atOnce }, client))
  }
  const pushLines = (lines: readonly string[], to?: string) => push('application/x-ndjson', lines.join('\n'), to)
  const orders = Array.from({ length: ordersOfBatch }, nextOrder)
  const listings = Array.from({ length: listingsOfBatch }, (_, nth) => JSON.stringify(listingOf(`${run}-${nth}`)))
  const listingsUrl = url.replace(/orders$/, 'listings')
  const rows: string[][] = []
  const measure = async (what: string, count: number, work: () => Promise<void>) => {
    const began = performance.now()
    await work()
    rows.push([what, ((count * 1_000) / (performance.now() - began)).toFixed(0)])
    say(`  ${rows.at(-1)!.join(': ')} a second`)
  }
  await push('application/json', nextOrder())
  await measure('orders, one request each, one at a time', singles, () => pushEach(1))
  await measure(`the same, ${connections} at once`, singles, () => pushEach(connections))
  await measure(`${ordersOfBatch.toLocaleString('en')} orders in one request`, ordersOfBatch, () => pushLines(orders))
  await measure('the same again, which changes nothing', ordersOfBatch, () => pushLines(orders))
  await measure(`${listingsOfBatch.toLocaleString('en')} listings in one request`, listingsOfBatch, () =>
    pushLines(listings, listingsUrl),
  )
  // The hub seeks their pictures beside the next measurements otherwise.
  await db.owner.updateTable('shop_listings').set({ fetch_at: null }).where('seller_id', '=', sellerId).execute()
  return [
    { title: 'Orders and listings in, one process', columns: ['what', 'a second'], rows },
    await quoteTable({ db, sellerId, secret, url: url.replace(/orders$/, 'shipping-quotes') }),
  ]
}
