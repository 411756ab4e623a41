import { rowOf } from '#db/testing-row.ts'
import { createServer, connect, type Socket } from 'node:net'
import { createServer as createWebServer } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { addTestSeller } from '#features/people/accounts/testing.ts'
import { apiScopes, newKeyId } from '#features/developers/api-keys/api-key.ts'
import { makeApiKey } from '#features/developers/api-keys/api-keys-db.server.ts'
import { addEndpoint } from '#features/developers/webhooks/endpoints-db.server.ts'
import { addTestListing, orderOf } from '#api/testing-orders.ts'
import { testDatabase } from '#db/testing.ts'
import { portOf } from '#lib/listening.ts'
import { startHub } from './testing-process.ts'

/** A proxy to a database that can be cut like a network cable: breaks open connections and refuses new ones. */
async function wayTo(url: string) {
  const { hostname, port } = new URL(url)
  const open = new Set<Socket>()
  let isShut = false
  const server = createServer((socket) => {
    if (isShut) return void socket.destroy()
    const there = connect(Number(port), hostname)
    for (const [one, other] of [
      [socket, there],
      [there, socket],
    ] as const) {
      open.add(one)
      one.pipe(other)
      one.on('error', () => other.destroy()).on('close', () => (open.delete(one), other.destroy()))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const shut = () => {
    isShut = true
    for (const socket of open) socket.destroy()
  }
  onTestFinished(() => (shut(), void server.close()))
  const through = new URL(url)
  through.host = `127.0.0.1:${portOf(server)}`
  return { url: through.href, shut, reopen: () => (isShut = false) }
}

async function receiveWebhooks() {
  const received: string[] = []
  const server = createWebServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      const { type, data } = JSON.parse(body) as { type: string; data: { order?: { id: string } } }
      if (type === 'order.placed') received.push(data.order!.id)
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => server.close().closeAllConnections())
  return { received, url: `http://127.0.0.1:${portOf(server)}/` }
}

it('a database outage is reported, and interrupted work is done once, and reported, when it is back', async () => {
  const db = await testDatabase()
  const way = await wayTo(db.url)
  const hub = await startHub({ DATABASE_URL: way.url, WEBHOOK_NETWORKS: '127.0.0.1' })
  await hub.ready
  const sellerId = await addTestSeller(db)
  const seller = await rowOf(db.owner, 'sellers', { id: sellerId })
  const item = await addTestListing(db, { sellerId, quantity: 9 })
  const made = { id: newKeyId(), name: 'shop', scopes: [...apiScopes], sellerId: null, madeBy: null, days: 1 }
  const { secret } = (await makeApiKey(db.owner, { ...made, now: new Date() }))!
  const { received, url } = await receiveWebhooks()
  const kept = await rowOf(db.owner, 'hub_settings', { key: 'secret' })
  await addEndpoint(
    { db, secret: kept.value, now: () => new Date() },
    { sellerId: null, url, types: null, madeBy: 'Ada' },
  )
  const at = `http://127.0.0.1:${hub.port}`
  const push = (id: string) =>
    fetch(`${at}/marketplace/v1/sellers/${seller.username}/orders`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json', 'idempotency-key': id },
      body: JSON.stringify(orderOf(id, item)),
    })
  const statusOf = async (path: string) => (await fetch(at + path)).status
  expect((await push('D-1')).status).toBe(201)
  await expect.poll(() => received).toEqual(['D-1'])
  // A delivery that could not be recorded is sent again, so wait for the record before cutting.
  const unnoted = () =>
    db.owner.selectFrom('webhook_deliveries').select('id').where('state', '!=', 'DELIVERED').execute()
  await expect.poll(unnoted).toEqual([])

  way.shut()
  const unavailable = await push('D-2')
  expect([unavailable.status, unavailable.headers.get('retry-after')]).toEqual([503, '30'])
  await expect.poll(() => statusOf('/readyz')).toBe(503)
  expect(await statusOf('/healthz')).toBe(200)
  // Repeated requests get the same response quickly.
  for (let again = 0; again < 20; again += 1) expect((await push('D-2')).status).toBe(503)

  way.reopen()
  await expect.poll(async () => (await push('D-2')).status).toBe(201)
  await expect.poll(() => statusOf('/readyz')).toBe(200)
  expect(await statusOf('/sign-in')).toBe(200)
  await expect.poll(() => received).toEqual(['D-1', 'D-2'])
  const orders = await db.owner.selectFrom('orders').select('external_id').orderBy('id').execute()
  expect(orders.map(({ external_id: id }) => id)).toEqual(['D-1', 'D-2'])
  expect(hub.child.exitCode, hub.output()).toBeNull()
})
