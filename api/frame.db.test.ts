import { rowOf } from '#db/testing-row.ts'
import { describe, expect, it } from 'vitest'
import { addTestSeller } from '#features/people/accounts/testing.ts'
import { revokeApiKey } from '#features/developers/api-keys/api-keys-db.server.ts'
import { marketplaceScopes } from '#features/developers/api-keys/api-key.ts'
import { keyLimit } from '#features/developers/api-keys/count-use.server.ts'
import { testDatabase } from '#db/testing.ts'
import { endpoints } from './endpoints.ts'
import { answerIdempotently, removeOldAnswers } from './idempotency.ts'
import { addTestListing, orderOf } from './testing-orders.ts'
import { testApi } from './testing.ts'
import { day, minute } from '#lib/duration.ts'

let clock = new Date('2026-11-22T09:00:00Z')
let sellerId: number
let seller: string

async function addSeller(): Promise<[id: number, path: string]> {
  const id = await addTestSeller(db)
  const { username } = await rowOf(db.owner, 'sellers', { id })
  return [id, `/sellers/${username}`]
}

const db = await testDatabase({ poolSize: 8 })
const api = await testApi(db, { now: () => clock })
;[sellerId, seller] = await addSeller()
const item = await addTestListing(db, { sellerId, quantity: 100 })

const later = (milliseconds: number) => (clock = new Date(clock.getTime() + milliseconds))

describe('a key', () => {
  it('is required: no cookie or password opens the API', async () => {
    const tries: Record<string, string>[] = [
      {},
      { cookie: 'hub.session_token=x' },
      { authorization: 'Basic YTpi' },
      { authorization: 'Bearer hub_x' },
    ]
    for (const headers of tries) {
      const { status, headers: said } = await api.ask('GET', '/sellers', { key: null, headers })
      expect([status, said.get('www-authenticate')]).toEqual([401, 'Bearer realm="marketplace"'])
    }
    expect((await api.ask('GET', '/no/such/thing', { key: null })).status).toBe(401)
    expect((await api.ask('GET', '/no/such/thing')).status).toBe(404)
  })

  it('learns from an address which methods it accepts', async () => {
    for (const [method, path, takes] of [
      ['PATCH', `${seller}/orders`, 'POST, GET, HEAD'],
      ['OPTIONS', `${seller}/orders/F-0`, 'GET, HEAD'],
      ['GET', `${seller}/tracking-events`, 'POST'],
    ] as const) {
      const { status, headers, body } = await api.ask(method, path)
      expect([status, headers.get('allow'), body.type]).toEqual([
        405,
        takes,
        'urn:seller-hub:problem:method-not-allowed',
      ])
    }
    expect((await api.ask('PATCH', `${seller}/orders`, { key: null })).status).toBe(401)
  })

  it('allows what its scopes say', async () => {
    const key = await api.makeKey({ scopes: ['sellers:read'] })
    expect((await api.ask('GET', seller, { key })).status).toBe(200)
    const refused = await api.ask('POST', `${seller}/orders`, { key, body: orderOf('F-0', item) })
    expect(refused).toMatchObject({ status: 403, body: { detail: 'The key lacks the scope orders:write.' } })
  })

  it('of the marketplace has a scope for each address, and no unused scope', () => {
    expect(new Set(endpoints.map(({ scope }) => scope))).toEqual(new Set(marketplaceScopes))
  })

  it('of one seller gets 404 for everything of another', async () => {
    const [otherId, other] = await addSeller()
    const key = await api.makeKey({
      sellerId: otherId,
      scopes: ['sellers:read', 'orders:read', 'listings:read', 'stock:write'],
    })
    expect((await api.ask('GET', other, { key })).status).toBe(200)
    expect((await api.ask('GET', '/sellers', { key })).body.items).toHaveLength(1)
    await api.ask('POST', `${seller}/orders`, { body: orderOf('F-1', item) })
    const nobody = (await api.ask('GET', '/sellers/nobody', { key })).body
    for (const path of ['', '/orders', '/orders/F-1', '/listings', `/listings/${item}`, `/listings/${item}/stock`]) {
      const { status, body } = await api.ask('GET', seller + path, { key })
      expect([status, { ...body, requestId: '' }], path).toEqual([404, { ...nobody, requestId: '' }])
    }
    expect((await api.ask('PUT', `${seller}/listings/${item}/stock`, { key, body: { onHand: 1 } })).status).toBe(404)
    // Its own URL does not lead there either.
    expect((await api.ask('GET', `${other}/orders/F-1`, { key })).status).toBe(404)
    expect((await api.ask('GET', `${other}/listings/${item}`, { key })).status).toBe(404)
  })

  it('expires, or ends at once when it is revoked', async () => {
    const [ending, revoked] = [await api.makeKey({ days: 1 }), await api.makeKey({ days: 400 })]
    expect((await api.ask('GET', seller, { key: ending })).status).toBe(200)
    const made = await rowOf(db.owner, 'api_keys', { ending: revoked.slice(-4) })
    expect(JSON.stringify(made)).not.toContain(revoked)
    expect(await revokeApiKey(db.owner, { id: made.id, now: clock })).toBe(true)
    expect((await api.ask('GET', seller, { key: revoked })).status).toBe(401)
    later(day)
    expect((await api.ask('GET', seller, { key: ending })).status).toBe(401)
    later(-day)
  })

  it('gets its remaining limit and when to retry, across all processes', async () => {
    const key = await api.makeKey()
    const twin = await testApi(db, { now: () => clock })
    const left = (answer: { headers: Headers }) => answer.headers.get('ratelimit')
    expect(left(await api.ask('GET', seller, { key }))).toBe(`"requests";r=${keyLimit.requests - 1};t=60`)
    expect(left(await twin.ask('GET', seller, { key }))).toBe(`"requests";r=${keyLimit.requests - 2};t=60`)
    await db.owner
      .updateTable('rate_limits')
      .set({ count: keyLimit.requests })
      .where('key', 'like', 'api-key:%')
      .where('count', '=', 2)
      .execute()
    later(10_000)
    const over = await twin.ask('GET', seller, { key })
    expect([over.status, left(over), over.headers.get('retry-after')]).toEqual([429, '"requests";r=0;t=50', '50'])
    later(51_000)
    expect((await api.ask('GET', seller, { key })).status).toBe(200)
  })
})

describe('an Idempotency-Key', () => {
  const push = (requestKey: string, body: unknown) =>
    api.ask('POST', `${seller}/orders`, { body, headers: { 'idempotency-key': requestKey } })

  it('repeats the stored answer, also a refusal', async () => {
    const first = await push('i-1', orderOf('I-1', item))
    const again = await push('i-1', orderOf('I-1', item))
    expect([again.status, again.body, again.headers.get('location')]).toEqual([
      201,
      first.body,
      first.headers.get('location'),
    ])
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    const refused = await push('i-2', orderOf('I-2', item, { quantity: 9_999 }))
    expect(refused.status).toBe(409)
    expect((await push('i-2', orderOf('I-2', item, { quantity: 9_999 }))).body).toEqual(refused.body)
  })

  it('repeats the answer of a deletion', async () => {
    const path = `${seller}/members/ida%40example.com`
    await api.ask('PUT', path, { body: { name: 'Ida', role: 'shipper' } })
    const take = (requestKey: string) => api.ask('DELETE', path, { headers: { 'idempotency-key': requestKey } })
    expect([(await take('d-1')).status, (await take('d-1')).status, (await take('d-2')).status]).toEqual([
      204, 204, 404,
    ])
  })

  it('is rejected with another body', async () => {
    await push('i-3', orderOf('I-3', item))
    expect(await push('i-3', orderOf('I-4', item))).toMatchObject({
      status: 422,
      body: { type: 'urn:seller-hub:problem:key-reused' },
    })
    expect((await push('', orderOf('I-4', item))).status).toBe(400)
    // With another If-Match it is another request.
    const count = (ifMatch: string) =>
      api.ask('PUT', `${seller}/listings/${item}/stock`, {
        body: { onHand: 90 },
        headers: { 'idempotency-key': 'counted', 'if-match': ifMatch },
      })
    expect([(await count('"old"')).status, (await count('"new"')).status, (await count('"old"')).status]).toEqual([
      412, 422, 412,
    ])
  })

  it('is processed once: of parallel requests one runs, the others get its answer or are told to wait', async () => {
    const pushed = await Promise.all(Array.from({ length: 6 }, () => push('i-5', orderOf('I-5', item))))
    for (const { status } of pushed) expect([201, 409]).toContain(status)
    expect((await push('i-5', orderOf('I-5', item))).status).toBe(201)
  })

  it('is released if its process dies', async () => {
    await push('i-6', orderOf('I-6', item))
    await db.owner.updateTable('api_answers').set({ status: null }).where('request_key', '=', 'i-6').execute()
    expect((await push('i-6', orderOf('I-6', item))).headers.get('retry-after')).toBe('1')
    later(3 * minute)
    expect((await push('i-6', orderOf('I-8', item))).status).toBe(422)
    expect((await push('i-6', orderOf('I-6', item))).status).toBe(200)
  })

  it('stores no server error, so that a retry runs again', async () => {
    const { key_id: keyId } = await rowOf(db.owner, 'api_answers', {})
    const named = { keyId, requestKey: 'i-9', fingerprint: 'same', now: clock, sellerOf: async () => null }
    const answer = (status: number) =>
      answerIdempotently(db.owner, named, async () => ({ status, headers: {}, body: null }))
    expect((await answer(503)).status).toBe(503)
    expect((await answer(201)).status).toBe(201)
    expect((await answer(503)).status).toBe(201)
  })

  it('is forgotten after thirty days', async () => {
    await push('i-7', orderOf('I-7', item))
    const isKept = async () =>
      (await db.owner.selectFrom('api_answers').select('status').where('request_key', '=', 'i-7').execute()).length ===
      1
    await removeOldAnswers(db.owner, new Date(clock.getTime() + 29 * day))
    expect(await isKept()).toBe(true)
    await removeOldAnswers(db.owner, new Date(clock.getTime() + 31 * day))
    expect(await isKept()).toBe(false)
  })
})

it('a compressed body is rejected as such, alone and in a batch', async () => {
  for (const type of ['application/json', 'application/x-ndjson']) {
    const headers = { 'content-type': type, 'content-encoding': 'gzip' }
    const { status, headers: said, body } = await api.ask('POST', `${seller}/orders`, { body: 'packed', headers })
    expect([status, said.get('accept-encoding'), body.detail]).toEqual([
      415,
      'identity',
      'The body must not be compressed: gzip is not supported.',
    ])
  }
})

describe('a batch', () => {
  const send = (lines: string) =>
    api.ask('POST', `${seller}/orders`, { body: lines, headers: { 'content-type': 'application/x-ndjson' } })
  const answersOf = (body: string) =>
    body
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))

  /** Node requires it for streamed bodies; the DOM types lack it. */
  const streamed = { duplex: 'half' }
  const sendBytes = (body: BodyInit) =>
    api.raw(
      new Request(`http://localhost:3000/marketplace/v1${seller}/orders`, {
        method: 'POST',
        headers: { authorization: `Bearer ${api.key}`, 'content-type': 'application/x-ndjson' },
        body,
        ...streamed,
      }),
    )

  it('keeps its valid lines and answers each', async () => {
    const lines = [
      JSON.stringify(orderOf('B-1', item)),
      'no json',
      '',
      JSON.stringify({ ...orderOf('B-2', item), placedAt: 'yesterday' }),
      JSON.stringify(orderOf('B-3', item)),
      JSON.stringify(orderOf('B-1', item)),
    ]
    const { status, body } = await send(lines.join('\n'))
    expect(status).toBe(200)
    expect(answersOf(body)).toMatchObject([
      { line: 1, status: 201, location: `/marketplace/v1${seller}/orders/B-1` },
      { line: 2, status: 400 },
      { line: 4, status: 422, problem: { errors: [{ pointer: '/placedAt' }] } },
      { line: 5, status: 201 },
      { line: 6, status: 200 },
    ])
  })

  it('keeps the lines around one that is not UTF-8', async () => {
    const [one, other] = ['L-1', 'L-2'].map((id) => JSON.stringify(orderOf(id, item)))
    const latin1 = Buffer.from('{"id":"M\u00fcller"}', 'latin1')
    const response = await sendBytes(Buffer.concat([Buffer.from(`${one}\n`), latin1, Buffer.from(`\n${other}`)]))
    expect(answersOf(await response.text())).toMatchObject([
      { line: 1, status: 201 },
      { line: 2, status: 400, problem: { detail: 'The line is not valid UTF-8.' } },
      { line: 3, status: 201 },
    ])
  })

  it('skips a line that is too long, and stops at too many lines or an endless one, keeping earlier lines', async () => {
    const [before, behind] = ['B-4', 'B-5'].map((id) => JSON.stringify(orderOf(id, item)))
    const long = `"${'x'.repeat(300_000)}"`
    expect(answersOf((await send([before, long, behind, long].join('\n'))).body)).toMatchObject([
      { line: 1, status: 201 },
      { line: 2, status: 413 },
      { line: 3, status: 201 },
      { line: 4, status: 413 },
    ])
    const pieces = [...Array.from({ length: 40 }, () => long), `\n${behind}`]
    const endless = await sendBytes(new Blob(pieces).stream())
    expect(answersOf(await endless.text())).toMatchObject([{ line: 1, status: 413 }])
    const many = await send(`{}${'\n'.repeat(100_000)}{}`)
    expect(answersOf(many.body)).toMatchObject([
      { line: 1, status: 422 },
      { line: 100_001, status: 413 },
    ])
  })

  it('of junk gets an answer smaller than itself: a limited number of errors, and how many more there are', async () => {
    const junk = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`f${index}`, index]))
    const lines = Array<string>(500).fill(JSON.stringify(junk)).join('\n')
    const { body } = await send(lines)
    expect(body.length).toBeLessThan(lines.length / 2)
    const problems = answersOf(body).map(({ problem }) => problem)
    expect(problems).toHaveLength(500)
    const told = (problem: { errors: unknown[]; moreErrors: number }) => problem.errors.length + problem.moreErrors
    expect(problems[0].errors).toHaveLength(50)
    expect(problems[499].errors).toEqual([])
    expect(new Set(problems.map(told)).size).toBe(1)
  })
})

describe('a list', () => {
  it('is read page by page, each row once, while rows are added', async () => {
    const [id, path] = await addSeller()
    const listing = await addTestListing(db, { sellerId: id, quantity: 100 })
    const add = (order: string) => api.ask('POST', `${path}/orders`, { body: orderOf(order, listing) })
    const there = ['P-1', 'P-2', 'P-3', 'P-4', 'P-5']
    for (const order of there) await add(order)
    const seen: string[] = []
    let after = ''
    for (let page = 0; page < 10; page += 1) {
      const { body } = await api.ask('GET', `${path}/orders?limit=2${after}`)
      seen.push(...body.items.map((order: { id: string }) => order.id))
      if (page < 3) await add(`P-late-${page}`)
      if (!body.more) break
      after = `&after=${encodeURIComponent(body.next)}`
    }
    expect(seen.slice(0, 5)).toEqual(there)
    expect(new Set(seen).size).toBe(seen.length)
    // A cursor belongs to its list.
    expect((await api.ask('GET', `${seller}/orders?${after.slice(1)}`)).status).toBe(400)
    expect((await api.ask('GET', `${path}/orders?limit=0`)).body.errors).toMatchObject([{ parameter: 'limit' }])
    expect((await api.ask('GET', `${path}/orders?colour=red`)).body.errors).toMatchObject([{ parameter: 'colour' }])
    // Ambiguous, so refused.
    const twice = await api.ask('GET', `${path}/orders?limit=1&colour=red&limit=2`)
    expect([twice.status, twice.body.errors]).toEqual([
      400,
      [
        { parameter: 'limit', detail: 'The parameter is given more than once.' },
        { parameter: 'colour', detail: 'There is no such parameter.' },
      ],
    ])
    expect((await api.ask('GET', `${path}/orders?limit=1&limit=1`)).status).toBe(400)
    const many = Array.from({ length: 60 }, (_, index) => `colour${index}=red`).join('&')
    const { errors, moreErrors } = (await api.ask('GET', `${path}/orders?${many}`)).body
    expect([errors.length, moreErrors]).toEqual([50, 10])
  })

  it('is not sent again to a client that has it', async () => {
    const lists = ['/sellers?limit=1', '/events?limit=1', `${seller}/orders?limit=1`, `${seller}/listings?limit=1`]
    for (const path of [seller, ...lists]) {
      const first = await api.ask('GET', path)
      const again = await api.ask('GET', path, { headers: { 'if-none-match': first.headers.get('etag')! } })
      expect([path, again.status, again.body]).toEqual([path, 304, ''])
    }
  })
})

it('a change of a wrong content type or size is not read', async () => {
  const type = { 'content-type': 'text/plain' }
  expect((await api.ask('PUT', '/sellers/v-2', { body: 'x', headers: type })).status).toBe(415)
  expect((await api.ask('PUT', '/sellers/v-2', { body: `"${'x'.repeat(300_000)}"` })).status).toBe(413)
  expect((await api.ask('PUT', '/sellers/v-2', { body: '{' })).status).toBe(400)
})

describe('members', () => {
  it('are added with a role, changed and removed', async () => {
    const path = `${seller}/members/grace%40example.com`
    expect(await api.ask('PUT', path, { body: { name: 'Grace', role: 'shipper' } })).toMatchObject({
      status: 201,
      body: { email: 'grace@example.com', role: 'shipper' },
    })
    expect((await api.ask('PUT', path, { body: { name: 'Grace', role: 'manager' } })).body.role).toBe('manager')
    expect((await api.ask('DELETE', path)).status).toBe(204)
    expect((await api.ask('DELETE', path)).status).toBe(404)
    expect((await api.ask('PUT', `${seller}/members/nobody`, { body: { name: 'x', role: 'viewer' } })).status).toBe(422)
  })

  it('always include an owner', async () => {
    const [, own] = await addSeller()
    const members = `${own}/members`
    const put = (name: string, role: string) =>
      api.ask('PUT', `${members}/${name}@example.com`, { body: { name, role } })
    await put('hedy', 'owner')
    const refused = { status: 409, body: { type: 'urn:seller-hub:problem:last-owner' } }
    expect(await put('hedy', 'viewer')).toMatchObject(refused)
    expect(await api.ask('DELETE', `${members}/hedy@example.com`)).toMatchObject(refused)
    await put('joan', 'owner')
    expect((await put('hedy', 'viewer')).body.role).toBe('viewer')
  })
})
