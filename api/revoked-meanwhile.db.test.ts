import { setTimeout as delay } from 'node:timers/promises'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { addSeller } from '#db/testing-seller.ts'
import { newKeyId, sellerScopes, type ApiScope } from '#features/developers/api-keys/api-key.ts'
import { makeApiKey, revokeApiKey } from '#features/developers/api-keys/api-keys-db.server.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { expirePermissionChecks } from '#web/testing-recheck-permission.ts'
import { apiRoot } from './marketplace-api.ts'
import { createSellApi, tokenPath } from './sell/sell-api.ts'
import { testApi } from './testing.ts'
import { addTestListing, orderOf } from './testing-orders.ts'

/** Milliseconds a body pauses, far more than authentication takes. */
const still = 300

const db = await testDatabase()
const api = await testApi(db)
const sellerId = await addSeller(db, 'harbour')

const root = `http://localhost:3000${apiRoot}/sellers/harbour`

async function newKey(scopes: readonly ApiScope[] = sellerScopes) {
  const key = { id: newKeyId(), name: 'test', scopes: [...scopes], sellerId, madeBy: null, days: 1, now: api.hub.now() }
  return assertDefined(await makeApiKey(db.owner, key), 'its id is new')
}

const revoke = (id: string) => revokeApiKey(db.owner, { id, now: api.hub.now() })
const suspend = (suspended_at: Date | null) =>
  db.owner.updateTable('sellers').set({ suspended_at }).where('id', '=', sellerId).execute()

/** A request with a streamed body. */
function streamed(url: string, headers: Record<string, string>) {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  // Node requires it for streamed bodies; the DOM types lack it.
  const init = { method: 'POST', headers, body: readable, duplex: 'half' }
  const write = (part: string | Uint8Array) =>
    writer.write(typeof part === 'string' ? new TextEncoder().encode(part) : new Uint8Array(part))
  return { request: new Request(url, init), write, end: () => writer.close() }
}

interface Halved {
  headers: Record<string, string>
  body: string | Uint8Array
  meanwhile: () => Promise<unknown>
  serve?: (request: Request) => Response | Promise<Response>
}

/** Sends half of a body, runs an action, and sends the rest. */
async function sendHalved(url: string, { headers, body, meanwhile, serve = api.raw }: Halved): Promise<Response> {
  const { request, write, end } = streamed(url, headers)
  const answer = serve(request)
  const half = Math.floor(body.length / 2)
  const [first, rest] = [body.slice(0, half), body.slice(half)]
  void write(first)
  await delay(still)
  await meanwhile()
  expirePermissionChecks()
  void write(rest)
  void end()
  return answer
}

const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` })
const nothing = async () => {}
const orders = async (id: string) =>
  (await db.owner.selectFrom('orders').select('id').where('external_id', '=', id).execute()).length

describe('a request with a stalled body', () => {
  it('is refused if its key is revoked meanwhile, and its Idempotency-Key stores no answer', async () => {
    const order = JSON.stringify(orderOf('R-1', await addTestListing(db, { sellerId, quantity: 3 })))
    const [{ id, secret }, other] = [await newKey(['orders:write']), await newKey(['orders:write'])]
    const sent = (by: string) => ({
      headers: { ...bearer(by), 'content-type': 'application/json', 'idempotency-key': 'r-1' },
      body: order,
    })
    const answer = await sendHalved(`${root}/orders`, { ...sent(secret), meanwhile: () => revoke(id) })
    const later = await api.ask('POST', '/sellers/harbour/orders', { key: secret, body: order })
    const { title, detail } = (await answer.json()) as { title: string; detail?: string }
    expect([answer.status, title, detail]).toEqual([later.status, later.body.title, later.body.detail])
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="marketplace"'])
    expect(await orders('R-1')).toBe(0)
    expect(await db.owner.selectFrom('api_answers').select('key_id').where('key_id', '=', id).execute()).toEqual([])
    const done = await sendHalved(`${root}/orders`, { ...sent(other.secret), meanwhile: nothing })
    expect([done.status, await orders('R-1')]).toEqual([201, 1])
  })

  it('is refused if the seller is suspended meanwhile, and accepted if the suspension ends', async () => {
    const order = JSON.stringify(orderOf('R-2', await addTestListing(db, { sellerId, quantity: 3 })))
    const { secret } = await newKey(['orders:write'])
    const sent = { headers: { ...bearer(secret), 'content-type': 'application/json' }, body: order }
    const refused = await sendHalved(`${root}/orders`, { ...sent, meanwhile: () => suspend(new Date()) })
    expect([refused.status, await orders('R-2')]).toEqual([409, 0])
    const taken = await sendHalved(`${root}/orders`, { ...sent, meanwhile: () => suspend(null) })
    expect([taken.status, await orders('R-2')]).toEqual([201, 1])
  })

  it('is refused for a picture, too', async () => {
    const photo = (width: number) =>
      sharp({ create: { width, height: 600, channels: 3, background: '#357' } })
        .jpeg()
        .toBuffer()
    const kept = async () => (await db.owner.selectFrom('pictures').select('hash').execute()).length
    const { id, secret } = await newKey(['messages:write'])
    const sent = async (width: number) => ({
      headers: { ...bearer(secret), 'content-type': 'image/jpeg' },
      body: await photo(width),
    })
    const taken = await sendHalved(`${root}/pictures`, { ...(await sent(800)), meanwhile: nothing })
    expect([taken.status, await kept()]).toEqual([201, 1])
    const refused = await sendHalved(`${root}/pictures`, { ...(await sent(810)), meanwhile: () => revoke(id) })
    expect([refused.status, await kept()]).toEqual([401, 1])
  })

  it('as a batch is processed line by line until its key is revoked', async () => {
    const item = await addTestListing(db, { sellerId, quantity: 9 })
    const [{ id, secret }, other] = [await newKey(['orders:write']), await newKey(['orders:write'])]
    const headers = { ...bearer(secret), 'content-type': 'application/x-ndjson' }
    const { request, write, end } = streamed(`${root}/orders`, headers)
    const response = await api.raw(request)
    const answers = assertDefined(response.body, 'a batch is answered').pipeThrough(new TextDecoderStream()).getReader()
    const send = async (order: string) => {
      expirePermissionChecks()
      await write(`${JSON.stringify(orderOf(order, item))}\n`)
      const { value } = await answers.read()
      const { status, problem } = JSON.parse(assertDefined(value, 'each line is answered')) as {
        status: number
        problem?: { type: string }
      }
      return [status, problem?.type.replace(/.*\W/, ''), await orders(order)]
    }
    expect(await send('R-3')).toEqual([201, undefined, 1])
    await revoke(other.id)
    expect(await send('R-4')).toEqual([201, undefined, 1])
    await revoke(id)
    expect(await send('R-5')).toEqual([401, 'unauthorized', 0])
    await end()
    expect((await answers.read()).done).toBe(true)
  })

  it('gets no token with a key that is revoked meanwhile', async () => {
    const serve = createSellApi(api.hub)
    const ask = async (meanwhile: (id: string) => Promise<unknown>) => {
      const { id, secret } = await newKey()
      const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
      const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded' }
      const body = 'grant_type=client_credentials'
      const url = `http://localhost:3000${tokenPath}`
      const answer = await sendHalved(url, { headers, body, meanwhile: () => meanwhile(id), serve })
      const { error, access_token: token } = (await answer.json()) as { error?: string; access_token?: string }
      return [answer.status, error, token !== undefined]
    }
    expect(await ask(revoke)).toEqual([401, 'invalid_client', false])
    expect(await ask(nothing)).toEqual([200, undefined, true])
  })
})
