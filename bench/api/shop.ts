import { apiScopes } from '#features/shop/api-keys/api-key.ts'
import type { HubProcess } from '../hub-process.ts'
import { addListing, makeKey, orderOf, ordersUrl, removePushed } from '../pushed.ts'
import type { Setting } from '../setting.ts'

/** The largest seller's shop, as a marketplace pushes into it. */
export interface Shop {
  /** Pushes orders of one line each, one after the other on so many connections; per second. */
  push(count: number, atOnce: number): Promise<number>
  /** Pushes them in one request; per second. */
  pushBatch(count: number): Promise<number>
  /** The ids of the orders that were pushed last. */
  last(): string[]
}

/** Opens it anew, with things to sell of which there are enough. */
export async function openShop({ db, known: { sellerId } }: Setting, hub: HubProcess): Promise<Shop> {
  await removePushed(db, sellerId)
  const { secret } = await makeKey(db, apiScopes, null)
  const url = await ordersUrl(db, hub.url, sellerId)
  const listings = await Promise.all(Array.from({ length: 50 }, () => addListing(db, sellerId, 1_000_000)))
  const run = Date.now().toString(36)
  let pushed = 0
  let ids: string[] = []
  const next = () => {
    pushed += 1
    const order = orderOf({
      id: `${run}-${pushed}`,
      buyer: `${run}-${pushed % 500}`,
      item: listings[pushed % listings.length]!.item_number,
    })
    ids.push(order.id)
    return JSON.stringify(order)
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

/** How many a second, where so many are done in all. */
export async function perSecond(count: number, work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return (count * 1_000) / (performance.now() - started)
}
