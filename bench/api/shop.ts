import { apiScopes, newKeyId, type ApiScope } from '#features/api-keys/api-key.ts'
import { makeApiKey } from '#features/api-keys/api-keys-db.server.ts'
import type { Database } from '#db/client.ts'
import type { HubProcess } from '../hub-process.ts'
import type { Setting } from '../setting.ts'

/** Makes a key for a day; the marketplace's where no seller is named. */
export async function makeKey(db: Database, scopes: readonly ApiScope[], sellerId: number | null) {
  const wish = { id: newKeyId(), name: 'bench', scopes: [...scopes], sellerId, madeBy: null, days: 1, now: new Date() }
  return (await makeApiKey(db.owner, wish))!
}

/** The largest seller's shop, as a marketplace pushes into it. */
export interface Shop {
  /** Pushes orders of one line each, one after the other on so many connections; per second. */
  push(count: number, atOnce: number): Promise<number>
  /** Pushes them in one request; per second. */
  pushBatch(count: number): Promise<number>
  /** The ids of the orders that were pushed last. */
  last(): string[]
}

/** Opens it, with things to sell of which there are enough. */
export async function openShop({ db, known: { sellerId } }: Setting, hub: HubProcess): Promise<Shop> {
  const named = db.owner.selectFrom('sellers').select(['username', 'external_id']).where('id', '=', sellerId)
  const { username, external_id: external } = await named.executeTakeFirstOrThrow()
  const { secret } = await makeKey(db, apiScopes, null)
  const url = `${hub.url}/marketplace/v1/sellers/${encodeURIComponent(external ?? username)}/orders`
  const items = await Promise.all(Array.from({ length: 50 }, () => addListing(db, sellerId)))
  const run = Date.now().toString(36)
  let pushed = 0
  let ids: string[] = []
  const next = () => {
    pushed += 1
    const id = `bench-${run}-${pushed}`
    ids.push(id)
    const placedAt = new Date().toISOString()
    const price = { value: '45.00', currency: 'GBP' }
    return JSON.stringify({
      id,
      placedAt,
      buyer: { username: `bench-${run}-${pushed % 500}`, name: 'Anna Example' },
      shipTo: { name: 'Anna Example', line1: '1 High Street', city: 'London', postalCode: 'SE1 1AA', country: 'GB' },
      currency: 'GBP',
      lines: [{ item: items[pushed % items.length], quantity: 1, unitPrice: price }],
      payment: { id: 'p-1', method: 'CARD', state: 'PAID', paidAt: placedAt },
    })
  }
  const send = async (type: string, body: string) => {
    const headers = { authorization: `Bearer ${secret}`, 'content-type': type }
    const response = await fetch(url, { method: 'POST', headers, body })
    const text = await response.text()
    if (!response.ok) throw new Error(`an order was answered with ${response.status}: ${text}`)
    return text
  }
  return {
    last: () => ids,
    async push(count, atOnce) {
      ids = []
      // A key may ask 3,000 times a minute: the limit is not what is measured here.
      await db.owner.deleteFrom('rate_limits').execute()
      let left = count
      return perSecond(count, () =>
        Promise.all(
          Array.from({ length: atOnce }, async () => {
            while (left-- > 0) await send('application/json', next())
          }),
        ),
      )
    },
    async pushBatch(count) {
      ids = []
      const body = Array.from({ length: count }, next).join('\n')
      return perSecond(count, async () => {
        const bad = (await send('application/x-ndjson', body)).split('\n').find((line) => /"status":[^2]/.test(line))
        if (bad) throw new Error(`a line of the batch was refused: ${bad}`)
      })
    },
  }
}

async function addListing(db: Database, sellerId: number): Promise<string> {
  const row = await db.owner
    .insertInto('listings')
    .values({
      seller_id: sellerId,
      title: 'What all want',
      category: 'Cameras',
      condition: 'GOOD',
      state: 'ACTIVE',
      price_minor: 4500,
      currency: 'GBP',
      quantity_available: 1_000_000,
      starts_at: new Date(),
    })
    .returning('item_number')
    .executeTakeFirstOrThrow()
  return row.item_number
}

/** How many a second, where so many are done in all. */
export async function perSecond(count: number, work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return (count * 1_000) / (performance.now() - started)
}
