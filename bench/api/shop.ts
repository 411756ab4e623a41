import { apiScopes } from '#features/shop/api-keys/api-key.ts'
import type { HubProcess } from '../hub-process.ts'
import { addListing, listingOf, makeKey, orderOf, ordersUrl, removePushed } from '../pushed.ts'
import type { Setting } from '../setting.ts'

export interface Shop {
  /** Pushes single-line orders on `atOnce` connections; returns orders per second. */
  push(count: number, atOnce: number): Promise<number>
  /** Pushes orders in one request, new ones or history; returns orders per second. */
  pushBatch(count: number, options?: { isHistory: boolean }): Promise<number>
  /** Pushes the last batch again; returns orders per second. */
  pushBatchAgain(): Promise<number>
  /** Pushes listings in one request; returns listings per second. Pushed again, they are the same. */
  pushListings(count: number): Promise<number>
  /** Ids of the last pushed orders. */
  last(): string[]
}

export async function openShop({ db, known: { sellerId } }: Setting, hub: HubProcess): Promise<Shop> {
  await removePushed(db, sellerId)
  const { secret } = await makeKey(db, apiScopes, null)
  const url = await ordersUrl(db, hub.url, sellerId)
  const listings = await Promise.all(Array.from({ length: 50 }, () => addListing(db, sellerId, 1_000_000)))
  const run = Date.now().toString(36)
  let pushed = 0
  let ids: string[] = []
  let batch: string[] = []
  const next = (isHistory = false) => {
    pushed += 1
    const order = orderOf({
      id: `${run}-${pushed}`,
      buyer: `${run}-${pushed % 500}`,
      item: listings[pushed % listings.length]!.item_number,
      isHistory,
    })
    ids.push(order.id)
    return JSON.stringify(order)
  }
  const send = async (type: string, body: string, to = url) => {
    const headers = { authorization: `Bearer ${secret}`, 'content-type': type }
    const response = await fetch(to, { method: 'POST', headers, body })
    const text = await response.text()
    if (!response.ok) throw new Error(`a push was answered with ${response.status}: ${text}`)
    return text
  }
  const sendLines = async (lines: readonly string[], to?: string) => {
    const answers = await send('application/x-ndjson', lines.join('\n'), to)
    const bad = answers.split('\n').find((line) => /"status":[^2]/.test(line))
    if (bad) throw new Error(`a line of the batch was refused: ${bad}`)
  }
  return {
    last: () => ids,
    async push(count, atOnce) {
      ids = []
      // Clears the rate limit of 3,000 requests per minute, which is not measured here.
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
    async pushBatch(count, { isHistory } = { isHistory: false }) {
      ids = []
      batch = Array.from({ length: count }, () => next(isHistory))
      return perSecond(count, () => sendLines(batch))
    },
    pushBatchAgain: () => perSecond(batch.length, () => sendLines(batch)),
    async pushListings(count) {
      const lines = Array.from({ length: count }, (_, nth) => JSON.stringify(listingOf(`${run}-${nth}`)))
      const rate = await perSecond(count, () => sendLines(lines, url.replace(/orders$/, 'listings')))
      // The hub seeks their pictures beside the next measurements otherwise.
      await db.owner.updateTable('shop_listings').set({ fetch_at: null }).where('seller_id', '=', sellerId).execute()
      return rate
    },
  }
}

export async function perSecond(count: number, work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return (count * 1_000) / (performance.now() - started)
}
