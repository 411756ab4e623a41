import { sellerScopes } from '#features/shop/api-keys/api-key.ts'
import type { HubProcess } from '../hub-process.ts'
import { percentile } from '../percentiles.ts'
import { makeKey } from '../pushed.ts'
import type { Setting } from '../setting.ts'
import { day } from '#lib/duration.ts'

const pageReads = 40
const pagesForMemory = 600

export async function pagesOfTools({ db, known, say }: Setting, hub: HubProcess) {
  const { id, secret } = await makeKey(db, sellerScopes, known.sellerId)
  const granted = await fetch(`${hub.url}/identity/v1/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${id}:${secret}`)}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      scope: 'https://api.ebay.com/oauth/api_scope/sell.fulfillment',
    }),
  })
  const { access_token: token } = (await granted.json()) as { access_token: string }
  const read = async (query: string) => {
    const started = performance.now()
    const response = await fetch(`${hub.url}/sell/fulfillment/v1/order?${query}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const body = await response.text()
    if (!response.ok) throw new Error(`orders?${query} was answered with ${response.status}: ${body}`)
    return { ms: performance.now() - started, kilobytes: body.length / 1024 }
  }
  const from = new Date(Date.now() - 80 * day).toISOString()
  const pages: [string, string][] = [
    ['50, as they come', 'limit=50'],
    ['200', 'limit=200'],
    ['200 behind 5,000', 'limit=200&offset=5000'],
    [
      '50 that await shipment',
      `limit=50&filter=${encodeURIComponent('orderfulfillmentstatus:{NOT_STARTED|IN_PROGRESS}')}`,
    ],
    ['50 that changed since', `limit=50&filter=${encodeURIComponent(`lastmodifieddate:[${from}..]`)}`],
  ]
  const rows: string[][] = []
  for (const [what, query] of pages) {
    await read(query)
    const times: number[] = []
    let kilobytes = 0
    for (let each = 0; each < pageReads; each += 1) {
      const page = await read(query)
      times.push(page.ms)
      kilobytes = page.kilobytes
    }
    rows.push([what, percentile(times, 0.5).toFixed(0), percentile(times, 0.95).toFixed(0), kilobytes.toFixed(0)])
    say(`  ${what}: ${rows.at(-1)![1]} ms`)
  }
  const memory: [string, number | null][] = [['after orders, webhooks and these pages', await hub.memory()]]
  for (const part of [1, 2]) {
    for (let each = 0; each < pagesForMemory / 2; each += 1) await read('limit=200')
    memory.push([`after ${(part * pagesForMemory) / 2} more pages of 200`, await hub.memory()])
  }
  const orders = known.orders.toLocaleString('en')
  return {
    memory,
    table: {
      title: `Pages of orders for sellers’ tools (/sell), a seller with ${orders} orders`,
      columns: ['page', 'p50 ms', 'p95 ms', 'KB'],
      rows,
      notes: [`${pageReads} of each, one at a time, in eBay’s shapes.`],
    },
  }
}
