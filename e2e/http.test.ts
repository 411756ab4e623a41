import { connect as openSocket, type Socket } from 'node:net'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { apiRoot } from '#api/marketplace-api.ts'
import { connect } from '#db/connection.ts'
import { waitingForLock } from '#db/testing-waits.ts'
import { marketplaceScopes, newKeyId } from '#features/developers/api-keys/api-key.ts'
import { makeApiKey } from '#features/developers/api-keys/api-keys-db.server.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { createSignInLink } from '#features/people/accounts/sign-in-links.server.ts'
import { listPaths } from '#web/list-paths.ts'
import { dataIn } from './data-in-page.ts'
import { paths, serverPaths } from '#web/paths.ts'
import { allRoutes, pageDataHeader, type PageAnswer } from '#web/router/page-state.ts'
import { cookieOf } from './http-member.ts'
import { testHub } from './testing.ts'

const test = await testHub()
const cookie = await cookieOf(test, 'owner@demo.example')
beforeEach(() => void (test.log.length = 0))

/** Sends a raw request exactly as written. */
function send(...lines: string[]): Socket {
  const socket = openSocket({ host: '127.0.0.1', port: Number(new URL(test.url).port) })
  socket.write(`${[...lines, `Cookie: ${cookie}`].join('\r\n')}\r\n\r\n`)
  return socket
}

/** Reads the status line of the response. */
async function statusLine(socket: Socket): Promise<string> {
  const [first] = (await socket.take(1).toArray()) as [Buffer]
  return first.toString().split('\r\n')[0]!
}

/** Blocks reads of orders until the test ends or `release` is called. */
async function lockOrders(): Promise<{ hasStopped: () => Promise<boolean>; release: () => Promise<unknown> }> {
  const client = await connect(test.db.url)
  onTestFinished(() => client.end())
  await client.query('begin; lock table orders in access exclusive mode')
  return {
    hasStopped: async () => (await waitingForLock(test.db.pool)).length > 0,
    release: () => client.query('rollback'),
  }
}

/** Status of a complete response. */
async function statusOf(path: string): Promise<number> {
  const response = await fetch(test.url + path, { headers: { cookie } })
  await response.arrayBuffer()
  return response.status
}

it('a one-time link is not used up by who only looks whether it leads anywhere, and lets nobody in by that', async () => {
  const link = await createSignInLink(test.hub, 'owner@demo.example')
  const looked = await fetch(link, { method: 'HEAD', redirect: 'manual' })
  expect(looked.status).toBe(503)
  expect(looked.headers.get('set-cookie')).not.toContain('session_token')
  expect((await fetch(link, { redirect: 'manual' })).status).toBe(302)
  expect((await fetch(link, { redirect: 'manual' })).status).toBe(410)
})

it('a number that no column can hold is one like any other to lists, files and what is done with all that match', async () => {
  const query = 'quantityFrom=2147483648'
  const bulk = `${paths.listingsBulk.active}?step=end&all=1&${query}`
  const lists = [
    ...Object.values(paths.listings),
    ...Object.values(paths.listings).map((page) => listPaths(page).export),
    paths.orders,
  ]
  for (const path of [...lists.map((list) => `${list}?${query}`), bulk]) expect(await statusOf(path), path).toBe(200)
  const html = await (await fetch(test.url + bulk, { headers: { cookie } })).text()
  const field = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(html)![1]!
  const headers = { cookie, origin: test.url }
  const body = new URLSearchParams({ srt: field('srt'), place: field('place') })
  const answer = await fetch(test.url + bulk, { method: 'POST', headers, body })
  expect(answer.status).toBe(200)
  expect(test.log.filter(({ level }) => Number(level) >= 40)).toEqual([])
})

describe('the log', () => {
  it('has a line for each request: its reference, seller, route, answer and time, and nothing of a person', async () => {
    const { headers } = await fetch(`${test.url}${paths.orders}?q=Fairclough`, { headers: { cookie } })
    await fetch(test.url + paths.signIn)
    const lines = test.log.filter(({ msg }) => msg === 'request')
    expect(lines).toEqual([
      {
        ...lines[0],
        level: 30,
        requestId: headers.get('x-request-id'),
        seller: 'harbour-camera',
        method: 'GET',
        route: paths.orders,
        status: 200,
      },
      expect.objectContaining({ seller: null, route: paths.signIn }),
    ])
    expect(Object.keys(lines[0]!).toSorted()).toEqual(
      ['hostname', 'level', 'method', 'ms', 'msg', 'pid', 'requestId', 'route', 'seller', 'status', 'time'].toSorted(),
    )
  })

  it('has no line for what connected shops read again and again, unless it fails', async () => {
    const key = { id: newKeyId(), name: 'shop', scopes: marketplaceScopes, sellerId: null, madeBy: null, days: 1 }
    const { secret } = assertDefined(await makeApiKey(test.db.owner, { ...key, now: new Date() }), 'its id is new')
    for (const path of ['/events', '/sellers', '/events?after=x'])
      await fetch(test.url + apiRoot + path, { headers: { Authorization: `Bearer ${secret}` } })
    await expect.poll(() => test.log.length).toBe(3)
    const lines = test.log.map(({ level, route, status }) => [level, route, status])
    expect(lines).toEqual([
      [20, '/events', 200],
      [20, '/sellers', 200],
      [30, '/events', 400],
    ])
  })

  it('calls who did not wait for an answer what they are, and no failure of the hub', async () => {
    const html = await (await fetch(test.url + paths.preferences, { headers: { cookie } })).text()
    const token = `X-Srt: ${/name="srt" value="([^"]+)"/.exec(html)![1]}`
    test.log.length = 0
    for (const url of [paths.signIn, paths.pictureUpload]) {
      const form = send(`POST ${url} HTTP/1.1`, 'Host: hub', token, 'Content-Length: 9', 'Expect: 100-continue')
      expect(await statusLine(form)).toBe('HTTP/1.1 100 Continue')
      form.destroy()
    }
    const { hasStopped } = await lockOrders()
    const page = send(`GET ${paths.orders} HTTP/1.1`, 'Host: hub')
    await expect.poll(hasStopped).toBe(true)
    page.destroy()
    await expect.poll(() => test.log.length).toBe(3)
    expect(test.log).toEqual(
      expect.arrayContaining(
        [paths.signIn, paths.pictureUpload, paths.orders].map((route): unknown =>
          expect.objectContaining({ level: 30, status: 499, route }),
        ),
      ),
    )
  })

  it('has no word of the router’s about addresses that nobody can decode: they name nothing', async () => {
    const warn = vi.spyOn(console, 'warn')
    onTestFinished(() => warn.mockRestore())
    for (const path of ['/%c3%28', '/sh/ord%', `${paths.orders}%zz`, '/%c3%28?q=%c3%28', '/pictures/%ff'])
      expect((await fetch(test.url + path, { headers: { cookie } })).status, path).toBe(404)
    expect(warn.mock.calls).toEqual([])
    expect(test.log.filter(({ level }) => Number(level) >= 40)).toEqual([])
  })

  it('is not to be filled with errors by whoever uses wrong methods', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'TRACE'])
      for (const url of [paths.orders, listPaths(paths.orders).export, '/no/such/page', serverPaths.health]) {
        const refused = send(`${method} ${url} HTTP/1.1`, 'Host: hub', 'Content-Length: 0')
        expect(await statusLine(refused), `${method} ${url}`).toBe('HTTP/1.1 405 Method Not Allowed')
      }
    await statusLine(send(`GET ${paths.pictureUpload} HTTP/1.1`, 'Host: hub'))
    expect(test.log.map(({ level }) => level)).toEqual(test.log.map(() => 30))
  })
})

describe('whoever asks', () => {
  it.each([serverPaths.health, serverPaths.ready, paths.orders])(
    'in HTTP/1.0, for no host, is answered: %s',
    async (url) => {
      expect(await statusLine(send(`GET ${url} HTTP/1.0`))).toBe('HTTP/1.1 200 OK')
    },
  )

  it('gets the page before its slow parts are there, robot or not', async () => {
    const { hasStopped, release } = await lockOrders()
    const page = await fetch(test.url + paths.overview, {
      headers: { cookie, 'user-agent': 'Googlebot/2.1' },
    })
    // The queries of the slow parts still run: the page has not given them up.
    await expect.poll(hasStopped).toBe(true)
    await release()
    expect(await page.text()).toContain('</html>')
  })

  it('gets the stream of changes where it is, and not as the data of a page, which would end', async () => {
    const { status } = await fetch(test.url + paths.live, { headers: { cookie, [pageDataHeader]: allRoutes } })
    expect(status).toBe(404)
  })

  it('is refused it when signed out, and not led to the sign-in page, which is no stream', async () => {
    const headers = { accept: 'text/event-stream' }
    const response = await fetch(test.url + paths.live, { headers, redirect: 'manual' })
    expect([response.status, response.headers.get('location')]).toEqual([401, null])
  })

  it('gets the data of one route of a page as JSON, and only what the page itself would show', async () => {
    const ask = async (route: string, who: Record<string, string> = { cookie }) => {
      const headers = { ...who, [pageDataHeader]: route }
      return fetch(test.url + paths.orders, { headers, redirect: 'manual' })
    }
    const { status, headers, body } = await ask('orders')
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'application/json',
      'private, no-store',
    ])
    const { loaderData } = (await new Response(body).json()) as PageAnswer
    expect(loaderData).toEqual({
      orders: expect.objectContaining({ model: expect.anything() }),
    })
    for (const route of ['../features/people/team/team-page', 'toString']) expect((await ask(route)).status).toBe(404)
    const refused = await ask('orders', {})
    expect(await refused.json()).toEqual({
      loaderData: {},
      redirect: { to: paths.signInWith(paths.orders), replace: false },
    })
  })

  it('gets a list in one piece, and little of its rows a second time', async () => {
    const ask = async () => (await fetch(test.url + paths.orders, { headers: { cookie } })).text()
    let html = await ask()
    // React inserts late parts with `$RC`; on a busy machine the first responses have some.
    while (html.includes('$RC(')) html = await ask()
    expect(html.match(/<tr /g)?.length).toBe(51)
    expect(dataIn(html)).toBeGreaterThan(0)
    expect(dataIn(html)).toBeLessThan(html.length / 4)
  })
})
