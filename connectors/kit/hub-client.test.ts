import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it, onTestFinished } from 'vitest'
import { minute } from '#lib/duration.ts'
import { portOf } from '#lib/listening.ts'
import { createHubClient, HubAway, HubRefusal } from './hub-client.ts'
import { receiveWebhooks } from './receive-webhooks.ts'
import { orderOfShop } from './testing.ts'

type Reply = [status: number, body: object | string, headers?: Record<string, string>]

/** A server with these answers in turn, the last one again and again. */
async function answering(...replies: Reply[]) {
  const asked: string[] = []
  const sent: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    const [status, body, headers = {}] = replies[Math.min(asked.length, replies.length) - 1]!
    void text(request).then((received) => {
      sent.push(`${request.headers['if-match'] ?? ''} ${received}`.trim())
      response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body))
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => server.close().closeAllConnections())
  const client = createHubClient({ url: `http://127.0.0.1:${portOf(server)}`, key: 'hub_key', pauses: [1, 1] })
  return { client, asked, sent }
}

const problem = (code: string, status: number) => ({ type: `urn:seller-hub:problem:${code}`, title: code, status })

describe('the client', () => {
  it('asks by the operation’s address, with encoded parts and a query', async () => {
    const { client, asked } = await answering([200, { items: [], next: 'n', more: false }])
    await client.call('listListings', { path: { seller: 'a/b' }, query: { limit: 200, after: undefined } })
    expect(asked).toEqual(['GET /marketplace/v1/sellers/a%2Fb/listings?limit=200'])
  })

  it('repeats what may help, and gives a refusal at once with its reason', async () => {
    const { client, asked } = await answering([503, {}], [429, problem('rate-limited', 429)], [200, { id: 'A-1' }])
    const path = { seller: 's-42', order: 'A-1' }
    expect(await client.call('getOrder', { path })).toEqual({ id: 'A-1' })
    expect(asked).toHaveLength(3)
    const errors = [{ pointer: '/lines/0/listing', detail: 'The listing cannot be ordered.' }]
    const refusing = await answering([422, { ...problem('no-such-listing', 422), errors }])
    const refusal: unknown = await refusing.client.call('getOrder', { path }).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(HubRefusal)
    expect(refusal).toMatchObject({
      code: 'no-such-listing',
      message: 'no-such-listing /lines/0/listing: The listing cannot be ordered.',
    })
    expect(refusing.asked).toHaveLength(1)
  })

  it('places orders together, and repeats them if an answer is missing', async () => {
    const refused = { line: 2, status: 409, problem: problem('id-taken', 409) }
    const lines = [{ line: 1, status: 201, location: '/orders/H-1' }, refused].map((line) => JSON.stringify(line))
    const { client, asked } = await answering([200, `${lines[0]}\n`], [200, `${lines.join('\n')}\n`])
    const { order } = orderOfShop()
    expect(await client.placeOrders('s-42', [order, order])).toMatchObject([
      { status: 201 },
      { status: 409, problem: { title: 'id-taken' } },
    ])
    expect(asked).toEqual(Array(2).fill('POST /marketplace/v1/sellers/s-42/orders'))
  })

  it('changes the category map as it is, also if another changes it meanwhile', async () => {
    const map = (...shops: string[]) => ({ categories: shops.map((shop) => ({ shop, category: 'Lamps' })) })
    const { client, sent } = await answering(
      [200, map('a'), { etag: '"one"' }],
      [412, problem('stale', 412)],
      [200, map('a', 'theirs'), { etag: '"two"' }],
      [200, {}],
    )
    await client.changeCategoryMap((known) => [...known, ...map('ours').categories])
    expect(sent[1]).toBe(`"one" ${JSON.stringify(map('a', 'ours'))}`)
    expect(sent[3]).toBe(`"two" ${JSON.stringify(map('a', 'theirs', 'ours'))}`)
    expect(sent).toHaveLength(4)
  })

  it('says that the hub is away after all attempts', async () => {
    const { client, asked } = await answering([500, {}])
    await expect(client.call('getOrder', { path: { seller: 's', order: 'o' } })).rejects.toThrow(HubAway)
    expect(asked).toHaveLength(3)
  })
})

describe('webhooks', () => {
  const hubSecret = `whsec_${Buffer.from('a secret of the connector kit').toString('base64')}`

  async function receiving() {
    const woken: string[] = []
    const source = { verifyWebhook: ({ body }: { body: string }) => body === 'the shop' }
    const wake = (from: string) => void woken.push(from)
    const options = { source, hubSecret, host: '127.0.0.1', port: 0, wake }
    const receiver = await receiveWebhooks(options)
    onTestFinished(() => receiver.close())
    const post = async (path: string, body: string, headers: Record<string, string> = {}) =>
      (await fetch(`http://127.0.0.1:${receiver.port}${path}`, { method: 'POST', body, headers })).status
    return { post, woken }
  }

  const signed = (body: string, at = new Date()) => ({
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(hubSecret).sign('evt_1', at, body),
  })

  it('of the hub and of the shop wake the connector', async () => {
    const { post, woken } = await receiving()
    expect(await post('/hub', '{}', signed('{}'))).toBe(204)
    expect(await post('/shop', 'the shop')).toBe(204)
    expect(woken).toEqual(['hub', 'shop'])
  })

  it('of anybody else are refused: altered, old, unsigned, too long, or elsewhere', async () => {
    const { post, woken } = await receiving()
    const old = new Date(Date.now() - 10 * minute)
    expect(await post('/hub', '{ }', signed('{}'))).toBe(401)
    expect(await post('/hub', '{}', signed('{}', old))).toBe(401)
    expect(await post('/hub', '{}')).toBe(401)
    expect(await post('/shop', 'somebody')).toBe(401)
    expect(await post('/', '{}', signed('{}'))).toBe(401)
    expect(await post('/shop', 'x'.repeat(2_000_001)).catch(() => 413)).toBe(413)
    expect(woken).toEqual([])
  })
})
